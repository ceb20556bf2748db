// Polynomial coefficients of the Bessel functions of the first kind.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

struct BesselJCoefficients {
    // J0(x) over x^2, x <= 1.4
    static constexpr double j0_near[] = {0x1p0,
                                         -0x1p-2,
                                         0x1.fffffffffffb9p-7,
                                         -0x1.c71c71c719a5bp-12,
                                         0x1.c71c71c554f1p-18,
                                         -0x1.234566e616dd9p-24,
                                         0x1.02e816ba7bff4p-31,
                                         -0x1.5207e85357e16p-39,
                                         0x1.48f00100f56f4p-47};
    // J0(x) / (x - zero 1) over x - 2.6875, 1.4 <= x <= 4
    static constexpr double j0_1[] = {
        -0x1.eff22ec52a484p-2,  0x1.19f4b050e54ddp-3,   0x1.8b70f5853d21cp-5,
        -0x1.6574816c3025ep-7,  -0x1.d07637d1a20d1p-10, 0x1.5ab0d5cdcf00ep-12,
        0x1.1d9c0d3796f2cp-15,  -0x1.6a4fd7a71e833p-18, -0x1.b025e7101d2d2p-22,
        0x1.dc0ff8a6ba602p-25,  0x1.ba7e23df2c464p-29,  -0x1.ae812d4dec0f7p-32,
        -0x1.46b26d206ff3cp-36, 0x1.1c959dbde0a7ap-39,  0x1.64284d9d3de67p-44,
        -0x1.1cb90ae15425dp-47};
    // J0(x) / (x - zero 2) over x - 5.5625, 4 <= x <= 7.1
    static constexpr double j0_2[] = {
        0x1.5afeba8ec451cp-2,   -0x1.2119fc9759329p-5,  -0x1.ad0e3659ec8ep-5,
        0x1.4864968f15582p-8,   0x1.22da71b4d4cb4p-9,   -0x1.87f706692f7f1p-13,
        -0x1.7e09671559416p-15, 0x1.c7321de02df07p-19,  0x1.2b808ac32360fp-21,
        -0x1.3e7b0bf638b02p-25, -0x1.394e5866c381fp-28, 0x1.2c29d724b463cp-32,
        0x1.d53583b594f33p-36,  -0x1.98494e7eee7d2p-40, -0x1.07ff403598f24p-43,
        0x1.978f68be6408cp-48,  0x1.c2c6dec094eb8p-52};
    // J0(x) / (x - zero 3) over x - 7.5625, 7.1 <= x <= 8
    static constexpr double j0_3[] = {
        -0x1.e319b79f039b7p-3, -0x1.40c21c1ab6014p-4,  0x1.2fa6333fee4a4p-5,
        0x1.b04a32c8505d8p-8,  -0x1.df72ff57486dep-10, -0x1.9708482b97dd5p-13,
        0x1.5fd02b05a4a28p-15, 0x1.96084ad9b18a3p-19,  -0x1.2a1d0b5fdfc67p-21,
        -0x1.fd482ae65cbdp-26, 0x1.48bbf1ae3bce3p-28,  0x1.c3ad5407f8006p-33};
    // J1(x) / x over x^2, x <= 2
    static constexpr double j1_near[] = {0x1p-1,
                                         -0x1p-4,
                                         0x1.555555555554ep-9,
                                         -0x1.c71c71c71c18cp-15,
                                         0x1.6c16c16bf39f3p-21,
                                         -0x1.845c89fce589cp-28,
                                         0x1.27e4f703f9988p-35,
                                         -0x1.5228ba1e29a29p-43,
                                         0x1.2c44c8b182cbp-51,
                                         -0x1.983c43b9cf97ep-60};
    // J1(x) / (x - zero 1) over x - 3.6875, 2 <= x <= 5.4
    static constexpr double j1_1[] = {
        -0x1.a308bf8c171c9p-2,  0x1.2dec82833eae2p-5,   0x1.c59284dd66402p-5,
        -0x1.f9b01a60f6df3p-9,  -0x1.334747d2055b2p-9,  0x1.17dfdcf4e4155p-13,
        0x1.9a7ac5d5040c4p-15,  -0x1.3be178c5754b5p-19, -0x1.47b43ffb5d812p-21,
        0x1.b46ac6a348555p-26,  0x1.5c73f52371bd5p-28,  -0x1.98ccce97516edp-33,
        -0x1.089cf27d563eep-35, 0x1.15224acd681abp-40,  0x1.2d24baa0f036ap-43,
        -0x1.128e2b9fcfe23p-48, -0x1.fd30817f60663p-52};
    // J1(x) / (x - zero 2) over x - 6.6875, 5.4 <= x <= 8
    static constexpr double j1_2[] = {
        0x1.353d48ce11dc3p-2,   0x1.4c39e99e218bep-7,   -0x1.8e95869a3ebc4p-5,
        0x1.1569e58600a07p-12,  0x1.251ee69d3d5abp-9,   -0x1.120a6fb6ce518p-15,
        -0x1.98c7b71afcbb2p-15, 0x1.bd693495be837p-21,  0x1.4e8df30d73923p-21,
        -0x1.72b779d6bc675p-27, -0x1.6942d12009bd1p-28, 0x1.852d22f2f4364p-34,
        0x1.150641bef0df1p-35,  -0x1.15bee1baf6e85p-41, -0x1.3546aca9f3906p-43};
    // P of order 0 over 1 / x^2, x >= 8: J = sqrt(2 / (pi x)) (P cos chi - Q sin chi)
    static constexpr double far_p0[] = {0x1p0,
                                        -0x1.1ffffffffa14ep-4,
                                        0x1.cb5fffb43a79ap-4,
                                        -0x1.251eb80bb4e9fp-1,
                                        0x1.84ad32aacb88fp2,
                                        -0x1.b679c1552c514p6,
                                        0x1.6e50be180d993p11,
                                        -0x1.808c4005f3bdbp16,
                                        0x1.9ad069b7dadc8p21,
                                        -0x1.6942cf1e8481ep26,
                                        0x1.a80e8a7dcf194p30,
                                        -0x1.db5b79b340cfbp33};
    // x Q of order 0
    static constexpr double far_q0[] = {
        -0x1.ffffffffffff6p-4, 0x1.2bffffffcf24ep-4, -0x1.d11dfec5afe82p-3, 0x1.ba4b916f1fc1ap0,
        -0x1.85f53ca423e0cp4,  0x1.11fac47e8af5cp9,  -0x1.0ed7e616bab76p14, 0x1.3f8242f5b44bep19,
        -0x1.6eab4ca0f333bp24, 0x1.502612aa7c4fdp29, -0x1.946e4c7b8fdcep33, 0x1.cc6548d380fa8p36};
    // P of order 1
    static constexpr double far_p1[] = {0x1p0,
                                        0x1.dffffffff9b82p-4,
                                        -0x1.274fffd7ce1fap-3,
                                        0x1.5a6a252386caep-1,
                                        -0x1.b8812fecf6601p2,
                                        0x1.e4b4180e2bcd5p6,
                                        -0x1.8e8b6f4bbf022p11,
                                        0x1.9e509773b7652p16,
                                        -0x1.b82d7f058de7ap21,
                                        0x1.81ea7eda92645p26,
                                        -0x1.c439b4ef51d1p30,
                                        0x1.fa69a159de631p33};
    // x Q of order 1
    static constexpr double far_q1[] = {
        0x1.7fffffffffffdp-2, -0x1.a3ffffffcc449p-4, 0x1.1c3cff59a30fcp-2, -0x1.fe5744c770d36p0,
        0x1.b3d7d9c129722p4,  -0x1.2c2306d670016p9,  0x1.24d9159b54aafp14, -0x1.56b57abe2f0f6p19,
        0x1.8783e4777c97ap24, -0x1.66070ea23737fp29, 0x1.ae21f3963cdedp33, -0x1.e9385d32c9b33p36};
};
