#!/usr/bin/env bash
# Installs what is missing, builds Warpscope and runs every program of kernels/ on the emulator.
#
# Exit status: 0 when every program ran clean, 1 otherwise.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install_packages.sh
cmake --preset release
cmake --build --preset release --parallel "${WARPSCOPE_JOBS:-$(nproc)}"

mapfile -t programs < <(find kernels -name '*.cu' 2>/dev/null | sort)
failed=()
for program in "${programs[@]}"; do
    printf '\n=== warpscope run %s\n' "$program"
    status=0
    build/release/bin/warpscope run "$program" </dev/null || status=$?
    [ "$status" -eq 0 ] || failed+=("$program (exit status $status)")
done

printf '\n%d programs: %d clean, %d not\n' \
    "${#programs[@]}" "$((${#programs[@]} - ${#failed[@]}))" "${#failed[@]}"
if [ ${#failed[@]} -gt 0 ]; then
    printf '  %s\n' "${failed[@]}"
    exit 1
fi
