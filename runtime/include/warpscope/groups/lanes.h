// What groups inside a warp are made of: lane numbers, and values moved from lane to lane.
#pragma once

#include <string.h>

#include <type_traits>

// Members of groups: inlined and without line information, so that what they do is attributed to
// the line that calls them.
#define WARPSCOPE_GROUP __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace details {

WARPSCOPE_GROUP unsigned lane() {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
WARPSCOPE_GROUP unsigned lanes_below() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

/// The lane of the member with this rank. `members` has more than `rank` lanes.
WARPSCOPE_GROUP unsigned lane_of(unsigned members, unsigned rank) {
    return members == 0xffffffffu ? rank : __fns(members, 0, static_cast<int>(rank) + 1);
}

/// The value that lane `from` holds; all lanes of `members` call it. A value of any size goes word
/// by word.
template<class T>
WARPSCOPE_GROUP T from_lane(unsigned members, const T& value, unsigned from) {
    static_assert(std::is_trivially_copyable_v<T>, "only plain values move between lanes");
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned word[words] = {};
    memcpy(word, &value, sizeof(T));
    for (unsigned k = 0; k < words; ++k)
        word[k] = __shfl_sync(members, word[k], static_cast<int>(from));
    T moved;
    memcpy(&moved, word, sizeof(T));
    return moved;
}

/// Members among `members` whose value equals the caller's; all of them call it.
template<class T>
WARPSCOPE_GROUP unsigned same_value(unsigned members, T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "match compares values of 4 or 8 bytes");
    if constexpr (sizeof(T) == 4)
        return __match_any_sync(members, __builtin_bit_cast(unsigned, value));
    else
        return __match_any_sync(members, __builtin_bit_cast(unsigned long long, value));
}

/// A mask of lanes as a mask of ranks: bit r is the bit of the member with rank r.
WARPSCOPE_GROUP unsigned by_rank(unsigned members, unsigned lanes) {
    if (members == 0xffffffffu) return lanes;
    unsigned ranks = 0;
    for (unsigned rank = 0; members != 0; ++rank, members &= members - 1)
        ranks |= (lanes >> (__ffs(static_cast<int>(members)) - 1) & 1u) << rank;
    return ranks;
}

} // namespace details
} // namespace cooperative_groups
