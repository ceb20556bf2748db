// Looks at a launch in its middle, and keeps what its operations need to run again.
#include "sim/debug/operation_set.h"

#include "sim/exec/stepped_launch.h"

#include <algorithm>
#include <cstring>

namespace warpscope {

using isa::DecodedInstruction;
using isa::kNoOperand;
using isa::Outcome;

namespace {

/// Warp instructions of the launch that are looked at.
constexpr std::uint64_t kSampled = 1'000'000;

Outcome nothing(Context&, const DecodedInstruction&) {
    return Outcome::Next;
}

} // namespace

OperationSet::OperationSet(const PreparedLaunch& launch, const LaunchStatistics& executed,
                           isa::Level level)
    : launch_(launch), executed_(executed), executable_(*launch.request.executable), level_(level),
      tracker_(*launch.memory) {
    tracker_.set_single_threaded(true);
    look_at_launch();
    collect();
    make_frames();
    make_contexts();
    drop_faults();
}

OperationSet::~OperationSet() {
    tracker_.restore();
}

/// Keeps a block from the middle of the launch, or from as far as that takes not too long.
void OperationSet::look_at_launch() {
    const bool ordered = !reason_for_order(launch_.request).empty();
    SteppedLaunch part(launch_.request, launch_.gpu, *launch_.memory, launch_.options, {&accesses_},
                       ordered);
    part.run(std::max<std::uint64_t>(1, std::min(kSampled, executed_.warp_instructions / 2)));
    while (!part.ended() && part.resident().empty())
        part.run(1);
    if (!part.resident().empty()) block_ = *part.resident().front();
    part.run(kSampled); // what the launch does at its end has addresses too
    if (block_.warps.empty()) block_.warps.resize(1);
    for (Warp& warp : block_.warps)
        warp.alive = kAllLanes;
    facts_.grid = launch_.request.grid;
    facts_.block = launch_.request.block;
    facts_.dynamic_shared_bytes = launch_.request.dynamic_shared_bytes;
    facts_.total_shared_bytes = block_.shared.size();
    facts_.sm_count = launch_.gpu.sm_count;
    facts_.parameters = launch_.request.parameters;
}

void OperationSet::collect() {
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        const ExecutableFunction& function = executable_.functions[f];
        frame_bytes_.push_back((function.frame_bytes() + 63) / 64 * 64);
        addresses_.emplace_back();
        for (std::uint32_t i = 0; i < function.source->instructions.size(); ++i)
            if (const OperationCount& count = executed_.operations[f][i]; count.executions != 0)
                add({f, i}, count.executions);
    }
}

void OperationSet::add(CodePosition at, std::uint64_t executions) {
    const ExecutableFunction& function = executable_.functions[at.function];
    const Instruction& source = function.source->instructions[at.instruction];
    const DecodedInstruction& code = function.code[at.instruction];
    const AccessSite* const site = accesses_.find(at);
    // An instruction that was not seen has one address for all lanes, or counts as the best case.
    LanePattern pattern =
        code.address == kNoOperand ? LanePattern::Uniform : LanePattern::Contiguous;
    if (site != nullptr) pattern = site->pattern();
    const unsigned width = size_in_bytes(source.modifiers.type) * source.modifiers.vector;
    LoneOperation& operation =
        operations_.emplace_back(pattern, std::min(width, BareMemory::kLargestWidth));
    operation.at = at;
    operation.form = source.form;
    operation.instruction_class = source.traits.instruction_class;
    operation.executions = executions;
    operation.checked = code;
    operation.checked.guard = kNoOperand;
    operation.bare = bare_access(source, operation.checked, operation.memory, level_);
    // An access without a bare form, to a texture say, counts as nothing rather than as slow.
    if (source.traits.memory && operation.bare.run == code.run) operation.bare.run = nothing;
    if (site != nullptr) {
        operation.form += std::string(" ") + name_of(pattern);
        const AccessSample& sample = site->samples.front();
        for (unsigned l = 0; l < kLanes && sample.width == operation.memory.width; ++l)
            operation.memory.fill(l, sample.values.data() + l * sample.width);
    }
    make_checked(operation, site, source.modifiers.space);
}

