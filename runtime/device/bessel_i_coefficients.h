// Polynomial coefficients of the modified Bessel functions.
//
// Minimax fits by Remez exchange in 200-bit arithmetic, weighted for the relative error (for far_*:
// the absolute one), then rounded; lowest power first.
#pragma once

struct BesselICoefficients {
    // I0(x) over x^2, x <= 8
    static constexpr double i0_near[] = {0x1p0,
                                         0x1p-2,
                                         0x1.ffffffffffff3p-7,
                                         0x1.c71c71c71c85cp-12,
                                         0x1.c71c71c71a935p-18,
                                         0x1.23456789c5e74p-24,
                                         0x1.02e85c06c94dp-31,
                                         0x1.522a44218e2dcp-39,
                                         0x1.522a4126b8221p-47,
                                         0x1.0b3153e64e55ap-55,
                                         0x1.55ff4d931b587p-64,
                                         0x1.69e61e8504204p-73,
                                         0x1.40a5e2be5792bp-82,
                                         0x1.f2a2bc4d761a2p-92,
                                         0x1.108c270db7b61p-101,
                                         0x1.1caed18707e3ap-110};
    // I1(x) / x over x^2, x <= 8
    static constexpr double i1_near[] = {0x1p-1,
                                         0x1.ffffffffffff9p-5,
                                         0x1.5555555555601p-9,
                                         0x1.c71c71c71adap-15,
                                         0x1.6c16c16c358b7p-21,
                                         0x1.845c8a0a2b471p-28,
                                         0x1.27e4fb9ef00f2p-35,
                                         0x1.522a40f8f381ep-43,
                                         0x1.2c97812a0e752p-51,
                                         0x1.ab7eeabbab0dep-60,
                                         0x1.f19f2244dde0dp-69,
                                         0x1.e0e1db69cc965p-78,
                                         0x1.959f3b5f1a1b4p-87,
                                         0x1.d9ff8fa8ab9bdp-97,
                                         0x1.0ce33300bda95p-105};
    // e^-x sqrt(x) I0(x) over 1 / x, x >= 8
    static constexpr double i0_far[] = {
        0x1.9884533d4365p-2,  0x1.9884533d45873p-5,  0x1.cb94dd9846c51p-6, 0x1.debb1d9b77ec2p-6,
        0x1.6e8715d7f0a28p-5, 0x1.712da7822489dp-4,  0x1.57bcc17e4ec11p-2, -0x1.895413f5395c2p3,
        0x1.02b4cdeef77a3p10, -0x1.c8b2348a2c855p15, 0x1.2c313d0f35729p21, -0x1.2c81b7d38ee7bp26,
        0x1.d15745d2cfe1p30,  -0x1.19160e71f8dfcp35, 0x1.09ce352bc3617p39, -0x1.88e637b13e843p42,
        0x1.c2edea5aa7cdep45, -0x1.8cccfdd8a161ap48, 0x1.062c8fa307d5p51,  -0x1.f6d31f9e40ecfp52,
        0x1.4a1f83efe6b0ap54, -0x1.095c9acf0971ap55, 0x1.89e3342c450d3p54};
    // e^-x sqrt(x) I1(x) over 1 / x, x >= 8
    static constexpr double i1_far[] = {
        0x1.9884533d43651p-2,  -0x1.32633e6df312ap-3, -0x1.7efc0e039aaf1p-5, -0x1.4f1c90d5d5aebp-5,
        -0x1.d741feb2b516fp-5, -0x1.c2e122ff5e262p-4, -0x1.9acab3f04b804p-2, 0x1.c9e61c05d853ep3,
        -0x1.24f7a2ce94de3p10, 0x1.fc3270d9e2273p15,  -0x1.49e7972502fb6p21, 0x1.4722e529a549ep26,
        -0x1.f6c744258c475p30, 0x1.2dd3f8a713c48p35,  -0x1.1befd9261147ap39, 0x1.a1d35393f58ecp42,
        -0x1.ddaa7838bbc38p45, 0x1.a2e04e68f1192p48,  -0x1.13e794290afcdp51, 0x1.07d7670aff805p53,
        -0x1.5990a23043d0ep54, 0x1.15214b6b15b41p55,  -0x1.9a7a79ca06a2dp54};
};
