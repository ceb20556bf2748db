// Deals batches of forms to host threads, each with devices of its own.
#include "tests/conformance/replay.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cstring>
#include <fstream>
#include <mutex>
#include <numeric>
#include <thread>

#include "tests/conformance/tuples.h"

namespace warpscope::conformance {
namespace {

constexpr std::size_t kFormsInBatch = 48;

/// Forms in the order of their signatures, and where the batches begin.
struct Schedule {
    std::vector<Form> forms;
    std::vector<std::size_t> place; ///< forms[i] is number place[i] of the caller's
    std::vector<std::size_t> starts;
};

Schedule schedule(const std::vector<Form>& forms) {
    Schedule s;
    s.place.resize(forms.size());
    std::iota(s.place.begin(), s.place.end(), std::size_t{0});
    std::vector<std::string> signatures;
    for (const Form& form : forms)
        signatures.push_back(form.signature());
    std::stable_sort(s.place.begin(), s.place.end(),
                     [&](std::size_t a, std::size_t b) { return signatures[a] < signatures[b]; });
    for (std::size_t i = 0; i < s.place.size(); ++i) {
        const bool another = i == 0 || signatures[s.place[i]] != signatures[s.place[i - 1]];
        if (another || i - s.starts.back() == kFormsInBatch) s.starts.push_back(i);
        s.forms.push_back(forms[s.place[i]]);
    }
    s.starts.push_back(s.forms.size());
    return s;
}

class Worker {
public:
    Worker(const Schedule& schedule, const ReplaySettings& settings, Replay& result,
           std::atomic<std::size_t>& next, std::mutex& mutex, std::string& problem)
        : schedule_(schedule), settings_(settings), result_(result), next_(next), mutex_(mutex),
          problem_(problem) {}
    void operator()();

private:
    void fail(const Diagnostic& d) {
        const std::lock_guard lock(mutex_);
        problem_ = to_string(d);
        next_ = schedule_.starts.size();
    }
    bool run_batch(std::size_t first, std::size_t last);
    bool compare_guarded(const Batch& batch, std::vector<FormResult>& results);
    void note(const Form& form, const Batch& batch, const FormResult* emulator,
              const FormResult* hardware, FormOutcome& outcome) const;

