// Votes, matches and reductions over the lanes of a warp (PTX ISA, "vote.sync", "activemask", "match.sync",
// "redux.sync", "elect.sync").
#include "sim/isa/families.h"
#include "sim/isa/member_mask.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// d[lane] = the same value in all active lanes.
WARPSCOPE_INLINE void write_common(Context& c, std::uint32_t operand, std::uint32_t value) {
    if (operand == kNoOperand) return;
    std::uint32_t* d = lanes<std::uint32_t>(c, operand);
    for (unsigned l = 0; l < kLanes; ++l) d[l] = (c.active >> l & 1) != 0 ? value : d[l];
}

Outcome vote_all(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        set_predicate(c, i, 0, (~predicate_operand(c, i, 1) & c.active) == 0 ? kAllLanes : 0);
    });
}
Outcome vote_any(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        set_predicate(c, i, 0, (predicate_operand(c, i, 1) & c.active) != 0 ? kAllLanes : 0);
    });
}
Outcome vote_uni(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        const LaneMask votes = predicate_operand(c, i, 1) & c.active;
        set_predicate(c, i, 0, votes == 0 || votes == c.active ? kAllLanes : 0);
    });
}
Outcome vote_ballot(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        write_common(c, i.operand[0], predicate_operand(c, i, 1) & c.active);
    });
}

Outcome active_mask(Context& c, const DecodedInstruction& i) {
    write_common(c, i.operand[0], c.active);
    return Outcome::Next;
}

template <class T> Outcome match_any(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        if (i.operand[0] == kNoOperand) return;
        const T* a = lanes<T>(c, i.operand[1]);
        std::uint32_t* d = lanes<std::uint32_t>(c, i.operand[0]);
        std::uint32_t groups[kLanes];
        for (LaneMask rest = c.active; rest != 0;) {
            const T value = a[__builtin_ctz(rest)];
            const LaneMask group = rest & mask_of([&](unsigned l) { return a[l] == value; });
            for (unsigned l = 0; l < kLanes; ++l) groups[l] = (group >> l & 1) != 0 ? group : groups[l];
            rest &= ~group;
        }
        for (unsigned l = 0; l < kLanes; ++l)
            if ((c.active >> l & 1) != 0) d[l] = groups[l];
    });
}
/// Operands: d, p, a, membermask.
template <class T> Outcome match_all(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[3], [&] {
        if (c.active == 0) return;
        const T* a = lanes<T>(c, i.operand[2]);
        const T value = a[__builtin_ctz(c.active)];
        const bool all = (c.active & mask_of([&](unsigned l) { return a[l] != value; })) == 0;
        write_common(c, i.operand[0], all ? c.active : 0);
        set_predicate(c, i, 1, all ? kAllLanes : 0);
    });
}

template <class T> struct Add {
    static constexpr T start = 0;
    static T combine(T a, T b) { return a + b; }
};
template <class T> struct Min {
    static constexpr T start = static_cast<T>(static_cast<T>(-1) < 0 ? 0x7FFFFFFFu : 0xFFFFFFFFu);
    static T combine(T a, T b) { return b < a ? b : a; }
};
template <class T> struct Max {
    static constexpr T start = static_cast<T>(static_cast<T>(-1) < 0 ? 0x80000000u : 0u);
    static T combine(T a, T b) { return b > a ? b : a; }
};
template <class T> struct And {
    static constexpr T start = static_cast<T>(-1);
    static T combine(T a, T b) { return a & b; }
};
template <class T> struct Or {
    static constexpr T start = 0;
    static T combine(T a, T b) { return a | b; }
};
template <class T> struct Xor {
    static constexpr T start = 0;
    static T combine(T a, T b) { return a ^ b; }
};

template <class Op, class T> Outcome redux(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        const std::uint32_t* a = lanes<std::uint32_t>(c, i.operand[1]);
        T result = Op::start;
        for (unsigned l = 0; l < kLanes; ++l)
            result = (c.active >> l & 1) != 0 ? Op::combine(result, static_cast<T>(a[l])) : result;
        write_common(c, i.operand[0], static_cast<std::uint32_t>(result));
    });
}

/// The leader is the lowest lane: "election is deterministic, the same leader for the same membermask".
/// Operands: d, p, membermask.
Outcome elect(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[2], [&] {
        if (c.active == 0) return;
        write_common(c, i.operand[0], static_cast<std::uint32_t>(__builtin_ctz(c.active)));
        set_predicate(c, i, 1, c.active & (0u - c.active));
    });
}

template <Execute run> bool decode(const Instruction&, DecodedInstruction& d) {
    d.run = run;
    return true;
}
/// Forms on .b32 and .b64.
template <Execute narrow, Execute wide> bool decode_bits(const Instruction& s, DecodedInstruction& d) {
    d.run = s.modifiers.type == Type::B64 ? wide : narrow;
    return true;
}
template <Execute unsigned_form, Execute signed_form> bool decode_signed(const Instruction& s, DecodedInstruction& d) {
    d.run = s.modifiers.type == Type::S32 ? signed_form : unsigned_form;
    return true;
}

