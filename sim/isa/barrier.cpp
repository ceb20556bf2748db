// Barriers of a block and of a warp (PTX ISA, "bar, barrier" and "bar.warp.sync"). The step loop owns the barriers'
// state; the code here checks operands and states the request.
#include "sim/isa/families.h"
#include "sim/isa/member_mask.h"

WARPSCOPE_ISA_BEGIN
namespace {

Outcome bad_barrier(Context& c, LaneMask at_fault) {
    c.fault.kind = FaultKind::BadBarrier;
    c.fault.lanes = at_fault;
    c.fault.lane = static_cast<unsigned>(__builtin_ctz(at_fault));
    c.fault.address = 0;
    c.fault.width = 0;
    c.fault.is_store = false;
    return Outcome::Fault;
}

/// The value that all active lanes hold; `differing` gets the lanes that hold another than the first one.
std::uint32_t common_value(Context& c, std::uint32_t offset, LaneMask& differing) {
    const std::uint32_t* value = lanes<std::uint32_t>(c, offset);
    const std::uint32_t first = value[__builtin_ctz(c.active)];
    differing |= c.active & mask_of([&](unsigned l) { return value[l] != first; });
    return first;
}

/// Operand positions differ between the forms; kNoOperand in `threads` means that no count was given.
Outcome request(Context& c, const DecodedInstruction& i, BarrierOperation operation, std::uint32_t barrier,
                std::uint32_t threads) {
    if (c.active == 0) return Outcome::Next;
    LaneMask at_fault = 0;
    c.barrier.operation = operation;
    c.barrier.aligned = i.detail != 0;
    c.barrier.barrier = common_value(c, barrier, at_fault);
    c.barrier.threads = threads == kNoOperand ? 0 : common_value(c, threads, at_fault);
    c.barrier.predicate = 0;
    c.barrier.destination = kNoOperand;
    // "Since barriers are executed on a per-warp basis, the thread count must be a multiple of the warp size",
    // and arrive needs one that is not zero.
    if (c.barrier.barrier >= kBarriers || c.barrier.threads % kLanes != 0 ||
        (operation == BarrierOperation::Arrive && c.barrier.threads == 0))
        at_fault = c.active;
    if (at_fault != 0) return bad_barrier(c, at_fault);
    return Outcome::Barrier;
}

Outcome sync(Context& c, const DecodedInstruction& i) {
    return request(c, i, BarrierOperation::Sync, i.operand[0], i.operand[1]);
}
Outcome arrive(Context& c, const DecodedInstruction& i) {
    return request(c, i, BarrierOperation::Arrive, i.operand[0], i.operand[1]);
}
template <BarrierOperation operation> Outcome reduce(Context& c, const DecodedInstruction& i) {
    const Outcome outcome = request(c, i, operation, i.operand[1], i.operand[2]);
    c.barrier.predicate = predicate_operand(c, i, 3) & c.active;
    c.barrier.destination = i.operand[0];
    return outcome;
}

/// bar.warp.sync only waits: memory is ordered anyway.
Outcome warp_sync(Context& c, const DecodedInstruction& i) {
    return with_members(c, i.operand[0], [&] {
        if (c.order_records != nullptr) c.order_records->add_group(c.active);
    });
}

/// `detail` is 1 for the forms that all lanes of a warp must execute together.
template <Execute run, bool aligned> bool decode(const Instruction&, DecodedInstruction& d) {
    d.run = run;
    d.detail = aligned ? 1 : 0;
    return true;
}
bool decode_warp_sync(const Instruction&, DecodedInstruction& d) {
    d.run = warp_sync;
    return true;
}

constexpr Execute kCount = reduce<BarrierOperation::ReduceCount>;
constexpr Execute kAnd = reduce<BarrierOperation::ReduceAnd>;
constexpr Execute kOr = reduce<BarrierOperation::ReduceOr>;

constexpr Traits kBarrier = {.instruction_class = InstructionClass::Barrier, .barrier = true};
constexpr Traits kWarpSync = {.instruction_class = InstructionClass::WarpSync, .warp_sync = true};

constexpr std::string_view kSyncMeaning = "wait until b threads (default: all) have come to barrier a";
constexpr std::string_view kArriveMeaning = "count as come to barrier a of b threads, do not wait";
constexpr std::string_view kCountMeaning = "wait at barrier a; d = number of threads whose c is true";
constexpr std::string_view kAndMeaning = "wait at barrier a; p = c is true in all threads";
constexpr std::string_view kOrMeaning = "wait at barrier a; p = c is true in some thread";

constexpr Row table[] = {
    {.name = "bar.sync", .syntax = "bar{.cta}.sync a:u32{, b:u32}", .traits = kBarrier, .decode = decode<sync, true>,
     .meaning = kSyncMeaning, .section = "bar"},
    {.name = "bar.arrive", .syntax = "bar{.cta}.arrive a:u32, b:u32", .traits = kBarrier,
     .decode = decode<arrive, true>, .meaning = kArriveMeaning, .section = "bar", .version = 20, .target = 20},
    {.name = "bar.red.popc", .syntax = "bar{.cta}.red.popc.u32 d:u32, a:u32{, b:u32}, {!}c:pred", .traits = kBarrier,
     .decode = decode<kCount, true>, .meaning = kCountMeaning, .section = "bar", .version = 20, .target = 20},
    {.name = "bar.red.and", .syntax = "bar{.cta}.red.and.pred p, a:u32{, b:u32}, {!}c:pred", .traits = kBarrier,
     .decode = decode<kAnd, true>, .meaning = kAndMeaning, .section = "bar", .version = 20, .target = 20},
    {.name = "bar.red.or", .syntax = "bar{.cta}.red.or.pred p, a:u32{, b:u32}, {!}c:pred", .traits = kBarrier,
     .decode = decode<kOr, true>, .meaning = kOrMeaning, .section = "bar", .version = 20, .target = 20},

    {.name = "barrier.sync.aligned", .syntax = "barrier{.cta}.sync.aligned a:u32{, b:u32}", .traits = kBarrier,
     .decode = decode<sync, true>, .meaning = kSyncMeaning, .section = "barrier", .version = 60, .target = 30},
    {.name = "barrier.sync", .syntax = "barrier{.cta}.sync a:u32{, b:u32}", .traits = kBarrier,
     .decode = decode<sync, false>, .meaning = kSyncMeaning, .section = "barrier", .version = 60, .target = 30},
    {.name = "barrier.arrive.aligned", .syntax = "barrier{.cta}.arrive.aligned a:u32, b:u32", .traits = kBarrier,
     .decode = decode<arrive, true>, .meaning = kArriveMeaning, .section = "barrier", .version = 60, .target = 30},
    {.name = "barrier.arrive", .syntax = "barrier{.cta}.arrive a:u32, b:u32", .traits = kBarrier,
     .decode = decode<arrive, false>, .meaning = kArriveMeaning, .section = "barrier", .version = 60, .target = 30},
    {.name = "barrier.red.popc.aligned",
     .syntax = "barrier{.cta}.red.popc.aligned.u32 d:u32, a:u32{, b:u32}, {!}c:pred", .traits = kBarrier,
     .decode = decode<kCount, true>, .meaning = kCountMeaning, .section = "barrier", .version = 60, .target = 30},
    {.name = "barrier.red.popc", .syntax = "barrier{.cta}.red.popc.u32 d:u32, a:u32{, b:u32}, {!}c:pred",
     .traits = kBarrier, .decode = decode<kCount, false>, .meaning = kCountMeaning, .section = "barrier",
     .version = 60, .target = 30},
    {.name = "barrier.red.and.aligned", .syntax = "barrier{.cta}.red.and.aligned.pred p, a:u32{, b:u32}, {!}c:pred",
     .traits = kBarrier, .decode = decode<kAnd, true>, .meaning = kAndMeaning, .section = "barrier", .version = 60,
     .target = 30},
    {.name = "barrier.red.and", .syntax = "barrier{.cta}.red.and.pred p, a:u32{, b:u32}, {!}c:pred",
     .traits = kBarrier, .decode = decode<kAnd, false>, .meaning = kAndMeaning, .section = "barrier", .version = 60,
     .target = 30},
    {.name = "barrier.red.or.aligned", .syntax = "barrier{.cta}.red.or.aligned.pred p, a:u32{, b:u32}, {!}c:pred",
     .traits = kBarrier, .decode = decode<kOr, true>, .meaning = kOrMeaning, .section = "barrier", .version = 60,
     .target = 30},
    {.name = "barrier.red.or", .syntax = "barrier{.cta}.red.or.pred p, a:u32{, b:u32}, {!}c:pred",
     .traits = kBarrier, .decode = decode<kOr, false>, .meaning = kOrMeaning, .section = "barrier", .version = 60,
     .target = 30},

    {.name = "bar.warp.sync", .syntax = "bar.warp.sync a:u32", .traits = kWarpSync, .decode = decode_warp_sync,
     .meaning = "wait until all living lanes of mask a have come", .section = "bar.warp.sync", .version = 60,
     .target = 30},
};

}  // namespace

std::span<const Row> barrier_rows() { return table; }

WARPSCOPE_ISA_END
