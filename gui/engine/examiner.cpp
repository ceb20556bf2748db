// One launch after another, the newest first; each step of the way is published.
#include "gui/engine/examiner.h"

#include <unistd.h>

#include <fmt/format.h>

#include "gui/engine/child.h"
#include "gui/engine/program_run.h"
#include "runtime/compare/recording.h"
#include "runtime/report/json.h"
#include "sim/debug/finding_places.h"
#include "sim/debug/store.h"

namespace warpscope::gui {
namespace {

/// Of host memory; findings are looked for from the beginning to the end, once.
constexpr std::uint64_t kHistoryBytes = std::uint64_t{1} << 26;
constexpr std::uint64_t kLargestReport = std::uint64_t{1} << 30;

Result<RunReport> read_report(const std::filesystem::path& file) {
    const auto text = read_whole_file(file, kLargestReport);
    if (!text) return text.error();
    return report::parse_run_report(*text, file.string());
}

/// The launch of that capsule, or null.
LaunchReport* launch_in(RunReport& run, const std::filesystem::path& capsule) {
    std::error_code ignored;
    for (LaunchReport& launch : run.launches)
        if (!launch.capsule.empty() &&
            std::filesystem::equivalent(launch.capsule, capsule, ignored))
            return &launch;
    return nullptr;
}

} // namespace

Examiner::Examiner(std::filesystem::path warpscope, std::function<void()> woken)
    : warpscope_(std::move(warpscope)), woken_(std::move(woken)), thread_([this] { run(); }) {}

Examiner::~Examiner() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        cancelled_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Examiner::examine(const std::filesystem::path& capsule, const std::filesystem::path& report) {
    {
        const std::lock_guard lock(mutex_);
        next_ = Order{capsule, report};
        cancelled_ = true;
        auto known = std::make_shared<Examination>();
        known->capsule = capsule;
        known->working = true;
        examination_ = std::move(known);
    }
    changed_.notify_all();
}

std::shared_ptr<const Examination> Examiner::examination() const {
    const std::lock_guard lock(mutex_);
    return examination_;
}

bool Examiner::busy() const {
    const std::lock_guard lock(mutex_);
    return working_ || next_.has_value();
}

void Examiner::run() {
    while (true) {
        Order order;
        {
            std::unique_lock lock(mutex_);
            working_ = false;
            changed_.wait(lock, [&] { return ending_ || next_.has_value(); });
            if (ending_) return;
            order = std::move(*next_);
            next_.reset();
            working_ = true;
            cancelled_ = false;
        }
        carry_out(order);
    }
}

void Examiner::publish(const Examination& known) {
    {
        const std::lock_guard lock(mutex_);
        if (next_.has_value()) return; // of a launch that nobody looks at any more
        examination_ = std::make_shared<Examination>(known);
    }
    woken_();
}

Result<LaunchReport> Examiner::report_of(const std::vector<std::string>& words) {
    const std::filesystem::path folder = cache_folder();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return Diagnostic{{folder.string()}, error.message(), "make room or set XDG_CACHE_HOME"};
    const std::filesystem::path file = folder / fmt::format("report-{}.json", getpid());
    std::filesystem::remove(file, error);
    std::vector<std::string> all = {warpscope_.string()};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--report", "json", "-o", file.string()});
    std::string messages;
    const Result<int> status = run_child(all, messages, cancelled_);
    if (!status) return status.error();
    Result<RunReport> run = read_report(file);
    std::filesystem::remove(file, error);
    // Findings make its exit status 1, and there is a report all the same.
    if (!run) return messages.empty() ? run.error() : diagnostic_of(messages, words[1]);
    if (run->launches.size() != 1)
        return Diagnostic{{words[1]}, "its report has no launch", "open another launch"};
    return std::move(run->launches.front());
}

/// In a session of its own, beside the one that is looked at.
void Examiner::find_moments(Examination& known) {
    if (known.findings == nullptr || known.findings->findings.empty()) return;
    const Result<Capsule> capsule = read_capsule(known.capsule);
    if (!capsule) return; // whoever opens it says why
    SessionOptions options;
    options.history_bytes = kHistoryBytes;
    const auto session = Session::open(*capsule, options);
    if (!session) return;
    Navigator navigator(**session);
    navigator.set_cancel(&cancelled_);
    known.moments = find_places(navigator, known.findings->findings);
}

void Examiner::carry_out(const Order& order) {
    Examination known;
    known.capsule = order.capsule;
    known.working = true;
    known.recorded = compare::has_recording(order.capsule);
    if (!order.report.empty()) {
        Result<RunReport> run = read_report(order.report);
        LaunchReport* launch = run ? launch_in(*run, order.capsule) : nullptr;
        if (launch != nullptr) {
            known.of_run = run->findings;
            known.findings = std::make_shared<LaunchReport>(std::move(*launch));
            publish(known);
        }
    }
    std::vector<std::string> replay = {"replay", order.capsule.string(), "--counters"};
    if (known.findings != nullptr) replay.insert(replay.end(), {"--check", "none"});
    Result<LaunchReport> counted = report_of(replay);
    if (cancelled_) return;
    if (counted) {
        if (counted->counters)
            known.counters = std::make_shared<CounterReport>(std::move(*counted->counters));
        if (known.findings == nullptr)
            known.findings = std::make_shared<LaunchReport>(std::move(*counted));
    } else {
        known.counters_error = counted.error();
        if (known.findings == nullptr) known.findings_error = counted.error();
    }
    publish(known);
    find_moments(known);
    if (cancelled_) return;
    if (known.recorded) {
        publish(known);
        Result<LaunchReport> compared =
            report_of({"compare", order.capsule.string(), "--recorded"});
        if (cancelled_) return;
        if (compared)
            known.compared = std::make_shared<LaunchReport>(std::move(*compared));
        else
            known.compare_error = compared.error();
    }
    known.working = false;
    publish(known);
}

} // namespace warpscope::gui
