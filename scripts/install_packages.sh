#!/usr/bin/env bash
# Installs the Debian packages that Warpscope needs; silent when nothing is missing.
#
# Usage: scripts/install_packages.sh [--gui]     (as root, or with sudo)
set -euo pipefail

packages=(
    build-essential cmake ninja-build python3 git              # build and checks
    clang-19 llvm-19 libclc-19 libclang-rt-19-dev              # kernels to PTX; sanitizers
    libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libfmt-dev libxxhash-dev catch2
)
gui_packages=(
    libimgui-dev libglfw3-dev libgl-dev libstb-dev fonts-inter fonts-jetbrains-mono
    xvfb xauth xdotool imagemagick libgl1-mesa-dri             # its tests draw without a screen
)

for argument in "$@"; do
    case $argument in
        --gui) packages+=("${gui_packages[@]}") ;;
        -h | --help) sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) echo "install_packages.sh: unknown option $argument; only --gui is known" >&2; exit 2 ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "install_packages.sh: this is no Debian; install the counterparts of these by hand:" >&2
    echo "  ${packages[*]}" >&2
    exit 2
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "install_packages.sh: root is needed to install: ${missing[*]}" >&2
        exit 2
    fi
    as_root=(sudo)
fi

# Another installation may be running; wait for it instead of failing.
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=600)
echo "Installing: ${missing[*]}"
"${apt[@]}" update
"${apt[@]}" install --no-install-recommends "${missing[@]}"
