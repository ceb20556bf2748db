// Runs cases on an NVIDIA GPU: many kernels in one module, one after the other in one stream.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "runtime/driver/context.h"
#include "tests/random_kernels/device.h"
#include "tests/random_kernels/generator.h"

namespace warpscope::random_kernels {
namespace {

using driver::Error;

class RealGpu final : public Gpu {
public:
    RealGpu(std::unique_ptr<driver::Context> context, double seconds)
        : context_(std::move(context)), api_(context_->api()), seconds_(seconds) {}
    ~RealGpu() override {
        // The driver would wait for a kernel that does not end.
        if (lost_) context_.release();
    }
    std::string name() const override { return driver::description(context_->gpu()); }
    bool lost() const override { return lost_; }
    void set_optimization(unsigned level) override { optimization_ = level; }
    std::vector<Answer> run(std::span<const Case> cases) override;

private:
    struct Loaded {
        const driver::DriverApi& api;
        driver::ModuleHandle handle = nullptr;
        ~Loaded() {
            if (handle != nullptr) api.cuModuleUnload(handle);
        }
    };
    bool compile(std::span<const Case> cases, std::vector<Answer>& answers, Loaded& module);
    void launch_all(std::span<const Case> cases, std::vector<Answer>& answers,
                    const Loaded& module);
    Error launch(const Case& c, const Loaded& module, Address input, Address output);
    Error wait();
    void fail(std::vector<Answer>& answers, Error error);

    std::unique_ptr<driver::Context> context_;
    const driver::DriverApi& api_;
    double seconds_;
    unsigned optimization_ = 4;
    bool lost_ = false;
};

/// "line 12; error   : text" of a compiler log: the lines, each with its first message.
std::vector<std::pair<std::size_t, std::string>> errors_of(const std::string& log) {
    std::vector<std::pair<std::size_t, std::string>> errors;
    for (std::size_t at = log.find(", line "); at != std::string::npos;
         at = log.find(", line ", at + 1)) {
        const std::string line =
            log.substr(at + 7, std::min(log.find('\n', at), log.size()) - at - 7);
        const bool error =
            line.find("; error") != std::string::npos || line.find("; fatal") != std::string::npos;
        const std::size_t colon = line.find(": ");
        if (error && colon != std::string::npos)
            errors.emplace_back(std::stoul(line), line.substr(colon + 2));
    }
    return errors;
}

std::string line_of(const std::string& text, std::size_t number) {
    std::size_t from = 0;
    for (; number > 1 && from != std::string::npos; --number)
        from = text.find('\n', from) + 1;
    return text.substr(from, text.find('\n', from) - from);
}

/// Compiles the cases that have no problem yet, and notes those that are refused. False: again,
/// without them.
bool RealGpu::compile(std::span<const Case> cases, std::vector<Answer>& answers, Loaded& module) {
    std::string text = module_header();
    std::vector<std::pair<std::size_t, std::size_t>> starts; // line, case
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (!answers[i].problem.empty()) continue;
        starts.emplace_back(1 + std::count(text.begin(), text.end(), '\n'), i);
        text += cases[i].text;
    }
    if (starts.empty()) return true;
    std::vector<char> log(1 << 16);
    driver::JitOption options[] = {driver::JitOption::ErrorLogBuffer,
                                   driver::JitOption::ErrorLogBufferBytes,
                                   driver::JitOption::OptimizationLevel};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size()),
                      reinterpret_cast<void*>(std::uintptr_t{optimization_})};
    const Error error = api_.cuModuleLoadDataEx(&module.handle, text.c_str(), 3, options, values);
    if (error == Error::Success) return true;
    module.handle = nullptr;
    log.back() = '\0';
    bool found = false;
    for (const auto& [line, message] : errors_of(log.data())) {
        const auto after =
            std::upper_bound(starts.begin(), starts.end(), std::pair{line, SIZE_MAX});
        if (after == starts.begin()) continue;
        std::string& problem = answers[std::prev(after)->second].problem;
        if (problem.empty()) problem = "refused: " + message + " in `" + line_of(text, line) + "`";
        found = true;
    }
    if (found) return false;
    if (starts.size() == 1) {
        answers[starts[0].second].problem = "refused: " + api_.text(error) + " " + log.data();
        return true;
    }
    // The message names no line: each by itself.
    for (const auto& [line, i] : starts) {
        std::vector<Answer> one(1);
        Loaded alone{api_};
        while (!compile(cases.subspan(i, 1), one, alone)) {
        }
        answers[i].problem = one[0].problem;
    }
    return false;
}

