// 8-bit floats and their conversions by the instructions of sm_89, on the device and on the host.
// expect: e4m3: 256 values, 3821 numbers
// expect: e5m2: 256 values, 3731 numbers
// expect: fp8_instructions: ok
// exit: 0
// cli-exit: 0
// options: --arch sm_89

#include "fp8.h"

int main() {
    check_format<E4m3>();
    check_format<E5m2>();
    return finish("fp8_instructions");
}
