// Deals seeds to processes, and looks after them.
//
// Processes share a table with an entry a seed and one a worker. A worker takes a unit of seeds,
// runs it in one go, and notes the results. When it loses its GPU, the unit is run again by the
// next process, kernel by kernel, so that the one at fault is known by name.
#include "tests/random_kernels/bulk.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/hash.h"
#include "tests/random_kernels/generator.h"

namespace warpscope::random_kernels {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWords = 240;
constexpr int kLost = 3, kCannotOpen = 4; ///< exit codes of workers

enum class Unit : std::uint8_t { Free, Taken, Done };

struct SharedKernel {
    std::atomic<bool> done;
    Verdict verdict;
    std::uint64_t text, emulator, other;
    char words[kWords];
};

struct SharedUnit {
    std::atomic<Unit> state;
    std::atomic<bool> one_by_one;
};

struct SharedWorker {
    std::atomic<std::int64_t> unit;   ///< that it works on; -1: none
    std::atomic<std::int64_t> kernel; ///< the same, when it runs one alone
    std::atomic<std::uint64_t> steps; ///< grows while it comes on
};

struct SharedHead {
    char other[kWords], problem[kWords];
};

void copy_words(char (&to)[kWords], const std::string& from) {
    std::strncpy(to, from.c_str(), kWords - 1);
}

/// Zeroed memory that all processes see.
class SharedTable {
public:
    SharedTable(std::size_t kernels, std::size_t units, std::size_t workers)
        : bytes_(sizeof(SharedHead) + kernels * sizeof(SharedKernel) + units * sizeof(SharedUnit) +
                 workers * sizeof(SharedWorker)) {
        memory_ = static_cast<char*>(
            mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
        if (memory_ == MAP_FAILED) std::abort();
        head = reinterpret_cast<SharedHead*>(memory_);
        this->kernels = reinterpret_cast<SharedKernel*>(head + 1);
        this->workers = reinterpret_cast<SharedWorker*>(this->kernels + kernels);
        this->units = reinterpret_cast<SharedUnit*>(this->workers + workers);
    }
    ~SharedTable() { munmap(memory_, bytes_); }
    SharedTable(const SharedTable&) = delete;
    SharedTable& operator=(const SharedTable&) = delete;

    SharedHead* head;
    SharedKernel* kernels;
    SharedUnit* units;
    SharedWorker* workers;

private:
    std::size_t bytes_;
    char* memory_;
};

/// One process's part.
class Worker {
public:
    Worker(const BulkSettings& settings, SharedTable& table, std::size_t units, unsigned number,
           Clock::time_point deadline)
        : settings_(settings), table_(table), units_(units), self_(table.workers[number]),
          deadline_(deadline) {}

    int run() {
        emulator_ = make_emulator(settings_.emulator);
        if (settings_.open_other) {
            auto other = settings_.open_other();
            if (!other)
                return copy_words(table_.head->problem, to_string(other.error())), kCannotOpen;
            other_ = std::move(*other);
            if (settings_.other_is_gpu) gpu_ = static_cast<Gpu*>(other_.get());
            copy_words(table_.head->other, other_->name());
        }
        for (std::size_t unit = 0; unit < units_; ++unit) {
            Unit expected = Unit::Free;
            if (!table_.units[unit].state.compare_exchange_strong(expected, Unit::Taken)) continue;
            if (Clock::now() > deadline_) return 0;
            self_.unit = static_cast<std::int64_t>(unit);
            if (!run_unit(unit)) return kLost;
            table_.units[unit].state = Unit::Done;
            self_.unit = -1;
        }
        return 0;
    }

private:
    void step() { ++self_.steps; }

    bool run_unit(std::size_t unit) {
        const std::size_t first = unit * settings_.in_module;
        const std::size_t last =
            std::min<std::size_t>(first + settings_.in_module, settings_.count);
        std::vector<std::size_t> left;
        for (std::size_t i = first; i < last; ++i)
            if (!table_.kernels[i].done) left.push_back(i);
        if (!table_.units[unit].one_by_one) return run_kernels(left);
        for (const std::size_t i : left) {
            self_.kernel = static_cast<std::int64_t>(i);
            if (!run_kernels({i})) return false;
            self_.kernel = -1;
        }
        return true;
    }

