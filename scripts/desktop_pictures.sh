#!/usr/bin/env bash
# Draws the pictures of the desktop that README.md and docs/gui.md show, from the programs of kernels/.
#
# Usage: scripts/desktop_pictures.sh [WARPSCOPE]      (default: build/release/bin/warpscope)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
warpscope=${1:-build/release/bin/warpscope}
mkdir -p docs/pictures

draw() { # NAME SIZE PROGRAM [OPTION…] [-- ARGUMENT…]
    local name=$1 size=$2 program=$3
    shift 3
    xvfb-run -a -s "-screen 0 ${size}x24" "$warpscope" gui "$program" \
        --screenshot "docs/pictures/$name.png" --size "$size" "$@" </dev/null
    echo "docs/pictures/$name.png"
}

# What a real window shows while the first minute is played in it.
xvfb-run -a -s "-screen 0 1280x800x24" \
    python3 tests/gui/first_minute.py "$warpscope" --pictures docs/pictures </dev/null

draw main_window 1920x1200 kernels/transpose/2_shared.cu --theme dark --block 5,2 --warp 3 --lane 7
draw large_mode 1280x800 kernels/mandelbrot.cu --large --block 0,7 --warp 2 --lane 16 --keys "R R R R" -- 64
