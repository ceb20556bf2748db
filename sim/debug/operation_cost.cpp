// Times operations alone and in a loop, on registers and addresses of the launch itself.
#include "sim/debug/operation_cost.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>

#include "sim/debug/access_sampler.h"
#include "sim/memory/dependence.h"
#include "sim/state/context.h"

namespace warpscope {
namespace {

using isa::DecodedInstruction;
using isa::kNoOperand;
using isa::Outcome;

/// Warp instructions of the launch that are looked at.
constexpr std::uint64_t kSampled = 1'000'000;
/// Frames that take turns, so that an operation does not wait for its own last result.
constexpr unsigned kFrames = 8;
/// Calls between two looks at the clock.
constexpr unsigned kCalls = 128 * kFrames, kLoopRounds = 8 * kFrames;
constexpr std::size_t kLoopLength = 1024;
constexpr unsigned kBatches = 15;

Outcome nothing(Context&, const DecodedInstruction&) {
    return Outcome::Next;
}

template<class Body>
double nanoseconds(Body&& body) {
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start)
        .count();
}

/// Of batches that do exactly the same, the fastest: the others were interrupted.
double fastest(const std::vector<double>& times) {
    return *std::min_element(times.begin(), times.end());
}

/// One operation in its two forms. Both are ordinary decoded instructions.
struct Operation {
    std::uint32_t function = 0;
    DecodedInstruction bare, checked;
    CachedTranslation translation;
};

/// Instructions of one function that follow each other in the loop.
struct Stretch {
    std::uint32_t function = 0;
    std::vector<const DecodedInstruction*> bare, checked;
    std::vector<CachedTranslation*> translations;
};

class CostBench {
public:
    CostBench(const PreparedLaunch& launch, const LaunchStatistics& executed, isa::Level level)
        : launch_(launch), executed_(executed), executable_(*launch.request.executable),
          level_(level) {}
    OperationCosts run(unsigned repeats);

private:
    void look_at_launch();
    void collect_operations();
    void make_checked(Operation& operation, const AccessSite* site, StateSpace space);
    void make_frames();
    LaneStorage frame_of(std::uint32_t function, unsigned k) const;
    void make_contexts(DependenceTracker* tracker);
    void refresh(std::uint32_t function);
    double time_alone(std::uint32_t function, const DecodedInstruction& d,
                      CachedTranslation* translation);
    std::vector<Stretch> make_loop();
    double time_bare(const std::vector<Stretch>& loop, std::size_t length);
    double time_checked(const std::vector<Stretch>& loop, std::size_t length);

    const PreparedLaunch& launch_;
    const LaunchStatistics& executed_;
    const Executable& executable_;
    const isa::Level level_;

