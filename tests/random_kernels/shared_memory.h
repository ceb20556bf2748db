// What lies where in a block's static shared memory: cells (or a counter and a sum), a list with a
// word a thread, slots of 16 bytes a thread. The dynamic memory has 8 bytes a thread.
#pragma once

namespace warpscope::random_kernels {

inline constexpr unsigned kMostThreads = 256; ///< of a block
inline constexpr unsigned kSharedCells = 16;  ///< of 8 bytes
inline constexpr unsigned kListStart = 128;
inline constexpr unsigned kSlotStart = kListStart + 4 * kMostThreads;
inline constexpr unsigned kSharedBytes = kSlotStart + 16 * kMostThreads;

} // namespace warpscope::random_kernels
