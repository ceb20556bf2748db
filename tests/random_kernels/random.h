// Random: numbers from a seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpscope::random_kernels {

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 + 0x1234567) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    /// From 0 to count - 1.
    unsigned below(std::size_t count) {
        return static_cast<unsigned>((next() >> 32) * std::uint64_t{count} >> 32);
    }
    /// From first to last, both included.
    unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
    bool one_in(unsigned n) { return below(n) == 0; }
    template<class T, std::size_t n>
    const T& pick(const T (&table)[n]) {
        return table[below(n)];
    }
    template<class Container>
    const auto& pick(const Container& table) {
        return table[below(table.size())];
    }

private:
    std::uint64_t state_;
};

} // namespace warpscope::random_kernels
