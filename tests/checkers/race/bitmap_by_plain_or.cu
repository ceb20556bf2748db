// Threads of several blocks set bits of the same words. `|=` loads, changes and stores the whole
// word, and takes the bits that others set meanwhile away again; atomicOr does not.
// checker: race
// finds: Race global inter-block read-write unordered
// finds: Race global inter-block write-write unordered

#include "../check.h"

constexpr int words = 32, blocks = 4;

template<bool right>
__global__ void set_bits(unsigned* bitmap) {
    const unsigned bit = 1u << 5 * blockIdx.x;
    if constexpr (right)
        atomicOr(&bitmap[threadIdx.x], bit);
    else
        bitmap[threadIdx.x] |= bit; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<unsigned> bitmap(words);
    const auto kernel = right ? set_bits<true> : set_bits<false>;
    kernel<<<blocks, words>>>(bitmap.data());
    if (right) expect_all("bitmap", bitmap.host(), std::vector<unsigned>(words, 0x8421));
    return finish(argv[1]);
}
