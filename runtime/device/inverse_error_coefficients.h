// Polynomial coefficients of the inverse error functions.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

template<class T>
struct InverseErrorCoefficients;

template<>
struct InverseErrorCoefficients<float> {
    // erfinv(x) / x over x^2, x <= 1/2
    static constexpr float erfinv_central[] = {0x1.c5bf88p-1f, 0x1.db2ba4p-3f, 0x1.04f17ep-3f,
                                               0x1.6c05c8p-4f, 0x1.8bcadcp-5f, 0x1.a65aaap-4f};
    // erfcinv(q) over q - 0.375, 0.25 <= q <= 0.5
    static constexpr float erfcinv_near_0[] = {
        0x1.412e6ep-1f, -0x1.5044b8p0f, 0x1.151576p0f,  -0x1.f1d216p0f, 0x1.d33e0ep1f,
        -0x1.e4bfa8p2f, 0x1.015f1ap4f,  -0x1.1f8e98p5f, 0x1.a6de2p6f,   -0x1.f42c68p7f};
    // erfcinv(q) over q - 0.1875, 0.125 <= q <= 0.25
    static constexpr float erfcinv_near_1[] = {0x1.dd2bc2p-1f, -0x1.0e60f8p1f,  0x1.0a238ap2f,
                                               -0x1.c1edbcp3f, 0x1.af41d6p5f,   -0x1.b8dbaap7f,
                                               0x1.dc088ep9f,  -0x1.4c0b98p12f, 0x1.89ce68p14f};
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
    // erfinv(x) / x over x^2, x <= 1/2
    static constexpr double erfinv_central[] = {
        0x1.c5bf891b4ef6bp-1,  0x1.db29fb2fee699p-3, 0x1.053c2c0aadd08p-3, 0x1.62847c50c37c5p-4,
        0x1.0a1316c91697dp-4,  0x1.a7c8cf20a4887p-5, 0x1.5ee20b62e7b33p-5, 0x1.2b36bfd2c1a82p-5,
        0x1.fe00929a7d891p-6,  0x1.0396322382b5fp-5, 0x1.0942d52431798p-7, 0x1.304af32b85752p-4,
        -0x1.3c64861511275p-4, 0x1.d2623bff68701p-4};
    // erfcinv(e^(-s^2)) over s - 1.25, 0.83 <= s <= 1.7
    static constexpr double erfcinv_tail_0[] = {
        0x1.c639ee691e926p-1,   0x1.05301ab66a236p0,    0x1.ccdad4050f26ep-5,
        -0x1.e26d256c01a0bp-5,  0x1.514da8330dd5p-5,    -0x1.747553dcda503p-6,
        0x1.3cc2b558346a7p-7,   -0x1.35652c15ea17bp-9,  -0x1.937c37f3a01dbp-11,
        0x1.8e57e4b3cdc88p-10,  -0x1.4358c352b22dfp-10, 0x1.6d30db38a9f27p-11,
        -0x1.0fa7f61b55398p-12, 0x1.3b6b9f35d4c65p-17,  0x1.6bc4659b83526p-14,
        -0x1.9040002d750dfp-14, 0x1.0b8d7e79422c9p-14,  -0x1.6c68bdc1b8d2p-16};
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
