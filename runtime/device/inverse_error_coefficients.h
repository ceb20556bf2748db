// Polynomial coefficients of the inverse error functions.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

template<class T>
struct InverseErrorCoefficients;

template<>
struct InverseErrorCoefficients<float> {
    // erfinv(x) / x over log2(1 - x^2), 1 - x^2 >= 2^-6
    static constexpr float erfinv_central[] = {
        0x1.c5bf8ap-1f,   -0x1.495bc6p-3f, 0x1.6baba8p-8f,  0x1.980ecap-11f, -0x1.e14d08p-16f,
        -0x1.c86ba6p-18f, 0x1.1b44bep-21f, 0x1.623064p-23f, 0x1.b8f3dep-27f, 0x1.8c209p-32f};
    // erfcinv(e^(-s^2)) over s - 1.875, 1.44 <= s <= 2.25
    static constexpr float erfcinv_tail_0[] = {0x1.897a5ep0f,   0x1.0c88p0f,     0x1.0e04a2p-8f,
                                               -0x1.4ef554p-7f, 0x1.d93666p-8f,  -0x1.00820cp-8f,
                                               0x1.fd022cp-10f, -0x1.d9c1ecp-11f};
    // erfcinv(e^(-s^2)) over s - 3.375, 2.25 <= s <= 4.5
    static constexpr float erfcinv_tail_1[] = {0x1.8d6594p1f,   0x1.09aa9cp0f,    -0x1.514b52p-8f,
                                               0x1.9d2cecp-12f, 0x1.dd16d8p-14f,  -0x1.4260b8p-14f,
                                               0x1.00ca92p-15f, -0x1.f650d2p-17f, 0x1.5ce736p-18f};
    // erfcinv(e^(-s^2)) over s - 7.375, 4.5 <= s <= 10.3
    static constexpr float erfcinv_tail_2[] = {0x1.ccc6e4p2f,   0x1.03c698p0f,    -0x1.6e5ba8p-10f,
                                               0x1.1c59a8p-13f, -0x1.b673e6p-17f, 0x1.4e8746p-20f,
                                               -0x1.7e44p-24f};
};

template<>
struct InverseErrorCoefficients<double> {
    // erfinv(x) / x over ln(1 - x^2), 1 - x^2 >= e^-5
    static constexpr double erfinv_central[] = {
        0x1.c5bf891b4ef6bp-1,   -0x1.db29fb2fee5dfp-3,  0x1.7a72e72c1f5fep-7,
        0x1.3211025e135abp-9,   -0x1.0c86b8539ebd2p-13, -0x1.87014de1b124bp-15,
        0x1.0f1e57e29e4ffp-19,  0x1.0fce483ae85a2p-20,  -0x1.406279b08e153p-25,
        -0x1.87bd9729f9c2fp-26, 0x1.96b93952ea374p-31,  0x1.1741a58af885dp-31,
        -0x1.04b97ea19f198p-35, -0x1.6ba2674225222p-36, -0x1.05162dfda0b98p-38,
        -0x1.5da8afd5ac209p-40, -0x1.003ef234d55ffp-41, -0x1.de49914440808p-44,
        -0x1.1eeee97818be8p-46, -0x1.c743514d38634p-50, -0x1.d4dc7e34b5c47p-54,
        -0x1.1ef900d1ef08fp-58, -0x1.3f66c1b1427a8p-64};
    // erfcinv(e^(-s^2)) over s - 2.375, 1.7 <= s <= 3
    static constexpr double erfcinv_tail_1[] = {
        0x1.07e29fdfe0dbap1,    0x1.0c4e0c9851493p0,    -0x1.0371bebda9fp-8,
        -0x1.2967e040b0686p-9,  0x1.f3dd2373d746p-10,   -0x1.061122788f876p-10,
        0x1.cf197432dac5fp-12,  -0x1.70fca4c7fcd0cp-13, 0x1.0ed37c7dcb75cp-14,
        -0x1.6f03060304454p-16, 0x1.c4fb44634e076p-18,  -0x1.e90b2768d37f7p-20,
        0x1.942f6821a4157p-22,  -0x1.4f34133730995p-26, -0x1.0886dfa915c83p-25,
        0x1.774e882b9397dp-26,  -0x1.401cd5173887ep-26, 0x1.56ae6100e7e03p-27};
    // erfcinv(e^(-s^2)) over s - 4.5, 3 <= s <= 6
    static constexpr double erfcinv_tail_2[] = {
        0x1.110aa28297e8cp2,    0x1.0725be2294256p0,    -0x1.d7d02c244423dp-9,
        0x1.bcba17b406928p-12,  -0x1.1c93e50bec5d2p-15, -0x1.5bc6dccfc4d31p-19,
        0x1.349a18dcbf89ap-19,  -0x1.ae55861811d61p-21, 0x1.e4a7ead7e5786p-23,
        -0x1.ede7271fa5e2ap-25, 0x1.d9d830acc4c9cp-27,  -0x1.b3738c0179e2ap-29,
        0x1.833f982af2b04p-31,  -0x1.52a05b2b8a0acp-33, 0x1.1f943d49ba347p-35,
        -0x1.acba13c9edd29p-38, 0x1.4cd5db2a4970cp-40,  -0x1.a7ef471742213p-42,
        0x1.528168402cb6ep-44};
    // erfcinv(e^(-s^2)) over s - 9, 6 <= s <= 12
    static constexpr double erfcinv_tail_3[] = {
        0x1.1b0daced0127cp3,    0x1.02d71653331c1p0,    -0x1.d7b40402310c5p-11,
        0x1.3d0c0c781cc3bp-14,  -0x1.aca6c839cf8c3p-18, 0x1.1de7212e0138cp-21,
        -0x1.70b90c036a241p-25, 0x1.bd5dd39775775p-29,  -0x1.d5d3627a416e6p-33,
        0x1.504e9a00f146ap-37,  0x1.69460a99b1279p-42,  -0x1.7d033dad92dd5p-43,
        0x1.1e24cd208013bp-45,  -0x1.6e6c83dd4c0f7p-48, 0x1.9d60b0164eefep-51,
        -0x1.28a58e8bcdfap-54,  0x1.ebee91f574484p-58,  -0x1.601eadf3875cep-59,
        0x1.76ae7b9703bf1p-62};
    // erfcinv(e^(-s^2)) over s - 19.75, 12 <= s <= 27.4
    static constexpr double erfcinv_tail_4[] = {
        0x1.3a8ecdec74bfap4,    0x1.00d7a0868740fp0,    -0x1.1a4468632ffa9p-13,
        0x1.81685e09a06bp-18,   -0x1.0cd3056d6a957p-22, 0x1.7ba692bb5ebe4p-27,
        -0x1.0e05e33a3d08cp-31, 0x1.819d162c38895p-36,  -0x1.13c37713d3939p-40,
        0x1.8a41403b7ffa3p-45,  -0x1.1934c22ea6557p-49, 0x1.8f40fb2c34a3p-54,
        -0x1.19e2418015769p-58, 0x1.8eddea96af125p-63,  -0x1.148654fef1b3cp-67,
        0x1.588f4f7292a99p-72,  -0x1.d20399bf855f4p-77, 0x1.c71f34aec95c5p-81,
        -0x1.0a224ffec4601p-85};
};
