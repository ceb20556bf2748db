// Polynomial coefficients of the Bessel functions of the second kind.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

struct BesselYCoefficients {
    // (Y0(x) - 2/pi ln(x / z) J0(x)) / (x^2 - z^2) over x^2, x <= 2.2, z the first zero
    static constexpr double y0_near[] = {
        0x1.750811790a13cp-3,   -0x1.12583f4a4abbdp-6,  0x1.268a9aaaea4f1p-11,
        -0x1.4c030d9947113p-17, 0x1.cf0413a7ffdc6p-24,  -0x1.b796f4b0d2cc2p-31,
        0x1.2eb169f3fae88p-38,  -0x1.3bd28d86a4e4ep-46, 0x1.ea37d6d411797p-55};
    // Y0(x) / (x - zero 2) over x - 3.875, 2.2 <= x <= 5.5
    static constexpr double y0_2[] = {
        -0x1.a018850de4dfdp-2,  0x1.50398351e874dp-5,   0x1.ec9bc89d36f53p-5,
        -0x1.90edaea479d06p-8,  -0x1.2814ed1f4cce3p-9,  0x1.63142928c6b2ap-13,
        0x1.c277e088c4625p-15,  -0x1.3bcfed14e66f1p-18, -0x1.2308418bfc127p-22,
        -0x1.4ed4ab5896c88p-25, 0x1.84d21e6f69e63p-26,  -0x1.3719283a49bd9p-28,
        0x1.12277067941abp-30,  -0x1.0e77f3d61a19bp-32, 0x1.09c93546c6898p-34,
        -0x1.047403a179fa7p-36, 0x1.dcf36f3384804p-39,  -0x1.b1c99ab4d2048p-41,
        0x1.3408de3a5d0e3p-42,  -0x1.7439fb14705d7p-44, -0x1.c2300983cc5bp-52,
        0x1.5d3421a2b71fdp-49,  0x1.4f3d3c40b4fe3p-49,  -0x1.a4192a1ca5a93p-51};
    // Y0(x) / (x - zero 3) over x - 6.75, 5.5 <= x <= 8
    static constexpr double y0_3[] = {
        0x1.34eee4b2f27c7p-2,   0x1.858bb5a4fa6f8p-7,   -0x1.986087c7fc3a4p-5,
        0x1.1bae915954d38p-12,  0x1.31928eb783e92p-9,   -0x1.671ee28d0c3e4p-15,
        -0x1.a6ce14e6c319ep-15, 0x1.1a6af6668fc01p-20,  0x1.596ea9d1c704bp-21,
        -0x1.df487be8509fbp-27, -0x1.6f4ffefbdcf07p-28, 0x1.d3fc21b660d1cp-34,
        0x1.1fe2d8d65bfbp-35,   -0x1.9668d368f0245p-41, -0x1.1903102da1963p-43};
    // x (Y1(x) - 2/pi ln(x / z) J1(x)) / (x^2 - z^2) over x^2, x <= 3.8, z the first zero
    static constexpr double y1_near[] = {
        0x1.0e14beba09e96p-3,   0x1.069922dcaf0dfp-6,   -0x1.7c2ca06d8e33cp-10,
        0x1.5ba2f20a554afp-15,  -0x1.4f2940693c50bp-21, 0x1.96551dc0863f8p-28,
        -0x1.549cf82b5c474p-35, 0x1.a3ab21592ffc3p-43,  -0x1.8caba99971644p-51,
        0x1.28e060febf202p-59,  -0x1.65c45562575a7p-68, 0x1.3b6f78c66c535p-77};
    // Y1(x) / (x - zero 2) over x - 5.375, 3.8 <= x <= 7
    static constexpr double y1_2[] = {
        -0x1.5e1571ea843bp-2,   0x1.a593aeea50569p-6,   0x1.a6a2c50368f2fp-5,
        -0x1.e29fbacd7e0cdp-9,  -0x1.20e17f0da8f5bp-9,  0x1.13276c050534dp-13,
        0x1.8e885628ac18cp-15,  -0x1.5ff1b12239903p-19, -0x1.2bb29625507a1p-21,
        0x1.807ec17717e82p-26,  0x1.90ade0728620ap-28,  -0x1.aaca41192b741p-32,
        0x1.938579bf00a46p-38,  -0x1.7bdb067d911c1p-38, 0x1.7fd9648bc8abap-40,
        -0x1.07f9f01603562p-42, 0x1.4e85557a6e7b2p-45,  -0x1.086fa1faafbbp-47,
        0x1.55cd06d692f08p-49,  -0x1.dd8b96e4dd007p-52};
    // Y1(x) / (x - zero 3) over x - 7.5, 7 <= x <= 8
    static constexpr double y1_3[] = {
        0x1.e43556358cab7p-3,   0x1.3c0a7ce9d4103p-4,   -0x1.2ad045d3cbe37p-5,
        -0x1.a66897c9adbc9p-8,  0x1.cc852e905d9cap-10,  0x1.94355f35707c5p-13,
        -0x1.4ddc12995c2fdp-15, -0x1.9d612d3b6cb6ap-19, 0x1.1ad5d0afbb192p-21,
        0x1.06dbb27194c93p-25,  -0x1.3637b8086295ep-28, -0x1.d58e1dacf012dp-33};
};
