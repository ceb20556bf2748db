// Polynomial coefficients of the Bessel functions J for float: those of bessel_j_coefficients.h to
// 2^-31, which is enough.
#pragma once

struct ShortBesselJCoefficients {
    static constexpr double j0_near[] = {0x1.ffffffffdba9cp-1,  -0x1.ffffffecc1b89p-3,
                                         0x1.fffff93d48f5dp-7,  -0x1.c71aae5d62d94p-12,
                                         0x1.c6b0d89da679fp-18, -0x1.1754fd3580dedp-24};
    static constexpr double j0_1[] = {-0x1.eff22ec3ab5b6p-2,  0x1.19f4b057700fp-3,
                                      0x1.8b70f429423d6p-5,   -0x1.6574844b1779dp-7,
                                      -0x1.d0756b7ff112cp-10, 0x1.5ab16d2fcbdacp-12,
                                      0x1.1d71cc809a94bp-15,  -0x1.6a5a51738645dp-18,
                                      -0x1.a1cbcab1b1d78p-22, 0x1.d52b5dadd9249p-25};
    static constexpr double j0_2[] = {
        0x1.5afeba8e9e3f8p-2,   -0x1.2119fc7357913p-5, -0x1.ad0e36411a622p-5,
        0x1.48648d9f4d88bp-8,   0x1.22da6c1560a99p-9,  -0x1.87f48160c5e9ep-13,
        -0x1.7e076cc3c4c38p-15, 0x1.c69c2919f851bp-19, 0x1.2b2b58995b3b4p-21,
        -0x1.2f14dfe4c653ap-25, -0x1.2b52e68c5e049p-28};
    static constexpr double j0_3[] = {-0x1.e319b79ec67ccp-3,  -0x1.40c21c1da1e73p-4,
                                      0x1.2fa632a84e379p-5,   0x1.b04a3affa20cdp-8,
                                      -0x1.df7126aa7ca28p-10, -0x1.9713731b17921p-13,
                                      0x1.5df68dd71c455p-15,  0x1.9df783fb63b25p-19};
    static constexpr double j1_near[] = {0x1.fffffffe94fcap-2,  -0x1.ffffff433d31ap-5,
                                         0x1.555534c349123p-9,  -0x1.c71418a4215a2p-15,
                                         0x1.6b1c3c6996dcfp-21, -0x1.68f43eb3185c3p-28};
    static constexpr double j1_1[] = {
        -0x1.a308bf8b71f9ep-2, 0x1.2dec8247d9089p-5,   0x1.c592847cc279ep-5,
        -0x1.f9b001ab485c6p-9, -0x1.334734de64835p-9,  0x1.17dcf24590384p-13,
        0x1.9a753fe04cf1bp-15, -0x1.3b502ce6fc94dp-19, -0x1.46f932c9a9534p-21,
        0x1.9b6eaff3c270fp-26, 0x1.45bbbc917afa6p-28};
    static constexpr double j1_2[] = {
        0x1.353d48ce0e0d3p-2,   0x1.4c39e9a5cae28p-7,  -0x1.8e95869607f0fp-5,
        0x1.1569da836dde4p-12,  0x1.251ee5104803fp-9,  -0x1.1209519adb866p-15,
        -0x1.98c6de5462f26p-15, 0x1.bd09beb790e12p-21, 0x1.4e58050a7ffa5p-21,
        -0x1.64b082b305c5ep-27, -0x1.5cd69a889fc89p-28};
    static constexpr double far_p0[] = {0x1.ffffffff1c823p-1, -0x1.1fffb2793e45cp-4,
                                        0x1.cac13859d21afp-4, -0x1.1611a93592cedp-1,
                                        0x1.c020fa2c27eb5p1};
    static constexpr double far_q0[] = {-0x1.fffff92c4c5b1p-4, 0x1.2be7e4ac192d1p-4,
                                        -0x1.c55efb0a77cbbp-3, 0x1.28f1df4533ec1p0};
    static constexpr double far_p1[] = {0x1.000000007f7d3p0, 0x1.dfffa92c975cep-4,
                                        -0x1.26f72e38a6cfdp-3, 0x1.499a648e2a4e7p-1,
                                        -0x1.01342107b2d36p2};
    static constexpr double far_q1[] = {0x1.7ffffe115083p-2, -0x1.a3e4bcb55602dp-4,
                                        0x1.159b5083fc093p-2, -0x1.5ab2779de9a76p0};
};