Error RealGpu::wait() {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    Error error = Error::NotReady;
    while ((error = api_.cuStreamQuery(nullptr)) == Error::NotReady) {
        const std::chrono::duration<double> time = Clock::now() - start;
        if (time.count() > seconds_) return Error::LaunchTimeout;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return error;
}

Error RealGpu::launch(const Case& c, const Loaded& module, Address input, Address output) {
    driver::Launch launch;
    if (const Error error =
            api_.cuModuleGetFunction(&launch.function, module.handle, c.kernel.c_str());
        error != Error::Success)
        return error;
    Parameters parameters = parameters_of(c.seed);
    parameters.input = input, parameters.output = output;
    launch.grid = c.shape.grid, launch.block = c.shape.block;
    launch.dynamic_shared_bytes = c.shape.dynamic_shared_bytes();
    launch.parameters.resize(sizeof parameters);
    std::memcpy(launch.parameters.data(), &parameters, sizeof parameters);
    return driver::start(*context_, launch);
}

void RealGpu::fail(std::vector<Answer>& answers, Error error) {
    lost_ = true;
    const std::string words =
        error == Error::LaunchTimeout ? "it did not end" : "fault: " + api_.text(error);
    for (Answer& answer : answers)
        if (answer.problem.empty()) answer.problem = words;
}

void RealGpu::launch_all(std::span<const Case> cases, std::vector<Answer>& answers,
                         const Loaded& module) {
    constexpr std::uint64_t kAlignment = 256;
    const auto place = [](std::vector<std::uint8_t>& all, const std::vector<std::uint8_t>& bytes) {
        const std::uint64_t at = all.size();
        all.insert(all.end(), bytes.begin(), bytes.end());
        all.resize((all.size() + kAlignment - 1) / kAlignment * kAlignment);
        return at;
    };
    std::vector<std::uint8_t> memory;
    std::vector<std::uint64_t> inputs, outputs, sizes;
    for (const Case& c : cases) {
        const Buffers buffers = initial_buffers(c.seed, c.shape);
        inputs.push_back(place(memory, buffers.input));
        outputs.push_back(place(memory, buffers.output));
        sizes.push_back(buffers.output.size());
    }
    auto buffer = driver::Buffer::allocate(*context_, memory.size());
    if (!buffer) {
        for (Answer& answer : answers)
            if (answer.problem.empty()) answer.problem = to_string(buffer.error());
        return;
    }
    Error error = buffer->write(memory.data(), memory.size());
    for (std::size_t i = 0; i < cases.size() && error == Error::Success; ++i) {
        if (!answers[i].problem.empty()) continue;
        error =
            launch(cases[i], module, buffer->address() + inputs[i], buffer->address() + outputs[i]);
        if (error == Error::LaunchOutOfResources)
            answers[i].problem = "refused: " + api_.text(error), error = Error::Success;
    }
    if (error == Error::Success) error = wait();
    if (error == Error::Success) error = buffer->read(memory.data(), memory.size());
    if (error != Error::Success) {
        fail(answers, error);
        new driver::Buffer(std::move(*buffer)); // its context is lost; nothing is left to free
        return;
    }
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (answers[i].problem.empty())
            answers[i].output.assign(memory.begin() + static_cast<std::ptrdiff_t>(outputs[i]),
                                     memory.begin() +
                                         static_cast<std::ptrdiff_t>(outputs[i] + sizes[i]));
}

std::vector<Answer> RealGpu::run(std::span<const Case> cases) {
    std::vector<Answer> answers(cases.size());
    Loaded module{api_};
    while (!compile(cases, answers, module)) {
    }
    if (module.handle != nullptr) launch_all(cases, answers, module);
    if (lost_) module.handle = nullptr;
    return answers;
}

} // namespace

Result<std::unique_ptr<Gpu>> open_gpu(int index, double seconds) {
    auto context = driver::Context::open(index);
    if (!context) return context.error();
    // Calls through pointers hide from the compiler how much stack they need.
    constexpr std::size_t kStackBytes = 4096;
    (*context)->api().cuCtxSetLimit(driver::Limit::StackBytes, kStackBytes);
    return std::unique_ptr<Gpu>(new RealGpu(std::move(*context), seconds));
}

} // namespace warpscope::random_kernels