    /// False: the GPU is lost, and who is at fault is known only if there was one kernel.
    bool run_kernels(const std::vector<std::size_t>& which) {
        std::vector<Case> cases;
        for (const std::size_t i : which)
            cases.push_back(case_of(generate(settings_.first + i)));
        step();
        std::vector<Answer> ours, theirs(cases.size());
        for (const Case& c : cases)
            ours.push_back(emulator_->run({&c, 1})[0]), step();
        if (other_ != nullptr) {
            // What the emulator stops is nothing for a GPU.
            std::vector<Case> good;
            for (std::size_t k = 0; k < cases.size(); ++k)
                if (ours[k].problem.empty()) good.push_back(cases[k]);
            const std::vector<Answer> answers = other_->run(good);
            step();
            for (std::size_t k = 0, next = 0; k < cases.size(); ++k)
                if (ours[k].problem.empty()) theirs[k] = answers[next++];
        }
        const bool lost = gpu_ != nullptr && gpu_->lost();
        if (lost && which.size() > 1) return false;
        for (std::size_t k = 0; k < cases.size(); ++k)
            note(which[k], cases[k], ours[k], theirs[k]), step();
        return gpu_ == nullptr || !gpu_->lost();
    }

    void note(std::size_t i, const Case& c, const Answer& ours, const Answer& theirs) {
        SharedKernel& kernel = table_.kernels[i];
        Comparison result;
        if (other_ != nullptr)
            result = compare(c.shape, ours, theirs);
        else if (!ours.problem.empty())
            result = {Verdict::EmulatorProblem, ours.problem};
        kernel.text = digest_of(c);
        kernel.emulator = ours.problem.empty() ? digest_of(ours) : 0;
        kernel.other = other_ != nullptr && theirs.problem.empty() ? digest_of(theirs) : 0;
        copy_words(kernel.words, result.text);
        kernel.verdict = result.verdict;
        kernel.done = true;
        if (result.verdict != Verdict::Equal) write_case(settings_.first + i, result);
    }

    void write_case(std::uint64_t seed, const Comparison& result) {
        if (settings_.cases.empty()) return;
        const Program program = generate(seed);
        std::string text;
        const bool lost = gpu_ != nullptr && gpu_->lost();
        if (lost || other_ == nullptr || cases_++ >= settings_.most_cases) {
            const Dim3 &g = program.shape.grid, &b = program.shape.block;
            const auto triple = [](const Dim3& d) {
                return std::to_string(d.x) + " " + std::to_string(d.y) + " " + std::to_string(d.z);
            };
            text = "// seed " + std::to_string(seed) + " grid " + triple(g) + " block " +
                   triple(b) + "\n// " + std::string(name_of(result.verdict)) +
                   ", not reduced: " + result.text.substr(0, result.text.find('\n')) + "\n" +
                   module_header() + text_of(program);
        } else {
            const auto time = std::chrono::duration_cast<Clock::duration>(
                std::chrono::duration<double>(settings_.reduce_seconds));
            const Clock::time_point deadline = std::min(Clock::now() + time, deadline_);
            text = describe(program, *emulator_, *other_, gpu_, deadline, [this] { step(); });
        }
        std::ofstream(settings_.cases + "/" + std::to_string(seed) + ".ptx") << text;
    }

    const BulkSettings& settings_;
    SharedTable& table_;
    std::size_t units_;
    SharedWorker& self_;
    Clock::time_point deadline_;
    std::unique_ptr<Device> emulator_, other_;
    Gpu* gpu_ = nullptr;
    unsigned cases_ = 0;
};

/// The process that all others come from; it touches no device.
class Overseer {
public:
    explicit Overseer(const BulkSettings& settings)
        : settings_(settings),
          units_((settings.count + settings.in_module - 1) / settings.in_module),
          table_(settings.count, units_, settings.workers),
          deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(settings.seconds))),
          processes_(settings.workers) {}

