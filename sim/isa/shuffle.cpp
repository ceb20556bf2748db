// Exchange of values between the lanes of a warp (PTX ISA, "shfl.sync").
#include "sim/isa/families.h"
#include "sim/isa/member_mask.h"

WARPSCOPE_ISA_BEGIN
namespace {

enum class Mode : std::uint8_t { Up, Down, Butterfly, Index };

/// The lane that `lane` reads, and whether it lies in range, by the ISA's pseudo-code. `c` holds the clamp in bits
/// 4..0 and the segment mask in bits 12..8; of `b` the low five bits count.
template <Mode mode>
WARPSCOPE_INLINE unsigned source_lane(unsigned lane, std::uint32_t b, std::uint32_t c, bool& in_range) {
    const unsigned distance = b & 31, clamp = c & 31, segment = c >> 8 & 31;
    const unsigned first = lane & segment;
    const int limit = static_cast<int>(first | (clamp & ~segment & 31));
    int source = 0;
    if constexpr (mode == Mode::Up) source = static_cast<int>(lane) - static_cast<int>(distance);
    else if constexpr (mode == Mode::Down) source = static_cast<int>(lane + distance);
    else if constexpr (mode == Mode::Butterfly) source = static_cast<int>(lane ^ distance);
    else source = static_cast<int>(first | (distance & ~segment & 31));
    in_range = mode == Mode::Up ? source >= limit : source <= limit;
    return in_range ? static_cast<unsigned>(source) & 31 : lane;
}

/// Operands: d, p, a, b, c, membermask. A source lane that does not take part gives what its register holds.
template <Mode mode> Outcome shuffle(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[5], [&] {
        const std::uint32_t* a = lanes<std::uint32_t>(c, i.operand[2]);
        const std::uint32_t* b = lanes<std::uint32_t>(c, i.operand[3]);
        const std::uint32_t* e = lanes<std::uint32_t>(c, i.operand[4]);
        std::uint32_t value[kLanes];
        std::uint32_t inside[kLanes];
        for (unsigned l = 0; l < kLanes; ++l) {
            bool in_range = false;
            // From a lane that does not take part the value is undefined; an H200 gives zero.
            const unsigned source = source_lane<mode>(l, b[l], e[l], in_range);
            value[l] = (c.active >> source & 1) != 0 ? a[source] : 0;
            inside[l] = in_range ? 1 : 0;
        }
        if (i.operand[0] != kNoOperand) {
            std::uint32_t* d = lanes<std::uint32_t>(c, i.operand[0]);
            if (c.active == kAllLanes) __builtin_memcpy(d, value, sizeof value);
            else
                for (unsigned l = 0; l < kLanes; ++l) d[l] = (c.active >> l & 1) != 0 ? value[l] : d[l];
        }
        if (i.operand[1] != kNoOperand) set_predicate(c, i, 1, mask_of([&](unsigned l) { return inside[l] != 0; }));
    });
}

/// ptxas: "Result discard mode is not allowed for instruction 'shfl'".
template <Mode mode> bool decode(const Instruction& s, DecodedInstruction& d) {
    d.run = shuffle<mode>;
    return s.operands[0].kind != Operand::Kind::Sink;
}

constexpr TypeSet kUntyped = {Type::B32};
constexpr Traits kShuffle = {.instruction_class = InstructionClass::Shuffle, .warp_sync = true};

constexpr Row table[] = {
    {.name = "shfl.sync.up", .syntax = "shfl.sync.up.type d{|p}, a, b:u32, c:u32, e:u32", .types = kUntyped,
     .traits = kShuffle, .decode = decode<Mode::Up>,
     .meaning = "j = lane - b; p = j >= maxLane; d = a of lane (p ? j : lane)", .section = "shfl.sync",
     .version = 60, .target = 30},
    {.name = "shfl.sync.down", .syntax = "shfl.sync.down.type d{|p}, a, b:u32, c:u32, e:u32", .types = kUntyped,
     .traits = kShuffle, .decode = decode<Mode::Down>,
     .meaning = "j = lane + b; p = j <= maxLane; d = a of lane (p ? j : lane)", .section = "shfl.sync",
     .version = 60, .target = 30},
    {.name = "shfl.sync.bfly", .syntax = "shfl.sync.bfly.type d{|p}, a, b:u32, c:u32, e:u32", .types = kUntyped,
     .traits = kShuffle, .decode = decode<Mode::Butterfly>,
     .meaning = "j = lane ^ b; p = j <= maxLane; d = a of lane (p ? j : lane)", .section = "shfl.sync",
     .version = 60, .target = 30},
    {.name = "shfl.sync.idx", .syntax = "shfl.sync.idx.type d{|p}, a, b:u32, c:u32, e:u32", .types = kUntyped,
     .traits = kShuffle, .decode = decode<Mode::Index>,
     .meaning = "j = minLane | (b & ~segmask); p = j <= maxLane; d = a of lane (p ? j : lane)",
     .section = "shfl.sync", .version = 60, .target = 30},
};

}  // namespace

std::span<const Row> shuffle_rows() { return table; }

WARPSCOPE_ISA_END
