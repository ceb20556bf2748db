// Compares traces, and follows what was read to who wrote it.
#include "runtime/compare/bisect.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "runtime/compare/elements.h"
#include "runtime/compare/instrument.h"
#include "runtime/compare/reasons.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "runtime/report/violations.h"
#include "sim/debug/ptx_run.h"
#include "sim/report/thread_words.h"

namespace warpscope::compare {
namespace {

constexpr std::size_t kMostSteps = 16;

/// Results of one thread on one device.
struct Trace {
    std::vector<TraceRecord> records;
    std::uint64_t count = 0; ///< of the whole thread, those that were skipped included
};

struct Difference {
    std::uint64_t number = 0; ///< of the record, from 0
    std::optional<TraceSite> emulator, gpu;
    std::uint64_t emulator_value = 0, gpu_value = 0;
    std::uint64_t same_place = 0; ///< how often the thread had come to the emulator's instruction
};

/// Where in memory an instruction of a thread reads, at one of its executions, and who wrote there
/// before.
class WriterBefore : public Observer {
public:
    WriterBefore(CodePosition at, WarpId warp, unsigned lane, std::uint64_t times)
        : at_(at), warp_(warp), lane_(lane), times_(times) {}

    Interest interest() const override { return {.accesses = true, .one_thread = true}; }
    void on_launch_restart(const LaunchEvent&) override {
        seen_ = 0;
        writer = {};
        finished_ = false;
    }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return std::make_unique<Part>(*this);
    }

    /// The first run finds the place, the second who wrote there.
    void look_for_writer() {
        seen_ = 0;
        finished_ = false;
        has_place_ = found_;
    }
    bool found() const { return found_; }

    struct Writer {
        bool known = false;
        WarpId warp;
        unsigned lane = 0;
    };
    Writer writer;

private:
    struct Part : BlockObserver {
        explicit Part(WriterBefore& owner) : owner(owner) {}
        void on_access(const AccessEvent& access) override { owner.take(access); }
        WriterBefore& owner;
    };

    void take(const AccessEvent& access) {
        if (finished_) return;
        const bool is_it =
            access.at == at_ && access.warp == warp_ && (access.lanes >> lane_ & 1) != 0;
        if (is_it && seen_++ == times_) {
            finished_ = true;
            if (has_place_) return;
            found_ = true;
            space_ = access.space;
            from_ = access.address(lane_);
            to_ = from_ + access.width;
            return;
        }
        if (!has_place_ || access.kind == AccessKind::Load || access.space != space_) return;
        if (space_ != Space::Global && access.warp.block != warp_.block) return;
        for_each_lane(access.lanes, [&](unsigned lane) {
            const Address first = access.address(lane);
            if (first < to_ && from_ < first + access.width) writer = {true, access.warp, lane};
        });
    }

    const CodePosition at_;
    const WarpId warp_;
    const unsigned lane_;
    const std::uint64_t times_;
    std::uint64_t seen_ = 0;
    bool found_ = false, has_place_ = false, finished_ = false;
    Space space_ = Space::Global;
    Address from_ = 0, to_ = 0;
};

class Bisector {
public:
    Bisector(Twin& twin, const Capsule& before, PreparedLaunch launch, report::SourceFiles& sources)
        : twin_(twin), before_(before), launch_(std::move(launch)), reasons_(code()),
          sources_(sources) {}

