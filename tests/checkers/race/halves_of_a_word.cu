// Two warps each own one half of every word. Storing a half alone is no conflict; reading the whole
// word, changing a half and writing the word back takes the other warp's half along.
// checker: race
// finds: Race global inter-warp read-write unordered
// finds: Race global inter-warp write-write unordered

#include "../check.h"

constexpr int words = 32;

__global__ void wrong_store(unsigned* out) {
    const int word = threadIdx.x % words, half = threadIdx.x / words;
    const unsigned old = out[word]; // [wrong]
    const unsigned other = old & (0xffff0000u >> 16 * half);
    out[word] = other | (word + half) << 16 * half; // [wrong]
}

__global__ void right_store(unsigned* out) {
    const int word = threadIdx.x % words, half = threadIdx.x / words;
    reinterpret_cast<unsigned short*>(out)[2 * word + half] = word + half;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<unsigned> expected(words);
    for (unsigned word = 0; word < words; ++word)
        expected[word] = word | (word + 1) << 16;
    DeviceArray<unsigned> out(words);
    const auto kernel = right ? right_store : wrong_store;
    kernel<<<1, 2 * words>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
