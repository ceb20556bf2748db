// Polynomial coefficients of the gamma function and its logarithm.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

struct GammaCoefficients {
    // Gamma(2 + f), -3/4 <= f <= 1/2
    static constexpr double gamma_of_two[] = {0x1p0,
                                              0x1.b0ee6072093d9p-2,
                                              0x1.a5b978b96be92p-2,
                                              0x1.4e23998462ce7p-4,
                                              0x1.301fbb0f29081p-4,
                                              -0x1.17f3738125ecep-12,
                                              0x1.6d7eeac8235e1p-7,
                                              -0x1.75e6eb0cddb4fp-9,
                                              0x1.13c4493033143p-9,
                                              -0x1.e21e9c2fcffa8p-11,
                                              0x1.011b3afc4e3eap-11,
                                              -0x1.f95cd58bc5615p-13,
                                              0x1.fe27ebd592eefp-14,
                                              -0x1.fc6d9553f929p-15,
                                              0x1.02202974ffb4ep-15,
                                              -0x1.0881c03dd4a46p-16,
                                              0x1.a8cd5de04ea87p-18,
                                              -0x1.b5c932d44de17p-19,
                                              0x1.38a34458ba4d3p-18,
                                              -0x1.7239a367e3202p-23,
                                              -0x1.f8545d627494bp-20,
                                              -0x1.12892b38b59bp-19};
    // the same to 2^-32, which is enough for float
    static constexpr double gamma_of_two_short[] = {
        0x1.fffffffff984dp-1, 0x1.b0ee604281ea5p-2,   0x1.a5b978ac0e88bp-2,  0x1.4e23d07b8a71p-4,
        0x1.301fe04c61addp-4, -0x1.1c65a681f5affp-12, 0x1.6d5c1a3318bb9p-7,  -0x1.71377c2a84a36p-9,
        0x1.19a6735c52f79p-9, -0x1.12f609b3a817bp-10, 0x1.2e78415c5add3p-12, -0x1.785a8d81422cfp-14,
        0x1.d83c91c0cfe67p-12};
    // ln Gamma(2 + f) / f, -3/4 <= f <= 1/2
    static constexpr double log_gamma_of_two[] = {
        0x1.b0ee6072093cep-2,   0x1.4a34cc4a60fa5p-2,   -0x1.13e001a5576ep-4,
        0x1.51322ac7d90b8p-6,   -0x1.e404fc213d6cdp-8,  0x1.7add6eacd8e1cp-9,
        -0x1.38ac5c5be65dp-10,  0x1.0b36af9d965e5p-11,  -0x1.d3fd3049a007bp-13,
        0x1.a127cbd507b3cp-14,  -0x1.78e2f9e024e2bp-15, 0x1.58044f6c6d058p-16,
        -0x1.3c4e02ff0edbep-17, 0x1.26ebc9881d1abp-18,  -0x1.173db02e6aa9cp-19,
        0x1.cfed4fb0f9c24p-21,  -0x1.ac4302cf9ee32p-22, 0x1.c6dbbcf55b0bbp-22,
        -0x1.9b5499fb49273p-25, -0x1.390c6522008e8p-23, -0x1.6f81832eb36eep-23};
    // the same to 2^-35
    static constexpr double log_gamma_of_two_short[] = {
        0x1.b0ee60721b55bp-2,   0x1.4a34cc4e6121cp-2,   -0x1.13e001d2ad2dbp-4,
        0x1.513218a606ca4p-6,   -0x1.e404cdd07fa5p-8,   0x1.7ae92255a771ep-9,
        -0x1.38a651eca033ap-10, 0x1.09a8b59fda715p-11,  -0x1.d902a25e54deap-13,
        0x1.cef7b61913778p-14,  -0x1.07b3319157585p-15, 0x1.e06c0d3f47c8bp-18,
        -0x1.192cffa66f449p-15};
    // x (ln Gamma(x) - (x - 1/2) ln x + x - ln(2 pi) / 2) over 1 / x^2, x >= 8
    static constexpr double stirling[] = {0x1.5555555555555p-4,  -0x1.6c16c16c14accp-9,
                                          0x1.a01a017e725bcp-11, -0x1.38134e01296dap-11,
                                          0x1.b92c8b17bc4dap-11, -0x1.ef9744e1ea2b4p-10,
                                          0x1.4c34bc770e9afp-8};
    // the same to 2^-33 of ln Gamma(x), x >= 4
    static constexpr double stirling_short[] = {0x1.55554cfaa070ap-4, -0x1.6bbe65490bbd5p-9,
                                                0x1.7c492d7666d5dp-11};
};