    Bisection run(TracedThread thread) {
        Bisection bisection;
        std::vector<TracedThread> seen;
        while (bisection.conclusion.empty()) {
            if (bisection.steps.size() == kMostSteps) {
                bisection.conclusion = "the difference goes back further than was looked";
                break;
            }
            seen.push_back(thread);
            std::optional<Difference> difference;
            if (Status good = first_difference(thread, difference); !good) {
                bisection.conclusion = "not found: " + good.error().message;
                break;
            }
            if (!difference) {
                bisection.conclusion = fmt::format(
                    "{} computes the same on both devices; what was read after it wrote came from "
                    "another thread on the GPU, so the order of writes and reads is not the same",
                    thread_words(thread.thread, thread.block));
                break;
            }
            bisection.steps.push_back(describe(thread, *difference));
            bisection.conclusion = follow(*difference, thread);
            if (bisection.conclusion.empty() &&
                std::find(seen.begin(), seen.end(), thread) != seen.end())
                bisection.conclusion =
                    "what it read was written by a thread whose results were compared already, so "
                    "the order of writes and reads is not the same on both devices";
        }
        return bisection;
    }

private:
    const Executable& code() const { return *launch_.request.executable; }
    const Module& module() const { return *code().instance->module; }

    WarpId warp_of(const TracedThread& t) const {
        return {linear_index(t.block, before_.grid),
                static_cast<std::uint32_t>(linear_index(t.thread, before_.block) / kLanes)};
    }
    unsigned lane_of(const TracedThread& t) const {
        return static_cast<unsigned>(linear_index(t.thread, before_.block) % kLanes);
    }
    CodePosition position_of(const TraceSite& site) const {
        return compare::position_of(code(), {site.function, site.instruction});
    }

    static Trace trace_in(const SideAnswer& answer) {
        Trace trace;
        std::memcpy(&trace.count, answer.variable.data(), sizeof trace.count);
        trace.records.resize(kTraceRecords);
        std::memcpy(trace.records.data(), answer.buffer.data(), answer.buffer.size());
        return trace;
    }

    /// Devices may differ in addresses of their own, and in what depends on clocks and the like.
    bool may_differ(const TraceSite& site) const {
        return site.is_address || reasons_.of_result(position_of(site)) != 0;
    }

    Status first_difference(const TracedThread& thread, std::optional<Difference>& found) {
        std::vector<std::uint64_t> executed;
        for (std::uint64_t skip = 0;; skip += kTraceRecords) {
            const Result<TracedLaunch> launch = traced(before_, module(), thread, skip);
            if (!launch) return launch.error();
            executed.resize(launch->sites.size());
            const Result<SideAnswer> answer = ask_emulator(launch->launch);
            if (!answer) return answer.error();
            const Result<SideAnswer> other = ask_twin(launch->launch, *answer, twin_);
            if (!other) return other.error();
            const Trace here = trace_in(*answer), there = trace_in(*other);
            for (std::uint64_t r = 0; r < kTraceRecords; ++r) {
                const std::uint64_t number = skip + r;
                const bool ends_here = number >= here.count, ends_there = number >= there.count;
                if (ends_here && ends_there) return Done{};
                const TraceRecord &a = here.records[r], &b = there.records[r];
                if ((!ends_here && a.site >= launch->sites.size()) ||
                    (!ends_there && b.site >= launch->sites.size()))
                    return Diagnostic{{}, "something wrote into the trace", ""};
                if (!ends_here && !ends_there && a.site == b.site) {
                    const std::uint64_t before = executed[a.site]++;
                    if (a.value == b.value || may_differ(launch->sites[a.site])) continue;
                    found = {number, launch->sites[a.site], launch->sites[b.site], a.value, b.value,
                             before};
                    return Done{};
                }
                found = Difference{number, {}, {}, a.value, b.value, 0};
                if (!ends_here) found->emulator = launch->sites[a.site];
                if (!ends_there) found->gpu = launch->sites[b.site];
                return Done{};
            }
        }
    }

