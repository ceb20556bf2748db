// From a race as numbers to a violation in words.
#include "sim/checkers/race_report.h"

namespace warpscope {
namespace {

const char* cause_name(RaceCause cause) {
    switch (cause) {
    case RaceCause::WarpSynchronous: return "warp-synchronous";
    case RaceCause::SameInstruction: return "same-instruction";
    case RaceCause::Atomicity:
    case RaceCause::LostUpdate: return "atomicity";
    case RaceCause::Scope: return "scope";
    case RaceCause::Order: return "order";
    default: return "unordered";
    }
}

const char* who(const Race& r) {
    if (r.cause == RaceCause::Copy || r.now.operation != r.before.operation) return "inter-launch";
    if (r.now.block != r.before.block) return "inter-block";
    return r.now.warp == r.before.warp ? "intra-warp" : "inter-warp";
}

std::string does(const AccessRecord& record) {
    const std::string strong = record.order == Order::Volatile                       ? " volatile"
                               : record.strong() && record.kind < AccessKind::Atomic ? " strong"
                                                                                     : "";
    switch (record.kind) {
    case AccessKind::Load: return "reads" + strong;
    case AccessKind::Store: return "writes" + strong;
    default: return "updates atomically";
    }
}

std::string message(const Race& r) {
    const std::string space = r.space == Space::Shared ? "shared" : "global";
    const std::string pair = std::string(r.now.writes() ? "a write" : "a read") +
                             " and an earlier " + (r.before.writes() ? "write" : "read") + " of " +
                             space + " memory";
    switch (r.cause) {
    case RaceCause::WarpSynchronous:
        return "race inside a warp: " + pair + " by different lanes, without __syncwarp() between";
    case RaceCause::SameInstruction:
        return "race inside a warp: lanes of one instruction write to the same place in " + space +
               " memory";
    case RaceCause::Atomicity: return "race: " + pair + ", of which only one is atomic";
    case RaceCause::LostUpdate:
        return "lost update: a value of " + space +
               " memory is read and written back, and another thread wrote it in between; volatile "
               "is not atomic";
    case RaceCause::Scope:
        return "race: " + pair + " are atomic, but for the threads of one block only";
    case RaceCause::Order:
        return "race: " + pair +
               "; an atomic or volatile access leads from one to the other, but "
               "no fence, release or acquire";
    case RaceCause::Copy:
        return "race: a kernel's access and a copy of the host in another stream, which nothing "
               "orders";
    case RaceCause::Unordered: break;
    }
    return "race: " + pair + " that nothing orders";
}

std::string advice(const Race& r) {
    switch (r.cause) {
    case RaceCause::WarpSynchronous:
        return "lanes of a warp need not run in step: put __syncwarp() between the two, with a "
               "mask "
               "that names both lanes";
    case RaceCause::SameInstruction:
        return "let one lane write, give each lane a place of its own, or use an atomic operation";
    case RaceCause::Atomicity:
        return "use atomic operations on both sides (cuda::atomic_ref, atomicAdd …), or order the "
               "two with a barrier or by ending the kernel";
    case RaceCause::LostUpdate: return "use one atomic operation (atomicAdd …) for the update";
    case RaceCause::Scope:
        return "use device scope: atomicAdd instead of atomicAdd_block, __threadfence() instead of "
               "__threadfence_block(), cuda::thread_scope_device";
    case RaceCause::Order:
        return "write the data, then __threadfence(), then the flag; read the flag, then "
               "__threadfence(), then the data (or use memory_order_release and _acquire)";
    case RaceCause::Copy:
        return "put copy and kernel into one stream, or let one wait for an event of the other "
               "(cudaStreamWaitEvent)";
    case RaceCause::Unordered: break;
    }
    if (r.now.operation != r.before.operation)
        return "launch both kernels in one stream, or let the second's stream wait for an event "
               "that the first's records (cudaStreamWaitEvent)";
    if (r.now.block != r.before.block)
        return "blocks are not ordered: use an atomic operation, give each block memory of its "
               "own, "
               "or make two kernels of it";
    return r.before.writes()
               ? "put __syncthreads() between the write and the read"
               : "put __syncthreads() between the reads and the write that comes after "
                 "them, as at the end of a loop over tiles";
}

} // namespace

Violation describe(const Race& r) {
    Violation v;
    v.kind = "Race";
    v.classes = {r.space == Space::Shared ? "shared" : "global", who(r),
                 r.now.writes() && r.before.writes() ? "write-write" : "read-write",
                 cause_name(r.cause)};
    v.message = message(r);
    v.advice = advice(r);
    v.here = {does(r.now), r.launch, {r.now.block, r.now.warp}, r.lane, r.lanes, r.now.at};
    Party before;
    before.does = does(r.before);
    before.launch = r.launch_before;
    before.warp = {r.before.block, r.before.warp};
    before.lane = r.lane_before;
    before.lanes = LaneMask{1} << r.lane_before;
    before.at = r.before.at;
    if (r.cause == RaceCause::Copy)
        before.does = r.before.writes() ? "copies to it" : "copies from it";
    v.others = {before};
    v.has_address = true;
    v.space = r.space;
    v.address = r.address;
    v.width = r.now.width;
    if (r.same_value) {
        v.severity = Severity::Warning;
        v.details.push_back(
            "both wrote the same value here, which the memory model does not excuse");
    }
    v.details.push_back(
        r.relies_on_reads
            ? "some order in this launch came from what atomics read: another --seed may show more"
            : "this follows from the input alone, not from the order in which threads ran");
    return v;
}

} // namespace warpscope
