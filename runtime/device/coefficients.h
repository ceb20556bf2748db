// Polynomial coefficients of the device library, lowest power first.
//
// Each row is a minimax fit (Remez exchange in 200-bit arithmetic, coefficients then rounded, as
// scripts/fit_device_polynomials.py does it) of the function in its comment, weighted so that the
// error relative to the final result is smallest.
#pragma once

template<class T>
struct Coefficients;

template<>
struct Coefficients<float> {
    // (e^r - 1 - r) / r^2, |r| <= ln 2 / 2
    static constexpr float exp_tail[] = {0x1p-1f, 0x1.55548ep-3f, 0x1.55545ep-5f, 0x1.123b4ap-7f,
                                         0x1.6db4c2p-10f};
    // (2^r - 1) / r, |r| <= 1/2
    static constexpr float exp2_tail[] = {0x1.62e43p-1f,  0x1.ebfbep-3f,   0x1.c6aedp-5f,
                                          0x1.3b29aap-7f, 0x1.5f47b2p-10f, 0x1.448fdap-13f};
    // (10^r - 1) / r, |r| <= log10(2) / 2
    static constexpr float exp10_tail[] = {0x1.26bb1cp1f, 0x1.53524ep1f,  0x1.046f24p1f,
                                           0x1.2bd3e6p0f, 0x1.15ad9ap-1f, 0x1.ad307cp-3f};
    // (2 artanh(s) - 2 s) / s^3 over z = s^2, s = f / (2 + f)
    static constexpr float log_tail[] = {0x1.55557ap-1f, 0x1.995ebap-2f, 0x1.31e3p-2f};
    // (2 artanh(s) - 2 s - 2 s^3 / 3) / s^5 over z = s^2
    static constexpr float log_tail_after_cube[] = {0x1.999ap-2f, 0x1.245298p-2f, 0x1.df9cdep-3f};
    // (sin r - r) / r^3 over z = r^2, |r| <= pi / 4
    static constexpr float sin_tail[] = {-0x1.555546p-3f, 0x1.11076p-7f, -0x1.994e42p-13f};
    // (cos r - 1 + r^2 / 2) / r^4 over z = r^2
    static constexpr float cos_tail[] = {0x1.55554ap-5f, -0x1.6c0c8ap-10f, 0x1.9a0206p-16f};
    // (sin(pi r) / r - pi) / r^2 over z = r^2, |r| <= 1/4
    static constexpr float sinpi_tail[] = {-0x1.4abbcp2f, 0x1.466032p1f, -0x1.2dd048p-1f};
    // (cos(pi r) - 1) / r^2 over z = r^2
    static constexpr float cospi_tail[] = {-0x1.3bd3ccp2f, 0x1.03c1dep2f, -0x1.55c5ep0f,
                                           0x1.d9d57ep-3f};
    // (tan r - r) / r^3 over z = r^2
    static constexpr float tan_tail[] = {0x1.55556p-2f,  0x1.110d8ap-3f, 0x1.badca4p-5f,
                                         0x1.5ca7eap-6f, 0x1.633c5ap-7f, 0x1.5b2bfep-14f,
                                         0x1.1f084p-8f};
    // (atan x - x) / x^3 over z = x^2, x <= 1
    static constexpr float atan_tail[] = {-0x1.55554p-2f,  0x1.999276p-3f,  -0x1.2426f8p-3f,
                                          0x1.c0d27ep-4f,  -0x1.58dc66p-4f, 0x1.dd0ebp-5f,
                                          -0x1.01af6ep-5f, 0x1.6a8f6ep-7f,  -0x1.defe9cp-10f};
    // (asin x - x) / x^3 over z = x^2, x <= 1/2
    static constexpr float asin_tail[] = {0x1.5555cap-3f, 0x1.33015p-4f, 0x1.748c48p-5f,
                                          0x1.8ba372p-6f, 0x1.59d9e4p-5f};
    // erf(x) / x - 1 over z = x^2, x <= 1
    static constexpr float erf_small[] = {0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2cf8p-4f,
                                          -0x1.b7f91p-6f, 0x1.5405bep-8f,  -0x1.a3f71ep-11f,
                                          0x1.496a12p-14f};
    // log2(erfc x), 1 <= x <= 4, weighted for the error of 1 - 2^q
    static constexpr float erf_far[] = {-0x1.0c21fap-11f, -0x1.a03f9cp0f, -0x1.d76f7ep-1f,
                                        -0x1.306ccap-3f,  0x1.01ae96p-5f, -0x1.15e272p-8f,
                                        0x1.18a61ap-12f};
    // (tanh x - x) / x^3 over z = x^2, x <= 0.9
    static constexpr float tanh_tail[] = {-0x1.55554cp-2f, 0x1.110ef8p-3f,  -0x1.b9c1bp-5f,
                                          0x1.62ade8p-6f,  -0x1.0dcaacp-7f, 0x1.4e8994p-9f,
                                          -0x1.d186dap-12f};
    // (1 + 2 x) e^(x^2) erfc(x) over t = (x - 2) / (x + 2)
    static constexpr float erfc_scaled[] = {
        0x1.46e80ep0f,   -0x1.7bf5dcp-4f, -0x1.5407f8p-3f, 0x1.4ff8d6p-3f,   -0x1.bc195ap-5f,
        -0x1.065b74p-7f, 0x1.1bc078p-7f,  0x1.2d422p-10f,  -0x1.4bdd4ap-10f, -0x1.def092p-13f};
};