    AccessSampler accesses_;
    Block block_; ///< as it stood when the look at the launch ended
    BareMemory memory_;
    LaunchFacts facts_;
    OperationCosts costs_;
    std::deque<Operation> operations_; ///< parallel to costs_.operations
    /// Lane vectors of addresses behind the registers of each function's frames.
    struct AddressVector {
        std::uint32_t offset;
        bool wide;
        std::array<std::array<Address, kLanes>, kFrames> bases;
    };
    std::vector<std::vector<AddressVector>> addresses_;
    std::vector<std::uint32_t> frame_bytes_;
    std::vector<std::array<LaneStorage, kFrames>> fresh_, frames_;
    std::vector<std::array<Context, kFrames>> contexts_;
    AddressPatterns patterns_;
};

/// Runs into the middle of the launch, or as far as that takes not too long.
void CostBench::look_at_launch() {
    const bool ordered = !reason_for_order(launch_.request).empty();
    SteppedLaunch part(launch_.request, launch_.gpu, *launch_.memory, launch_.options, {&accesses_},
                       ordered);
    part.run(std::max<std::uint64_t>(1, std::min(kSampled, executed_.warp_instructions / 2)));
    while (!part.ended() && part.resident().empty())
        part.run(1);
    if (!part.resident().empty()) block_ = *part.resident().front();
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

std::string form_of(const Instruction& i, const AccessSite* site) {
    if (site == nullptr) return i.form;
    constexpr std::array<const char*, 3> kNames = {" uniform", " contiguous", " scattered"};
    return i.form + kNames[static_cast<unsigned>(site->pattern())];
}

void CostBench::collect_operations() {
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        const ExecutableFunction& function = executable_.functions[f];
        frame_bytes_.push_back((function.frame_bytes() + 63) / 64 * 64);
        addresses_.emplace_back();
        for (std::uint32_t i = 0; i < function.source->instructions.size(); ++i) {
            const OperationCount& count = executed_.operations[f][i];
            if (count.executions == 0) continue;
            const Instruction& source = function.source->instructions[i];
            const AccessSite* site = accesses_.find({f, i});
            Operation& operation = operations_.emplace_back();
            operation.function = f;
            operation.checked = function.code[i];
            operation.checked.guard = kNoOperand;
            // An instruction that was not seen has one address for all lanes, or counts as the
            // best case.
            const LanePattern pattern = site != nullptr ? site->pattern()
                                        : operation.checked.address == kNoOperand
                                            ? LanePattern::Uniform
                                            : LanePattern::Contiguous;
            operation.bare = bare_access(source, operation.checked, pattern, memory_, level_);
            make_checked(operation, site, source.modifiers.space);
            OperationCost& cost = costs_.operations.emplace_back();
            cost.at = {f, i};
            cost.form = form_of(source, site);
            cost.instruction_class = source.traits.instruction_class;
            cost.executions = count.executions;
        }
    }
}

/// Gives a memory instruction address registers of its own, which hold addresses that it really
/// had: those of its frame belong to another moment.
void CostBench::make_checked(Operation& operation, const AccessSite* site, StateSpace space) {
    DecodedInstruction& d = operation.checked;
    if (d.address == kNoOperand) return;
    if (site == nullptr) {
        if (operation.bare.run != d.run) d = operation.bare;
        return;
    }
    AddressVector vector;
    vector.wide = !d.address_is_32_bit;
    vector.offset = frame_bytes_[operation.function];
    frame_bytes_[operation.function] += kLanes * 8;
    d.address = vector.offset;
    for (unsigned k = 0; k < kFrames; ++k) {
        const AccessSample& sample = site->samples[k % site->samples.size()];
        Address window = 0;
        if (space == StateSpace::Generic && sample.space == Space::Shared) window = kSharedWindow;
        if (space == StateSpace::Generic && sample.space == Space::Local) window = kLocalWindow;
        if (sample.space == Space::Parameter && operation.function == 0) window = kParameterWindow;
        for (unsigned l = 0; l < kLanes; ++l)
            vector.bases[k][l] =
                sample.addresses[l] + window - static_cast<Address>(d.displacement);
    }
    addresses_[operation.function].push_back(vector);
}

/// The k-th frame of a function: a warp's own if one was inside of it, else one that starts.
LaneStorage CostBench::frame_of(std::uint32_t function, unsigned k) const {
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

void CostBench::make_frames() {
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        auto& fresh = fresh_.emplace_back();
        for (unsigned k = 0; k < kFrames; ++k)
            fresh[k] = frame_of(f, k);
    }
    frames_ = fresh_;
}

void CostBench::make_contexts(DependenceTracker* tracker) {
    contexts_.clear();
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
            c.tracker = tracker;
            c.block_tag = static_cast<std::uint32_t>(block_.linear + 1);
            c.frame_parameters = c.registers + function.register_bytes;
            c.frame_parameter_stride = function.parameter_bytes;
            c.more_operands = function.more_operands.data();
        }
    }
}

/// Registers back to what they were: values must not run away to infinity.
void CostBench::refresh(std::uint32_t function) {
    for (unsigned k = 0; k < kFrames; ++k)
        std::memcpy(frames_[function][k].data(), fresh_[function][k].data(),
                    frames_[function][k].size());
}

namespace {

/// The instruction is executed by itself: as if it were all of its function.
void point_at(Context& c, const DecodedInstruction& d, CachedTranslation* translation) {
    c.code = c.run_start = &d;
    c.translations = translation;
}

} // namespace

double CostBench::time_alone(std::uint32_t function, const DecodedInstruction& d,
                             CachedTranslation* translation) {
    std::array<Context, kFrames>& contexts = contexts_[function];
    for (Context& c : contexts)
        point_at(c, d, translation);
    std::vector<double> times;
    for (unsigned b = 0; b <= kBatches; ++b) {
        refresh(function);
        const double time = nanoseconds([&] {
            for (unsigned n = 0; n < kCalls; n += kFrames)
                for (Context& c : contexts)
                    d.run(c, d);
        });
        if (b != 0) times.push_back(time / kCalls); // the first one warms caches
    }
    return fastest(times);
}

