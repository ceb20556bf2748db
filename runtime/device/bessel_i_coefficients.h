// Polynomial coefficients of the modified Bessel functions.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

struct BesselICoefficients {
    // I0(x) over x^2, x <= 16
    static constexpr double i0_near[] = {0x1p0,
                                         0x1p-2,
                                         0x1.ffffffffffffdp-7,
                                         0x1.c71c71c71c74bp-12,
                                         0x1.c71c71c71c45p-18,
                                         0x1.23456789ad5f6p-24,
                                         0x1.02e85c0886de1p-31,
                                         0x1.522a43f7675c3p-39,
                                         0x1.522a43eaa1cb6p-47,
                                         0x1.0b3132e6f0305p-55,
                                         0x1.5601840658421p-64,
                                         0x1.69cac473d1287p-73,
                                         0x1.419692e443549p-82,
                                         0x1.e731260fce2c8p-92,
                                         0x1.3df0b163e06eep-101,
                                         0x1.6b43a4764bd45p-111,
                                         0x1.6356bfa975c59p-121,
                                         0x1.5a7d7825d5cc8p-131,
                                         0x1.6498e18c65a26p-142,
                                         0x1.4f31331929e7cp-151,
                                         -0x1.89443ced2dda3p-163,
                                         0x1.cc379cc149ec1p-172};
    // I1(x) / x over x^2, x <= 16
    static constexpr double i1_near[] = {0x1p-1,
                                         0x1.fffffffffffffp-5,
                                         0x1.555555555556cp-9,
                                         0x1.c71c71c71c4e7p-15,
                                         0x1.6c16c16c18801p-21,
                                         0x1.845c8a0ccb482p-28,
                                         0x1.27e4fb787e5bcp-35,
                                         0x1.522a43ea0085fp-43,
                                         0x1.2c97594c27a78p-51,
                                         0x1.ab81e482117c1p-60,
                                         0x1.f176d3defcc4cp-69,
                                         0x1.e261aeb2d2b43p-78,
                                         0x1.8bd8fb65bcc5dp-87,
                                         0x1.162dfa424679ap-96,
                                         0x1.54ae29ea159dbp-106,
                                         0x1.62bdeac5ae2a8p-116,
                                         0x1.72549c6c9b9cbp-126,
                                         0x1.85c0e79a85945p-137,
                                         0x1.981d6e2235bd5p-146,
                                         -0x1.0b4af29941fc1p-157,
                                         0x1.334158ca5d6bcp-166};
    // e^-x sqrt(x) I0(x) over 1 / x, x >= 16
    static constexpr double i0_far[] = {
        0x1.9884533d43651p-2,  0x1.9884533d43819p-5, 0x1.cb94dda4070e3p-6,  0x1.debb12f4d2dbp-6,
        0x1.6e86a533d74afp-5,  0x1.7340683c211cp-4,  0x1.ce08ac67bffc5p-3,  0x1.ae7b33e45b388p-1,
        -0x1.9d7f97ca5b969p1,  0x1.36e8887cee264p7,  -0x1.3a2bedd7ab6e1p11, 0x1.cd24087cf9991p14,
        -0x1.82439b735844ep17, 0x1.31dd4d4fc6b9bp19};
    // e^-x sqrt(x) I1(x) over 1 / x, x >= 16
    static constexpr double i1_far[] = {
        0x1.9884533d43651p-2,  -0x1.32633e6df2938p-3, -0x1.7efc0e08f33c9p-5, -0x1.4f1c8d0b5f8c4p-5,
        -0x1.d73f856bb7dadp-5, -0x1.c5bb317b31dbdp-4, -0x1.1154213146abfp-2, -0x1.ea5942712cfdep-1,
        0x1.a6c172102b43ap1,   -0x1.4d0dd2e4bacf2p7,  0x1.4ed42ebadc55dp11,  -0x1.eb25e30a5d8a8p14,
        0x1.9ab3dc8bce0edp17,  -0x1.44f991894a0d3p19};
};
