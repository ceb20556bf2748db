// Times operations alone and in a loop, on registers and addresses of the launch itself.
#include "sim/debug/operation_cost.h"

#include <algorithm>
#include <chrono>

#include "sim/debug/operation_set.h"

namespace warpscope {
namespace {

using isa::DecodedInstruction;
using isa::Outcome;

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
    for (Context& c : contexts)
        aim(c, d, translation);
    std::vector<double> times;
    for (unsigned b = 0; b <= kBatches; ++b) {
        set.refresh(function);
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

void measure_alone(OperationSet& set, OperationCosts& costs) {
    DecodedInstruction empty;
    empty.run = nothing;
    costs.empty_call = time_alone(set, 0, empty, nullptr);
    for (LoneOperation& operation : set.operations()) {
        OperationCost& cost = costs.operations.emplace_back();
        cost.at = operation.at;
        cost.form = operation.form;
        cost.instruction_class = operation.instruction_class;
        cost.executions = operation.executions;
        const std::uint32_t function = operation.at.function;
        cost.bare = cost.checked = time_alone(set, function, operation.bare, nullptr);
        if (operation.bare.run != operation.checked.run)
            cost.checked = time_alone(set, function, operation.checked, &operation.translation);
        if (!operation.seen) costs.unseen += operation.executions;
    }
}

void measure_loops(OperationSet& set, unsigned repeats, OperationCosts& costs) {
    const std::vector<Stretch> loop = make_loop(set.operations());
    std::size_t length = 0;
    for (const Stretch& stretch : loop)
        length += stretch.bare.size();
    const double executions = static_cast<double>(kLoopRounds * length);
    time_bare(set, loop);
    time_checked(set, loop);
    for (unsigned r = 0; r < repeats; ++r) {
        std::vector<double> bare, checked;
        for (unsigned b = 0; b < kBatches; ++b) {
            bare.push_back(time_bare(set, loop));
            checked.push_back(time_checked(set, loop));
        }
        costs.bare_loop.push_back(fastest(bare) / executions);
        costs.checked_loop.push_back(fastest(checked) / executions);
    }
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
    OperationSet set(launch, executed, level);
    OperationCosts costs;
    measure_alone(set, costs);
    measure_loops(set, repeats, costs);
    return costs;
}

} // namespace warpscope