template<>
struct Coefficients<double> {
    // (e^r - 1 - r) / r^2, |r| <= ln 2 / 2
    static constexpr double exp_tail[] = {
        0x1.000000000000bp-1,  0x1.5555555555561p-3,  0x1.5555555550041p-5,  0x1.111111110d5e1p-7,
        0x1.6c16c185a3b9ap-10, 0x1.a01a01bb03964p-13, 0x1.a019969d5e2d8p-16, 0x1.71dddf7f612afp-19,
        0x1.28b0403824f91p-22, 0x1.af85ff999f503p-26};
    // (2^r - 1) / r, |r| <= 1/2
    static constexpr double exp2_tail[] = {
        0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,  0x1.c6b08d704a0d1p-5,  0x1.3b2ab6fba4e81p-7,
        0x1.5d87fe78a22cep-10, 0x1.430912f868dcep-13, 0x1.ffcbfc75e451ap-17, 0x1.62c0224d886b3p-20,
        0x1.b524db531144cp-24, 0x1.e4cee8a3f737ep-28, 0x1.ea042078318b6p-32, 0x1.c4da136aa1643p-36};
    // (2 artanh(s) - 2 s) / s^3 over z = s^2, s = f / (2 + f)
    static constexpr double log_tail[] = {
        0x1.5555555555592p-1, 0x1.999999997fde4p-2, 0x1.24924941ef0bdp-2, 0x1.c71c520a9cbafp-3,
        0x1.74663ec1403a9p-3, 0x1.39a1bc120cae3p-3, 0x1.2f056e090ac64p-3};
    // (2 artanh(s) - 2 s - 2 s^3 / 3) / s^5 over z = s^2
    static constexpr double log_tail_after_cube[] = {
        0x1.9999999999997p-2, 0x1.2492492492dffp-2, 0x1.c71c71c5b7d6ap-3, 0x1.745d181bba25ap-3,
        0x1.3b1367f32dbeep-3, 0x1.1120033cba9fcp-3, 0x1.de4cd26b0f5ap-4,  0x1.ea5167803dc9ep-4};
    // (sin r - r) / r^3 over z = r^2, |r| <= pi / 4
    static constexpr double sin_tail[] = {-0x1.5555555555549p-3,  0x1.111111110f87ep-7,
                                          -0x1.a01a019c1202ap-13, 0x1.71de3578006cdp-19,
                                          -0x1.ae5e6666f5d4ep-26, 0x1.5d930a3f632a8p-33};
    // (cos r - 1 + r^2 / 2) / r^4 over z = r^2
    static constexpr double cos_tail[] = {0x1.555555555554cp-5,  -0x1.6c16c16c15181p-10,
                                          0x1.a01a019cb1f6dp-16, -0x1.27e4f80a0ee3p-22,
                                          0x1.1ee9ebf822e68p-29, -0x1.8faea1e259ddap-37};
    // (sin(pi r) / r - pi) / r^2 over z = r^2, |r| <= 1/4
    static constexpr double sinpi_tail[] = {-0x1.4abbce625be47p2,  0x1.466bc67758d85p1,
                                            -0x1.32d2cce3332dep-1, 0x1.5078301b625e3p-4,
                                            -0x1.e300a65a30aa5p-8, 0x1.e403d084baac6p-12};
    // (cos(pi r) - 1) / r^2 over z = r^2
    static constexpr double cospi_tail[] = {
        -0x1.3bd3cc9be45dep2,  0x1.03c1f081b5aaep2,   -0x1.55d3c7e3c928p0,   0x1.e1f5068367b1dp-3,
        -0x1.a6d1ec7e0b707p-6, 0x1.f9cc40ac9cc9ap-10, -0x1.b263c346dcf65p-14};
    // (tan r - r) / r^3 over z = r^2
    static constexpr double tan_tail[] = {
        0x1.55555555554fp-2,    0x1.1111111118428p-3,   0x1.ba1ba1b45cc1dp-5,
        0x1.664f49ab1a424p-6,   0x1.226e120f48217p-7,   0x1.d6d93e640e26dp-9,
        0x1.7d5ad95c5b466p-10,  0x1.37feead933a4fp-11,  0x1.d23c6a54714e3p-13,
        0x1.1e969c12db44cp-13,  -0x1.bdde42eb9340dp-16, 0x1.77f13d745f6bep-14,
        -0x1.7948fd01aaba6p-15, 0x1.5e70152ebca48p-16};
    // (atan x - x) / x^3 over z = x^2, x <= 1
    static constexpr double atan_tail[] = {
        -0x1.555555555552ap-2,  0x1.9999999995ae7p-3,  -0x1.2492492392354p-3,
        0x1.c71c718426e1cp-4,   -0x1.745d11fb26a33p-4, 0x1.3b136a1729f65p-4,
        -0x1.110e6d92196f7p-4,  0x1.e1bcf7a943014p-5,  -0x1.ae644ceae9181p-5,
        0x1.82eeadab1831bp-5,   -0x1.59d7ed24faffap-5, 0x1.2c980ee062259p-5,
        -0x1.eb4903eb85c32p-6,  0x1.69d84513cc67fp-6,  -0x1.ca97281aec159p-7,
        0x1.dc03c8f69b7f1p-8,   -0x1.7ea5a896c369dp-9, 0x1.ba3b9f6d8abc8p-11,
        -0x1.44a2df83c864ap-13, 0x1.c4a14cd143b65p-17};
    // (asin x - x) / x^3 over z = x^2, x <= 1/2
    static constexpr double asin_tail[] = {
        0x1.5555555555387p-3, 0x1.333333336f8c6p-4, 0x1.6db6db41d1dp-5,    0x1.f1c72c6dde285p-6,
        0x1.6e89ef6e47dc1p-6, 0x1.1c6c2855a0a49p-6, 0x1.c6f87395d6893p-7,  0x1.8ee4e0aa6daacp-7,
        0x1.aab1f4f1de60fp-8, 0x1.40b2e881a8b56p-6, -0x1.0af63f213b526p-6, 0x1.05cec6cd2ffa2p-5};
    // erf(x) / x - 1 over z = x^2, x <= 1
    static constexpr double erf_small[] = {
        0x1.06eba8214db69p-3,   -0x1.812746b0379e6p-2,  0x1.ce2f21a042b21p-4,
        -0x1.b82ce312849afp-6,  0x1.565bcd0db053p-8,    -0x1.c02db3d8f264ep-11,
        0x1.f9a321a195b9dp-14,  -0x1.f4d1df40274b3p-17, 0x1.b9def1de3f8ebp-20,
        -0x1.5f1d38354a7c9p-23, 0x1.f7a41b6768efap-27,  -0x1.386acc14bb476p-30,
        0x1.0579a088993a1p-34};
    // (1 + 2 x) e^(x^2) erfc(x) over t = (x - 4) / (x + 4)
    static constexpr double erfc_scaled[] = {
        0x1.3ba5916e9fd7fp0,   -0x1.1df1ad154a28ep-3,  0x1.f7f5df66fd573p-7,
        0x1.16ecefcfa5346p-4,  -0x1.9ddb23c3e7cd2p-4,  0x1.7fee004e13316p-4,
        -0x1.0fb06dfe6b6f3p-4, 0x1.3079edf65cebp-5,    -0x1.0962387d9c377p-6,
        0x1.49c6729518e9p-8,   -0x1.8d4aa17f81d85p-11, -0x1.a1df342d7a168p-13,
        0x1.3be0d71accc44p-13, -0x1.9956e842386b3p-16, -0x1.78a3df49cac65p-17,
        0x1.7f090aac70102p-18, 0x1.41ad0360bf122p-22,  -0x1.b8eafda878b99p-21,
        0x1.1fc8bfccb2762p-24, 0x1.c1cfc38478f9bp-24,  -0x1.a3d0bee600cd5p-27,
        -0x1.5da90d5135161p-27};
};