std::vector<Stretch> CostBench::make_loop() {
    std::vector<std::uint64_t> counts;
    for (const OperationCost& cost : costs_.operations)
        counts.push_back(cost.executions);
    std::vector<Stretch> loop;
    for (const std::uint32_t n : loop_like(counts, kLoopLength)) {
        Operation& operation = operations_[n];
        if (loop.empty() || loop.back().function != operation.function) {
            loop.emplace_back();
            loop.back().function = operation.function;
        }
        loop.back().bare.push_back(&operation.bare);
        loop.back().checked.push_back(&operation.checked);
        loop.back().translations.push_back(&operation.translation);
    }
    return loop;
}

double CostBench::time_bare(const std::vector<Stretch>& loop, std::size_t length) {
    for (std::uint32_t f = 0; f < frames_.size(); ++f)
        refresh(f);
    const double time = nanoseconds([&] {
        for (unsigned round = 0; round < kLoopRounds; ++round)
            for (const Stretch& stretch : loop) {
                Context& c = contexts_[stretch.function][round % kFrames];
                for (const DecodedInstruction* const d : stretch.bare) {
                    point_at(c, *d, nullptr);
                    d->run(c, *d);
                }
            }
    });
    return time / static_cast<double>(kLoopRounds * length);
}

double CostBench::time_checked(const std::vector<Stretch>& loop, std::size_t length) {
    for (std::uint32_t f = 0; f < frames_.size(); ++f)
        refresh(f);
    const double time = nanoseconds([&] {
        for (unsigned round = 0; round < kLoopRounds; ++round)
            for (const Stretch& stretch : loop) {
                Context& c = contexts_[stretch.function][round % kFrames];
                for (std::size_t n = 0; n < stretch.checked.size(); ++n) {
                    point_at(c, *stretch.checked[n], stretch.translations[n]);
                    stretch.checked[n]->run(c, *stretch.checked[n]);
                }
            }
    });
    return time / static_cast<double>(kLoopRounds * length);
}

OperationCosts CostBench::run(unsigned repeats) {
    look_at_launch();
    collect_operations();
    make_frames();
    const bool tracked =
        volume(launch_.request.grid) > 1 && reason_for_order(launch_.request).empty();
    DependenceTracker tracker(*launch_.memory);
    make_contexts(tracked ? &tracker : nullptr);

    DecodedInstruction empty;
    empty.run = nothing;
    costs_.empty_call = time_alone(0, empty, nullptr);
    for (std::size_t n = 0; n < operations_.size(); ++n) {
        Operation& operation = operations_[n];
        OperationCost& cost = costs_.operations[n];
        cost.bare = time_alone(operation.function, operation.bare, nullptr);
        cost.checked =
            operation.bare.run == operation.checked.run
                ? cost.bare
                : time_alone(operation.function, operation.checked, &operation.translation);
    }
    const std::vector<Stretch> loop = make_loop();
    std::size_t length = 0;
    for (const Stretch& stretch : loop)
        length += stretch.bare.size();
    time_bare(loop, length);
    time_checked(loop, length);
    for (unsigned r = 0; r < repeats; ++r) {
        std::vector<double> bare, checked;
        for (unsigned b = 0; b < kBatches; ++b) {
            bare.push_back(time_bare(loop, length));
            checked.push_back(time_checked(loop, length));
        }
        costs_.bare_loop.push_back(fastest(bare));
        costs_.checked_loop.push_back(fastest(checked));
    }
    tracker.restore();
    return std::move(costs_);
}

} // namespace

std::vector<std::uint32_t> loop_like(const std::vector<std::uint64_t>& counts, std::size_t length) {
    constexpr std::uint64_t kFewestRounds = 16;
    std::uint64_t most = 0;
    double total = 0;
    for (const std::uint64_t count : counts) {
        most = std::max(most, count);
        total += static_cast<double>(count);
    }
    std::vector<std::uint32_t> order;
    if (most == 0) return order;
    const std::uint64_t rounds =
        std::max(kFewestRounds, static_cast<std::uint64_t>(static_cast<double>(length) *
                                                           static_cast<double>(most) / total));
    // Of `rounds` rounds an operation is in those in which its share of them passes a whole number.
    std::vector<double> owed(counts.size(), 0);
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (std::size_t n = 0; n < counts.size(); ++n) {
            owed[n] += static_cast<double>(counts[n]) / static_cast<double>(most);
            if (owed[n] < 1) continue;
            owed[n] -= 1;
            order.push_back(static_cast<std::uint32_t>(n));
        }
    return order;
}

OperationCosts measure_operation_costs(const PreparedLaunch& launch,
                                       const LaunchStatistics& executed, isa::Level level,
                                       unsigned repeats) {
    return CostBench(launch, executed, level).run(repeats);
}

} // namespace warpscope