    BulkResult run() {
        for (unsigned w = 0; w < settings_.workers; ++w)
            start(w);
        while (std::ranges::any_of(processes_, [](const Process& p) { return p.id > 0; })) {
            for (unsigned w = 0; w < settings_.workers; ++w)
                look_at(w);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        BulkResult result;
        result.other = table_.head->other, result.problem = table_.head->problem;
        for (std::uint64_t i = 0; i < settings_.count; ++i) {
            const SharedKernel& k = table_.kernels[i];
            if (k.done)
                result.kernels.push_back({k.verdict, k.text, k.emulator, k.other, k.words});
            else
                result.kernels.push_back({});
        }
        return result;
    }

private:
    struct Process {
        pid_t id = 0;
        std::uint64_t steps = 0;
        Clock::time_point came_on;
        bool ended_by_us = false;
    };

    void start(unsigned w) {
        Process& p = processes_[w];
        table_.workers[w].unit = -1, table_.workers[w].kernel = -1;
        p = {};
        p.steps = table_.workers[w].steps;
        p.came_on = Clock::now();
        std::fflush(nullptr);
        p.id = fork();
        if (p.id != 0) return;
        // Without destructors: a driver with a lost kernel would wait for it.
        _exit(Worker(settings_, table_, units_, w, deadline_).run());
    }

    void look_at(unsigned w) {
        Process& p = processes_[w];
        if (p.id <= 0) return;
        int status = 0;
        if (waitpid(p.id, &status, WNOHANG) == p.id) return ended(w, status);
        const std::uint64_t steps = table_.workers[w].steps;
        const Clock::time_point now = Clock::now();
        if (steps != p.steps) p.steps = steps, p.came_on = now;
        const std::chrono::duration<double> stalled = now - p.came_on, over = now - deadline_;
        if (stalled.count() < settings_.stalled_seconds && over.count() < 10) return;
        p.ended_by_us = true;
        kill(p.id, SIGKILL);
    }

    void ended(unsigned w, int status) {
        SharedWorker& worker = table_.workers[w];
        const bool by_us = processes_[w].ended_by_us;
        processes_[w].id = 0;
        const std::int64_t unit = worker.unit, kernel = worker.kernel;
        const bool exited = WIFEXITED(status);
        if (exited && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == kCannotOpen)) return;
        if (unit >= 0) {
            if (kernel >= 0 && !table_.kernels[kernel].done) {
                SharedKernel& k = table_.kernels[kernel];
                k.verdict = Verdict::Fault;
                copy_words(k.words, by_us ? "its process came no further"
                                          : "its process ended by signal " +
                                                std::to_string(exited ? 0 : WTERMSIG(status)));
                k.done = true;
            }
            table_.units[unit].one_by_one = true;
            table_.units[unit].state = Unit::Free;
        }
        if (Clock::now() < deadline_) start(w);
    }

    const BulkSettings& settings_;
    std::size_t units_;
    SharedTable table_;
    Clock::time_point deadline_;
    std::vector<Process> processes_;
};

} // namespace

std::uint64_t digest_of(const Case& c) {
    const Buffers buffers = initial_buffers(c.seed, c.shape);
    Hash hash = hash_bytes(c.text.data(), c.text.size());
    const std::uint32_t shape[] = {c.shape.grid.x,  c.shape.grid.y,  c.shape.grid.z,
                                   c.shape.block.x, c.shape.block.y, c.shape.block.z};
    hash = hash_bytes(shape, sizeof shape, hash);
    hash = hash_bytes(buffers.input.data(), buffers.input.size(), hash);
    return hash_bytes(buffers.output.data(), buffers.output.size(), hash).low;
}

BulkResult run_bulk(const BulkSettings& settings) {
    return Overseer(settings).run();
}

} // namespace warpscope::random_kernels