/// Gives a memory instruction address registers of its own, which hold addresses that it really
/// had: those of its frame belong to another moment.
void OperationSet::make_checked(LoneOperation& operation, const AccessSite* site,
                                StateSpace space) {
    DecodedInstruction& d = operation.checked;
    if (d.address == kNoOperand || (site == nullptr && operation.bare.run == d.run)) return;
    if (site == nullptr) {
        d = operation.bare;
        operation.seen = false;
        return;
    }
    AddressVector vector;
    vector.wide = !d.address_is_32_bit;
    vector.offset = frame_bytes_[operation.at.function];
    frame_bytes_[operation.at.function] += kLanes * 8;
    d.address = vector.offset;
    for (unsigned k = 0; k < kFrames; ++k) {
        const AccessSample& sample = site->samples[k % site->samples.size()];
        Address window = 0;
        if (space == StateSpace::Generic && sample.space == Space::Shared) window = kSharedWindow;
        if (space == StateSpace::Generic && sample.space == Space::Local) window = kLocalWindow;
        if (sample.space == Space::Parameter && operation.at.function == 0)
            window = kParameterWindow;
        for (unsigned l = 0; l < kLanes; ++l)
            vector.bases[k][l] =
                sample.addresses[l] + window - static_cast<Address>(d.displacement);
    }
    addresses_[operation.at.function].push_back(vector);
}

/// The k-th frame of a function: a warp's own if one was inside of it, else one that starts.
LaneStorage OperationSet::frame_of(std::uint32_t function, unsigned k) const {
    const ExecutableFunction& f = executable_.functions[function];
    LaneStorage frame;
    frame.grow(frame_bytes_[function]);
    const Warp& warp = block_.warps[k % block_.warps.size()];
    const auto own = std::find_if(warp.frames.begin(), warp.frames.end(), [&](const Frame& x) {
        return x.function == function && x.registers + f.frame_bytes() <= warp.registers.size();
    });
    if (own != warp.frames.end())
        std::memcpy(frame.data(), warp.registers.data() + own->registers, f.frame_bytes());
    else if (!f.template_bytes.empty())
        std::memcpy(frame.data() + f.template_offset, f.template_bytes.data(),
                    f.template_bytes.size());
    for (const AddressVector& v : addresses_[function])
        for (unsigned l = 0; l < kLanes; ++l)
            std::memcpy(frame.data() + v.offset + std::size_t{l} * (v.wide ? 8 : 4), &v.bases[k][l],
                        v.wide ? 8 : 4);
    return frame;
}

void OperationSet::make_frames() {
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        auto& fresh = fresh_.emplace_back();
        for (unsigned k = 0; k < kFrames; ++k)
            fresh[k] = frame_of(f, k);
    }
    frames_ = fresh_;
}

void OperationSet::make_contexts() {
    const bool tracked =
        volume(launch_.request.grid) > 1 && reason_for_order(launch_.request).empty();
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        const ExecutableFunction& function = executable_.functions[f];
        auto& contexts = contexts_.emplace_back();
        for (unsigned k = 0; k < kFrames; ++k) {
            Context& c = contexts[k];
            c.registers = frames_[f][k].data();
            c.active = c.split = kAllLanes;
            c.warp = &block_.warps[k % block_.warps.size()];
            c.block = &block_;
            c.launch = &facts_;
            c.memory = launch_.memory.get();
            c.patterns = &patterns_;
            c.tracker = tracked ? &tracker_ : nullptr;
            c.block_tag = static_cast<std::uint32_t>(block_.linear + 1);
            c.frame_parameters = c.registers + function.register_bytes;
            c.frame_parameter_stride = function.parameter_bytes;
            c.more_operands = function.more_operands.data();
        }
    }
}

void OperationSet::refresh() {
    for (std::uint32_t f = 0; f < frames_.size(); ++f)
        refresh(f);
}

void OperationSet::refresh(std::uint32_t function) {
    for (unsigned k = 0; k < kFrames; ++k) {
        std::memcpy(frames_[function][k].data(), fresh_[function][k].data(),
                    frames_[function][k].size());
        Context& c = contexts_[function][k];
        c.code = c.run_start = nullptr;
        c.translations = nullptr;
    }
}

/// An operation that cannot run here, because its registers belong to another moment, counts as
/// bare.
void OperationSet::drop_faults() {
    for (LoneOperation& operation : operations_) {
        bool faults = false;
        for (Context& c : contexts_[operation.at.function]) {
            aim(c, operation.checked, &operation.translation);
            faults |= operation.checked.run(c, operation.checked) == Outcome::Fault;
        }
        if (!faults) continue;
        if (operation.bare.run == operation.checked.run) operation.bare.run = nothing;
        operation.checked = operation.bare;
        operation.seen = false;
    }
}

} // namespace warpscope