    FirstDifference describe(const TracedThread& thread, const Difference& d) {
        const TraceSite site = d.emulator ? *d.emulator : *d.gpu;
        Party party;
        party.launch = launch_.request.id;
        party.warp = warp_of(thread);
        party.lane = lane_of(thread);
        party.at = position_of(site);
        const report::LaunchFacts facts{launch_.request.executable, before_.grid, before_.block};
        FirstDifference first;
        first.thread = report::describe(party, [&](LaunchId) { return &facts; }, sources_);
        first.result = d.number + 1;
        const Register& reg = module().functions[site.function].registers[site.reg];
        first.name = reg.name;
        first.type = std::string(warpscope::name_of(reg.type));
        const auto text = [&](std::uint64_t value) {
            return reg.type == Type::Pred ? std::string(value != 0 ? "true" : "false")
                                          : value_text(reg.type, value);
        };
        const bool same_site = d.emulator && d.gpu && is_same(*d.emulator, *d.gpu);
        if (d.emulator) first.emulator = text(d.emulator_value);
        if (same_site || !d.emulator) first.gpu = text(d.gpu_value);
        return first;
    }

    static bool is_same(const TraceSite& a, const TraceSite& b) {
        return a.function == b.function && a.instruction == b.instruction && a.reg == b.reg;
    }

    /// Empty when `thread` has become the one to look at next; else why the search ends here.
    std::string follow(const Difference& d, TracedThread& thread) {
        if (!d.emulator || !d.gpu || !is_same(*d.emulator, *d.gpu))
            return "the thread goes another way on the GPU from here on, though all it had "
                   "computed "
                   "was the same";
        const Instruction& instruction =
            module().functions[d.emulator->function].instructions[d.emulator->instruction];
        if (exchanges(instruction)) return follow_exchange(thread);
        if (!instruction.traits.load && !instruction.traits.atomic)
            return "this instruction computes something else from the same operands on the GPU";
        if (instruction.modifiers.space == StateSpace::Parameter ||
            instruction.modifiers.space == StateSpace::Constant)
            return "this load reads something else from the same place on the GPU";
        WriterBefore look(position_of(*d.emulator), warp_of(thread), lane_of(thread), d.same_place);
        watch_again(before_, look);
        if (!look.found()) return "the load was not found again on the emulator";
        look.look_for_writer();
        watch_again(before_, look);
        if (!look.writer.known)
            return "on the emulator nothing had written there before in this launch; on the GPU "
                   "some thread had, so the order of writes and reads is not the same";
        thread = {
            from_linear_index(look.writer.warp.block, before_.grid),
            from_linear_index(std::uint64_t{look.writer.warp.warp} * kLanes + look.writer.lane,
                              before_.block)};
        return {};
    }

    static bool exchanges(const Instruction& instruction) {
        return instruction.traits.instruction_class == InstructionClass::Shuffle ||
               instruction.traits.instruction_class == InstructionClass::Vote;
    }

    /// To a lane of the same warp that differs before lanes exchange what they have.
    std::string follow_exchange(TracedThread& thread) {
        const std::uint64_t first = std::uint64_t{warp_of(thread).warp} * kLanes;
        for (std::uint64_t t = first; t < std::min(first + kLanes, volume(before_.block)); ++t) {
            const TracedThread other{thread.block, from_linear_index(t, before_.block)};
            std::optional<Difference> d;
            if (other == thread || !first_difference(other, d) || !d) continue;
            const TraceSite& site = d->emulator ? *d->emulator : *d->gpu;
            if (exchanges(module().functions[site.function].instructions[site.instruction]))
                continue;
            thread = other;
            return {};
        }
        return "lanes exchange the same values here, and get something else on the GPU";
    }

    Twin& twin_;
    const Capsule& before_;
    PreparedLaunch launch_;
    Reasons reasons_;
    report::SourceFiles& sources_;
};

} // namespace

Bisection bisect(Twin& twin, const Capsule& before, const ElementDifference& element,
                 report::SourceFiles& sources) {
    Bisection none;
    if (element.writer.does.empty()) {
        none.conclusion = "nothing wrote this element on the emulator: the GPU alone did";
        return none;
    }
    Result<PreparedLaunch> launch = prepare_launch(before);
    if (!launch) {
        none.conclusion = "not found: " + launch.error().message;
        return none;
    }
    Bisector bisector(twin, before, std::move(*launch), sources);
    return bisector.run({element.writer.block, element.writer.thread});
}

} // namespace warpscope::compare
