// Inputs, launches and host results of the measured kernels.
#include "cli/bench_workloads.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

namespace warpscope::cli {
namespace {

template<class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}
template<class T>
std::vector<T> values_of(const std::vector<std::uint8_t>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

template<class T>
PtxArgument buffer(const char* name, Type type, const std::vector<T>& values) {
    return {name, name, PtxArgument::Kind::Buffer, type, bytes_of(values)};
}
template<class T>
PtxArgument scalar(const char* name, Type type, T value) {
    return {name, "", PtxArgument::Kind::Scalar, type, bytes_of(std::vector<T>{value})};
}

std::string power_of_two(unsigned exponent, const char* noun) {
    return fmt::format("2^{} {}", exponent, noun);
}

/// Whole numbers, so that sums and products are exact in any order.
std::vector<float> small_numbers(std::size_t count, int modulus) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] =
            static_cast<float>(static_cast<int>(i % static_cast<unsigned>(modulus)) - modulus / 2);
    return values;
}

/// Evenly spread over [0, 1).
std::vector<float> random_numbers(std::size_t count) {
    std::vector<float> values(count);
    std::uint32_t state = 3;
    for (float& value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<float>(state >> 8) / static_cast<float>(1 << 24);
    }
    return values;
}

BenchProblem saxpy(BenchSize size) {
    const unsigned exponent = size == BenchSize::Full ? 22 : 12;
    const unsigned n = 1u << exponent;
    constexpr float kFactor = 3;
    const std::vector<float> x = small_numbers(n, 1024), y = small_numbers(n, 333);
    BenchProblem p;
    p.text = power_of_two(exponent, "elements");
    p.request.kernel = "saxpy";
    p.request.grid = {std::min((n + 255) / 256, 1024u), 1, 1};
    p.request.block = {256, 1, 1};
    p.request.arguments = {scalar("n", Type::S32, static_cast<int>(n)),
                           scalar("a", Type::F32, kFactor), buffer("x", Type::F32, x),
                           buffer("y", Type::F32, y)};
    p.output = "y";
    p.is_right = [x, y](const ReadBuffer& read) {
        std::vector<float> expected(y);
        for (std::size_t i = 0; i < x.size(); ++i)
            expected[i] += kFactor * x[i];
        return values_of<float>(read("y")) == expected;
    };
    return p;
}

std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, unsigned n) {
    std::vector<float> c(std::size_t{n} * n, 0.0f);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t column = 0; column < n; ++column)
                c[row * n + column] += a[row * n + k] * b[k * n + column];
    return c;
}

BenchProblem matmul(BenchSize size) {
    const unsigned n = size == BenchSize::Full ? 256 : 32;
    const std::size_t elements = std::size_t{n} * n;
    const std::vector<float> a = small_numbers(elements, 13), b = small_numbers(elements, 7);
    BenchProblem p;
    p.text = fmt::format("{0} x {0}", n);
    p.request.kernel = "matmul_tiled";
    p.request.grid = {(n + 15) / 16, (n + 15) / 16, 1};
    p.request.block = {16, 16, 1};
    p.request.arguments = {buffer("a", Type::F32, a), buffer("b", Type::F32, b),
                           buffer("c", Type::F32, std::vector<float>(elements)),
                           scalar("n", Type::S32, static_cast<int>(n))};
    p.output = "c";
    p.is_right = [a, b, n](const ReadBuffer& read) {
        return values_of<float>(read("c")) == product(a, b, n);
    };
    return p;
}

BenchProblem reduction(BenchSize size) {
    const unsigned exponent = size == BenchSize::Full ? 22 : 12;
    const unsigned n = 1u << exponent, blocks = n / 256;
    std::vector<std::int32_t> values(n);
    for (unsigned i = 0; i < n; ++i)
        values[i] = static_cast<std::int32_t>(i % 2001) - 1000;
    BenchProblem p;
    p.text = power_of_two(exponent, "elements");
    p.request.kernel = "reduce_sequential";
    p.request.grid = {blocks, 1, 1};
    p.request.block = {256, 1, 1};
    p.request.arguments = {buffer("values", Type::S32, values),
                           buffer("block_sums", Type::S32, std::vector<std::int32_t>(blocks)),
                           scalar("n", Type::S32, static_cast<int>(n))};
    p.output = "block_sums";
    p.is_right = [values](const ReadBuffer& read) {
        const auto sums = values_of<std::int32_t>(read("block_sums"));
        for (std::size_t block = 0; block < sums.size(); ++block) {
            const auto first = values.begin() + static_cast<long>(block * 256);
            if (sums[block] != std::accumulate(first, first + 256, 0)) return false;
        }
        return true;
    };
    return p;
}

/// Bodies are x, y, z and mass.
bool is_pulled_right(const std::vector<float>& bodies, const std::vector<float>& got,
                     std::size_t body) {
    constexpr double kSoftening = 0.01f;
    const auto at = [&](std::size_t i, unsigned k) {
        return static_cast<double>(bodies[4 * i + k]);
    };
    double pull[3] = {}, size = 0;
    for (std::size_t other = 0; other < bodies.size() / 4; ++other) {
        double way[3], squared = kSoftening;
        for (unsigned k = 0; k < 3; ++k) {
            way[k] = at(other, k) - at(body, k);
            squared += way[k] * way[k];
        }
        const double strength = at(other, 3) / (squared * std::sqrt(squared));
        for (unsigned k = 0; k < 3; ++k)
            pull[k] += strength * way[k];
        size += strength * std::sqrt(squared);
    }
    double difference = 0;
    for (unsigned k = 0; k < 3; ++k)
        difference += std::abs(static_cast<double>(got[4 * body + k]) - pull[k]);
    return difference < 1e-5 * size;
}

