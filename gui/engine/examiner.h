// Examiner: finds out about a launch what its steps do not tell, through `warpscope` as a child:
// findings, counters, and the comparison with what a GPU left.
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sim/base/result.h"
#include "sim/report/launch_report.h"

namespace warpscope::gui {

/// What is known of a launch by now; made by the examiner, then never changed.
struct Examination {
    std::filesystem::path capsule;
    bool working = false; ///< there is more to come
    /// Its findings were looked for, or why not.
    std::shared_ptr<const LaunchReport> findings;
    /// Positions of the steps that its findings are about, as far as they are known.
    std::vector<std::optional<std::uint64_t>> moments;
    std::vector<Finding> of_run; ///< of the program, of no launch
    std::optional<Diagnostic> findings_error;
    std::shared_ptr<const CounterReport> counters;
    std::optional<Diagnostic> counters_error;
    bool recorded = false;                        ///< what a GPU left lies beside the capsule
    std::shared_ptr<const LaunchReport> compared; ///< with its comparison
    std::optional<Diagnostic> compare_error;
};

class Examiner {
public:
    /// `warpscope` is the program to start; `woken` is called, on the examiner's thread, whenever
    /// more is known.
    Examiner(std::filesystem::path warpscope, std::function<void()> woken);
    ~Examiner();
    Examiner(const Examiner&) = delete;
    Examiner& operator=(const Examiner&) = delete;

    /// Examines this launch instead of what it examined before. `report` is that of the run which
    /// captured it, as JSON; empty when there is none.
    void examine(const std::filesystem::path& capsule, const std::filesystem::path& report);

    std::shared_ptr<const Examination> examination() const; ///< null at first
    bool busy() const;

private:
    struct Order {
        std::filesystem::path capsule, report;
    };

    void run();
    void carry_out(const Order& order);
    void find_moments(Examination& known);
    /// Runs `warpscope` with these words and its report; the only launch in it.
    Result<LaunchReport> report_of(const std::vector<std::string>& words);
    void publish(const Examination& known);

    const std::filesystem::path warpscope_;
    const std::function<void()> woken_;
    std::atomic<bool> cancelled_ = false;

    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::optional<Order> next_;
    bool ending_ = false, working_ = false;
    std::shared_ptr<const Examination> examination_;

    std::thread thread_; ///< last, so that it starts when all else is there
};

} // namespace warpscope::gui
