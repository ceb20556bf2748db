// Where the threads of a kernel find what they begin with and leave what they end with.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/random_kernels/program.h"

namespace warpscope::random_kernels {

/// A variable in a thread's record.
struct Slot {
    char letter;     ///< of its register; 'p': all predicates, a bit each
    unsigned number; ///< of its register
    unsigned offset, bytes;
    std::string name() const { return "%" + std::string(1, letter) + std::to_string(number); }
};
std::span<const Slot> slots();

inline constexpr unsigned kPredicates = 4;
inline constexpr unsigned kRecordBytes = 192;
/// The accumulator, into which statements mix what they computed.
inline constexpr unsigned kAccumulator = 99;

// The input: a table that all threads read, then a record for each thread.
inline constexpr unsigned kTableBytes = 4096;
inline constexpr unsigned kTableSingles = 2048, kTableDoubles = 3072; ///< integers come first

// The output: a record for each thread with its scratch memory behind, between guards, and cells
// that all threads change by atomic operations.
inline constexpr unsigned kScratchBytes = 64;
inline constexpr unsigned kOutputStride = kRecordBytes + kScratchBytes;
inline constexpr unsigned kGuardBytes = 256;
inline constexpr unsigned kCellBytes = 16, kCells = 48;

struct Buffers {
    std::vector<std::uint8_t> input, output;
};
/// What memory holds before the launch.
Buffers initial_buffers(std::uint64_t seed, const Shape& shape);

/// "block (1, 0, 0), thread (3, 0, 0), %r4" or "cell 7, byte 2".
std::string place_in_output(const Shape& shape, std::uint64_t byte, unsigned& element_bytes,
                            std::uint64_t& element_start);

} // namespace warpscope::random_kernels
