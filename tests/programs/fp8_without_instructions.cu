// 8-bit floats and their conversions on a GPU that has no instructions for them, on the device and on the host.
// expect: e4m3: 256 values, 3821 numbers
// expect: e5m2: 256 values, 3731 numbers
// expect: fp8_without_instructions: ok
// exit: 0
// cli-exit: 0
// options: --arch sm_80

#include "fp8.h"

int main() {
    check_format<E4m3>();
    check_format<E5m2>();
    return finish("fp8_without_instructions");
}