BenchProblem n_body(BenchSize size) {
    const unsigned n = size == BenchSize::Full ? 4096 : 256;
    const std::vector<float> bodies = random_numbers(std::size_t{n} * 4);
    BenchProblem p;
    p.text = fmt::format("{} bodies", n);
    p.request.kernel = "accelerations";
    p.request.grid = {n / 128, 1, 1};
    p.request.block = {128, 1, 1};
    p.request.arguments = {buffer("bodies", Type::F32, bodies),
                           buffer("result", Type::F32, std::vector<float>(bodies.size())),
                           scalar("n", Type::S32, static_cast<int>(n))};
    p.output = "result";
    p.is_right = [bodies, n](const ReadBuffer& read) {
        const auto got = values_of<float>(read("result"));
        for (std::size_t body = 0; body < n; ++body)
            if (!is_pulled_right(bodies, got, body)) return false;
        return true;
    };
    return p;
}

BenchProblem histogram(BenchSize size) {
    const unsigned exponent = size == BenchSize::Full ? 22 : 14;
    const unsigned n = 1u << exponent;
    // Skewed, as in the kernel's own program: many lanes of a warp meet in one bin.
    std::vector<std::uint8_t> bytes(n);
    std::uint32_t state = 1;
    for (std::uint8_t& byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<std::uint8_t>((state >> 28) * (state >> 24 & 15));
    }
    BenchProblem p;
    p.text = power_of_two(exponent, "bytes");
    p.request.kernel = "histogram_shared";
    p.request.grid = {64, 1, 1};
    p.request.block = {256, 1, 1};
    p.request.arguments = {buffer("bytes", Type::U8, bytes),
                           buffer("counts", Type::U32, std::vector<std::uint32_t>(256)),
                           scalar("n", Type::S32, static_cast<int>(n))};
    p.output = "counts";
    p.is_right = [bytes](const ReadBuffer& read) {
        std::vector<std::uint32_t> expected(256);
        for (const std::uint8_t byte : bytes)
            ++expected[byte];
        return values_of<std::uint32_t>(read("counts")) == expected;
    };
    return p;
}

/// The kernel's parameter.
struct View {
    std::int32_t width, height;
    float left, top, step;
};

std::int32_t mandelbrot_iterations(const View& view, int x, int y) {
    constexpr int kMost = 200;
    const float c_re = std::fma(static_cast<float>(x), view.step, view.left);
    const float c_im = std::fma(static_cast<float>(-y), view.step, view.top);
    float re = 0, im = 0;
    int count = 0;
    while (count < kMost && std::fma(re, re, im * im) <= 4.0f) {
        const float next_re = std::fma(re, re, std::fma(-im, im, c_re));
        im = std::fma(re + re, im, c_im);
        re = next_re;
        ++count;
    }
    return count;
}

BenchProblem mandelbrot(BenchSize size) {
    const int width = size == BenchSize::Full ? 1024 : 64;
    const unsigned extent = static_cast<unsigned>(width);
    const View view = {width, width, -2.1f, 1.5f, 3.0f / static_cast<float>(width)};
    BenchProblem p;
    p.text = fmt::format("{0} x {0} pixels", width);
    p.request.kernel = "mandelbrot";
    p.request.grid = {(extent + 31) / 32, (extent + 3) / 4, 1};
    p.request.block = {32, 4, 1};
    p.request.arguments = {
        scalar("view", Type::None, view),
        buffer("counts", Type::S32, std::vector<std::int32_t>(std::size_t{extent} * extent))};
    p.output = "counts";
    p.is_right = [view](const ReadBuffer& read) {
        const auto got = values_of<std::int32_t>(read("counts"));
        std::size_t pixel = 0;
        for (int y = 0; y < view.height; ++y)
            for (int x = 0; x < view.width; ++x)
                if (got[pixel++] != mandelbrot_iterations(view, x, y)) return false;
        return true;
    };
    return p;
}

BenchProblem transpose(BenchSize size) {
    const unsigned n = size == BenchSize::Full ? 2048 : 64;
    std::vector<std::uint32_t> input(std::size_t{n} * n);
    std::iota(input.begin(), input.end(), 0u);
    BenchProblem p;
    p.text = fmt::format("{0} x {0}", n);
    p.request.kernel = "transpose_padded";
    p.request.grid = {n / 32, n / 32, 1};
    p.request.block = {32, 32, 1};
    p.request.arguments = {buffer("input", Type::U32, input),
                           buffer("output", Type::U32, std::vector<std::uint32_t>(input.size())),
                           scalar("width", Type::S32, static_cast<int>(n)),
                           scalar("height", Type::S32, static_cast<int>(n))};
    p.output = "output";
    p.is_right = [n](const ReadBuffer& read) {
        const auto got = values_of<std::uint32_t>(read("output"));
        for (std::uint32_t row = 0; row < n; ++row)
            for (std::uint32_t column = 0; column < n; ++column)
                if (got[std::size_t{row} * n + column] != column * n + row) return false;
        return true;
    };
    return p;
}

constexpr BenchWorkload kWorkloads[] = {
    {"saxpy", "saxpy.cu", saxpy},
    {"matmul", "matmul/2_tiled.cu", matmul},
    {"reduction", "reduction/2_sequential.cu", reduction},
    {"n_body", "n_body.cu", n_body},
    {"histogram", "histogram/2_shared.cu", histogram},
    {"mandelbrot", "mandelbrot.cu", mandelbrot},
    {"transpose", "transpose/3_padded.cu", transpose},
};

} // namespace

std::span<const BenchWorkload> bench_workloads() {
    return kWorkloads;
}

} // namespace warpscope::cli
