#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test there is in one CTest run.
#
# WARPSCOPE_SKIP_ASAN=1 leaves out the sanitized build with its unit tests and fuzz targets.
# WARPSCOPE_JOBS=N sets the number of parallel compilations (default: all processors).
# Arguments go to ctest, e.g. `scripts/test.sh -R source`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=${WARPSCOPE_JOBS:-$(nproc)}
# Less time from scratch, more for a change: continuous integration has CI set.
unity=-DWARPSCOPE_UNITY=$([ "${CI:-}" = true ] && echo ON || echo OFF)

scripts/install_packages.sh --gui
cmake --preset release "$unity"
cmake --build --preset release --parallel "$jobs"

if [ "${WARPSCOPE_SKIP_ASAN:-0}" != 1 ]; then
    cmake --preset asan "$unity"
    cmake --build --preset asan --target warpscope_sanitized_tests --parallel "$jobs"
    # The release tree's CTest run takes in that tree's tests (cmake/sanitized_tests.cmake).
    export WARPSCOPE_SANITIZED_TREE="$PWD/build/asan"
fi

# A fixed -j2: tests that run kernels start compilers and emulator threads of their own.
exec ctest --test-dir build/release -j2 --output-on-failure --no-label-summary --timeout 300 \
    --no-tests=error "$@"