    const Schedule& schedule_;
    const ReplaySettings& settings_;
    Replay& result_;
    std::atomic<std::size_t>& next_;
    std::mutex& mutex_;
    std::string& problem_;
    std::unique_ptr<Device> emulator_, gpu_;
    std::string signature_;
    std::shared_ptr<const std::vector<std::uint8_t>> inputs_;
};

void Worker::operator()() {
    if (settings_.emulator) emulator_ = make_emulator(settings_.level);
    if (settings_.hardware) {
        auto gpu = make_gpu();
        if (!gpu) return fail(gpu.error());
        gpu_ = std::move(*gpu);
        const std::lock_guard lock(mutex_);
        result_.hardware = gpu_->description();
    }
    // Neighbouring batches share inputs, so each thread takes a run of them.
    constexpr std::size_t kRun = 2;
    while (true) {
        const std::size_t from = next_.fetch_add(kRun);
        for (std::size_t b = from; b < from + kRun; ++b) {
            if (b + 1 >= schedule_.starts.size()) return;
            if (!run_batch(schedule_.starts[b], schedule_.starts[b + 1])) return;
        }
    }
}

bool Worker::run_batch(std::size_t first, std::size_t last) {
    const Form& form = schedule_.forms[first];
    if (inputs_ == nullptr || signature_ != form.signature()) {
        signature_ = form.signature();
        inputs_ = std::make_shared<const std::vector<std::uint8_t>>(make_inputs(form));
    }
    const Batch batch{
        {schedule_.forms.data() + first, last - first}, inputs_, Threads::All, settings_.tuples};
    std::vector<FormResult> emulator, hardware;
    for (auto* device : {emulator_.get(), gpu_.get()}) {
        if (device == nullptr) continue;
        auto results = device->run(batch);
        if (!results) return fail(results.error()), false;
        (device == gpu_.get() ? hardware : emulator) = std::move(*results);
    }
    if (settings_.guarded && !compare_guarded(batch, emulator)) return false;
    for (std::size_t i = 0; i < last - first; ++i)
        note(batch.forms[i], batch, emulator.empty() ? nullptr : &emulator[i],
             hardware.empty() ? nullptr : &hardware[i],
             result_.outcomes[schedule_.place[first + i]]);
    return true;
}

/// The first tuple at which `some` is neither the result that `all` has nor, where the form was not
/// executed, zero; kTuples when there is none.
std::uint32_t first_unlike(const Form& form, const FormResult& all, const FormResult& some,
                           std::uint32_t tuples) {
    const auto offsets = area_offsets(form.destinations);
    for (std::uint32_t n = 0; n < tuples; ++n)
        for (std::size_t k = 0; k < form.destinations.size(); ++k) {
            const unsigned bytes = memory_bytes(form.destinations[k].type);
            const std::uint64_t at = offsets[k] + std::uint64_t{n} * bytes;
            const std::array<std::uint8_t, 16> zero{};
            const std::uint8_t* expected = executes(n) ? all.output.data() + at : zero.data();
            if (std::memcmp(some.output.data() + at, expected, bytes) != 0) return n;
        }
    return kTuples;
}

/// Full and partial warps take different code. A form that fails here is refused.
bool Worker::compare_guarded(const Batch& batch, std::vector<FormResult>& results) {
    Batch guarded = batch;
    guarded.threads = Threads::Some;
    guarded.tuples = kChunk;
    const auto some = emulator_->run(guarded);
    if (!some) return fail(some.error()), false;
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (batch.forms[i].has_member_mask || !results[i].refusal.empty()) continue;
        const FormResult& result = (*some)[i];
        if (!result.refusal.empty()) {
            results[i].refusal = "under a guard: " + result.refusal;
            continue;
        }
        const std::uint32_t n = first_unlike(batch.forms[i], results[i], result, kChunk);
        if (n != kTuples)
            results[i].refusal = "tuple " + std::to_string(n) + " is another under a guard";
    }
    return true;
}

void write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

/// Arrays as area_offsets() lays them out; the form's name without its punctuation names the files.
void dump(const std::string& folder, const Form& form, const Batch& batch,
          const FormResult* emulator, const FormResult* hardware) {
    std::string name = form.name;
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.'; }, '_');
    write_file(folder + "/" + name + ".inputs", *batch.inputs);
    if (emulator != nullptr) write_file(folder + "/" + name + ".emulator", emulator->output);
    if (hardware != nullptr) write_file(folder + "/" + name + ".hardware", hardware->output);
}

void Worker::note(const Form& form, const Batch& batch, const FormResult* emulator,
                  const FormResult* hardware, FormOutcome& outcome) const {
    const auto answer = [&](const FormResult* result, Answer& to) {
        if (result == nullptr) return;
        to.ran = result->refusal.empty();
        to.refusal = result->refusal;
        if (to.ran) to.digest = digest_of(form, result->output, batch.tuples);
    };
    if (!settings_.dump.empty()) dump(settings_.dump, form, batch, emulator, hardware);
    answer(emulator, outcome.emulator);
    answer(hardware, outcome.hardware);
    if (outcome.emulator.ran && outcome.hardware.ran)
        outcome.comparison =
            compare(form, *batch.inputs, emulator->output, hardware->output, batch.tuples);
}

} // namespace

Result<Replay> replay(const std::vector<Form>& forms, const ReplaySettings& settings) {
    const Schedule s = schedule(forms);
    Replay result;
    result.outcomes.resize(forms.size());
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::string problem;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::max(1u, settings.threads); ++t)
        threads.emplace_back([&] { Worker(s, settings, result, next, mutex, problem)(); });
    for (std::thread& thread : threads)
        thread.join();
    if (!problem.empty()) return Diagnostic{{}, problem, {}};
    return result;
}

} // namespace warpscope::conformance
