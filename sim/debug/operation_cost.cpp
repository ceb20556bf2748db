// Times operations alone and in a loop, on registers and addresses of the launch itself.
#include "sim/debug/operation_cost.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "sim/debug/operation_set.h"

namespace warpscope {
namespace {

using isa::DecodedInstruction;
using isa::Outcome;

/// Calls between two looks at the clock.
constexpr unsigned kCalls = 128 * kFrames, kLoopRounds = 8 * kFrames;
constexpr std::size_t kLoopLength = 1024;
constexpr unsigned kBatches = 5;

Outcome costs_nothing(Context&, const DecodedInstruction&) {
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

/// Instructions of one function that follow each other in the loop.
struct Stretch {
    std::uint32_t function = 0;
    std::vector<const DecodedInstruction*> bare, checked;
    std::vector<CachedTranslation*> translations;
};

std::vector<Stretch> make_loop(std::deque<LoneOperation>& operations) {
    std::vector<std::uint64_t> counts;
    for (const LoneOperation& operation : operations)
        counts.push_back(operation.executions);
    std::vector<Stretch> loop;
    for (const std::uint32_t n : loop_like(counts, kLoopLength)) {
        LoneOperation& operation = operations[n];
        if (loop.empty() || loop.back().function != operation.at.function) {
            loop.emplace_back();
            loop.back().function = operation.at.function;
        }
        loop.back().bare.push_back(&operation.bare);
        loop.back().checked.push_back(&operation.checked);
        loop.back().translations.push_back(&operation.translation);
    }
    return loop;
}

/// Nanoseconds of one execution, when nothing else runs in between.
double time_alone(OperationSet& set, std::uint32_t function, const DecodedInstruction& d,
                  CachedTranslation* translation) {
    std::array<Context, kFrames>& contexts = set.contexts(function);
    std::vector<double> times;
    for (unsigned b = 0; b <= kBatches; ++b) {
        set.refresh(function);
        for (Context& c : contexts)
            aim(c, d, translation);
        const double time = nanoseconds([&] {
            for (unsigned n = 0; n < kCalls; n += kFrames)
                for (Context& c : contexts)
                    d.run(c, d);
        });
        if (b != 0) times.push_back(time / kCalls); // the first one warms caches
    }
    return fastest(times);
}

/// The bare loop: fetch, call, and nothing else.
double time_bare(OperationSet& set, const std::vector<Stretch>& loop) {
    set.refresh();
    return nanoseconds([&] {
        for (unsigned round = 0; round < kLoopRounds; ++round)
            for (const Stretch& stretch : loop) {
                Context& c = set.contexts(stretch.function)[round % kFrames];
                for (const DecodedInstruction* const d : stretch.bare)
                    d->run(c, *d);
            }
    });
}

double time_checked(OperationSet& set, const std::vector<Stretch>& loop) {
    set.refresh();
    return nanoseconds([&] {
        for (unsigned round = 0; round < kLoopRounds; ++round)
            for (const Stretch& stretch : loop) {
                Context& c = set.contexts(stretch.function)[round % kFrames];
                for (std::size_t n = 0; n < stretch.checked.size(); ++n) {
                    aim(c, *stretch.checked[n], stretch.translations[n]);
                    stretch.checked[n]->run(c, *stretch.checked[n]);
                }
            }
    });
}

std::size_t length_of(const std::vector<Stretch>& loop) {
    std::size_t length = 0;
    for (const Stretch& stretch : loop)
        length += stretch.bare.size();
    return length;
}

} // namespace

struct OperationMeter::Impl {
    Impl(const PreparedLaunch& launch, const LaunchStatistics& executed, isa::Level level);
    void measure_alone();
    void measure_loops();

    OperationSet set;
    std::vector<Stretch> loop;
    OperationCosts costs;
};

OperationMeter::Impl::Impl(const PreparedLaunch& launch, const LaunchStatistics& executed,
                           isa::Level level)
    : set(launch, executed, level), loop(make_loop(set.operations())) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    costs.empty_call = kNever;
    for (const LoneOperation& operation : set.operations()) {
        costs.operations.push_back({operation.at, operation.form, operation.instruction_class,
                                    operation.executions, kNever, kNever});
        if (!operation.seen) costs.unseen += operation.executions;
    }
}

void OperationMeter::Impl::measure_alone() {
    DecodedInstruction empty;
    empty.run = costs_nothing;
    costs.empty_call = std::min(costs.empty_call, time_alone(set, 0, empty, nullptr));
    for (std::size_t n = 0; n < costs.operations.size(); ++n) {
        LoneOperation& operation = set.operations()[n];
        OperationCost& cost = costs.operations[n];
        const std::uint32_t function = operation.at.function;
        cost.bare = std::min(cost.bare, time_alone(set, function, operation.bare, nullptr));
        cost.checked = operation.bare.run == operation.checked.run
                           ? cost.bare
                           : std::min(cost.checked, time_alone(set, function, operation.checked,
                                                               &operation.translation));
    }
}

void OperationMeter::Impl::measure_loops() {
    const double executions = static_cast<double>(kLoopRounds * length_of(loop));
    time_bare(set, loop); // warms caches
    time_checked(set, loop);
    std::vector<double> bare, checked;
    for (unsigned b = 0; b < kBatches; ++b) {
        bare.push_back(time_bare(set, loop) / executions);
        checked.push_back(time_checked(set, loop) / executions);
    }
    costs.bare_loop.push_back(fastest(bare));
    costs.checked_loop.push_back(fastest(checked));
}

OperationMeter::OperationMeter(const PreparedLaunch& launch, const LaunchStatistics& executed,
                               isa::Level level)
    : impl_(std::make_unique<Impl>(launch, executed, level)) {}

OperationMeter::~OperationMeter() = default;

void OperationMeter::measure() {
    impl_->measure_alone();
    impl_->measure_loops();
}

const OperationCosts& OperationMeter::costs() const {
    return impl_->costs;
}

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

} // namespace warpscope