using U = std::uint32_t;
using S = std::int32_t;
constexpr TypeSet kIntegers = {Type::U32, Type::S32};
constexpr TypeSet kUntyped = {Type::B32, Type::B64};
constexpr Traits kVote = {.instruction_class = InstructionClass::Vote, .warp_sync = true};
constexpr Traits kActive = {.instruction_class = InstructionClass::Vote};

constexpr Row table[] = {
    {.name = "vote.sync.all", .syntax = "vote.sync.all.pred p, {!}a:pred, b:u32", .traits = kVote,
     .decode = decode<vote_all>, .meaning = "p = a is true in all lanes of mask b", .section = "vote.sync",
     .version = 60, .target = 30},
    {.name = "vote.sync.any", .syntax = "vote.sync.any.pred p, {!}a:pred, b:u32", .traits = kVote,
     .decode = decode<vote_any>, .meaning = "p = a is true in some lane of mask b", .section = "vote.sync",
     .version = 60, .target = 30},
    {.name = "vote.sync.uni", .syntax = "vote.sync.uni.pred p, {!}a:pred, b:u32", .traits = kVote,
     .decode = decode<vote_uni>, .meaning = "p = a has the same value in all lanes of mask b",
     .section = "vote.sync", .version = 60, .target = 30},
    {.name = "vote.sync.ballot", .syntax = "vote.sync.ballot.b32 d:b32, {!}a:pred, b:u32", .traits = kVote,
     .decode = decode<vote_ballot>, .meaning = "d<k> = a of lane k, for the lanes of mask b",
     .section = "vote.sync", .version = 60, .target = 30},
    {.name = "activemask", .syntax = "activemask.b32 d:b32", .traits = kActive, .decode = decode<active_mask>,
     .meaning = "d<k> = lane k executes this instruction now", .section = "activemask", .version = 62, .target = 30},

    {.name = "match.any", .syntax = "match.any.sync.type d:b32, a, b:u32", .types = kUntyped, .traits = kVote,
     .decode = decode_bits<match_any<std::uint32_t>, match_any<std::uint64_t>>,
     .meaning = "d = lanes of mask b whose a equals this lane's", .section = "match.sync", .version = 60,
     .target = 70},
    {.name = "match.all", .syntax = "match.all.sync.type d:b32{|p}, a, b:u32", .types = kUntyped, .traits = kVote,
     .decode = decode_bits<match_all<std::uint32_t>, match_all<std::uint64_t>>,
     .meaning = "p = a is the same in all lanes of mask b; d = p ? those lanes : 0", .section = "match.sync",
     .version = 60, .target = 70},

    {.name = "redux.sync.add", .syntax = "redux.sync.add.type d, a, b:u32", .types = kIntegers, .traits = kVote,
     .decode = decode<redux<Add<U>, U>>, .meaning = "d = sum of a over the lanes of mask b", .section = "redux.sync",
     .version = 70, .target = 80},
    {.name = "redux.sync.min", .syntax = "redux.sync.min.type d, a, b:u32", .types = kIntegers, .traits = kVote,
     .decode = decode_signed<redux<Min<U>, U>, redux<Min<S>, S>>, .meaning = "d = least a over the lanes of mask b",
     .section = "redux.sync", .version = 70, .target = 80},
    {.name = "redux.sync.max", .syntax = "redux.sync.max.type d, a, b:u32", .types = kIntegers, .traits = kVote,
     .decode = decode_signed<redux<Max<U>, U>, redux<Max<S>, S>>,
     .meaning = "d = greatest a over the lanes of mask b", .section = "redux.sync", .version = 70, .target = 80},
    {.name = "redux.sync.and", .syntax = "redux.sync.and.type d, a, b:u32", .types = {Type::B32}, .traits = kVote,
     .decode = decode<redux<And<U>, U>>, .meaning = "d = a & ... over the lanes of mask b", .section = "redux.sync",
     .version = 70, .target = 80},
    {.name = "redux.sync.or", .syntax = "redux.sync.or.type d, a, b:u32", .types = {Type::B32}, .traits = kVote,
     .decode = decode<redux<Or<U>, U>>, .meaning = "d = a | ... over the lanes of mask b", .section = "redux.sync",
     .version = 70, .target = 80},
    {.name = "redux.sync.xor", .syntax = "redux.sync.xor.type d, a, b:u32", .types = {Type::B32}, .traits = kVote,
     .decode = decode<redux<Xor<U>, U>>, .meaning = "d = a ^ ... over the lanes of mask b", .section = "redux.sync",
     .version = 70, .target = 80},

    {.name = "elect", .syntax = "elect.sync d|p:pred, b:u32", .traits = kVote, .decode = decode<elect>,
     .meaning = "p = this lane is the lowest of mask b; d = that lane's number", .section = "elect.sync",
     .version = 80, .target = 90},
};

}  // namespace

std::span<const Row> vote_rows() { return table; }

WARPSCOPE_ISA_END
