// Runs batches on an NVIDIA GPU.
#include <algorithm>

#include "runtime/driver/context.h"
#include "tests/conformance/device.h"
#include "tests/conformance/kernel_text.h"

namespace warpscope::conformance {
namespace {

/// "line 12; error   : text" or "fatal" of a compiler log: the lines, each with its first message.
std::vector<std::pair<std::size_t, std::string>> errors_of(const std::string& log) {
    std::vector<std::pair<std::size_t, std::string>> errors;
    for (std::size_t at = log.find(", line "); at != std::string::npos;
         at = log.find(", line ", at + 1)) {
        const std::size_t end = std::min(log.find('\n', at), log.size());
        const std::string line = log.substr(at + 7, end - at - 7);
        const std::size_t colon = line.find(": ");
        const bool error =
            line.find("; error") != std::string::npos || line.find("; fatal") != std::string::npos;
        if (!error || colon == std::string::npos) continue;
        errors.emplace_back(std::stoul(line), line.substr(colon + 2));
    }
    return errors;
}

using driver::Error;

class Gpu final : public Device {
public:
    explicit Gpu(std::unique_ptr<driver::Context> context)
        : context_(std::move(context)), api_(context_->api()) {
        constexpr unsigned kNonBlocking = 1; // threads do not wait for each other's launches
        api_.cuStreamCreate(&stream_, kNonBlocking);
    }
    ~Gpu() override { api_.cuStreamDestroy(stream_); }
    Result<std::vector<FormResult>> run(const Batch& batch) override;
    std::string description() const override { return driver::description(context_->gpu()); }

private:
    /// A module that is unloaded at the end.
    struct Loaded {
        const driver::DriverApi& api;
        driver::ModuleHandle handle = nullptr;
        ~Loaded() {
            if (handle != nullptr) api.cuModuleUnload(handle);
        }
    };

    /// Compiles the forms that have no refusal yet and notes new refusals. False: compile again.
    bool compile(const Batch& batch, std::vector<FormResult>& results, Loaded& module);
    void compile_one_by_one(const Batch& batch, std::vector<FormResult>& results);
    Error launch_all(const Batch& batch, const std::vector<FormResult>& results,
                     const Loaded& module, const driver::Buffer& input, driver::Buffer& output);

    std::unique_ptr<driver::Context> context_;
    const driver::DriverApi& api_;
    driver::StreamHandle stream_ = nullptr;
};

/// Where each form's output lies.
std::vector<std::uint64_t> places_of(const Batch& batch, std::uint64_t& total) {
    constexpr std::uint64_t kAlignment = 256;
    std::vector<std::uint64_t> places;
    total = 0;
    for (const Form& form : batch.forms) {
        places.push_back(total);
        total += (area_bytes(form.destinations) + kAlignment - 1) / kAlignment * kAlignment;
    }
    return places;
}

std::string kernel_name(std::size_t form) {
    return "form" + std::to_string(form);
}

bool Gpu::compile(const Batch& batch, std::vector<FormResult>& results, Loaded& module) {
    std::string text = module_header();
    std::vector<std::pair<std::size_t, std::size_t>> starts; // line, form
    for (std::size_t k = 0; k < batch.forms.size(); ++k) {
        if (!results[k].refusal.empty()) continue;
        starts.emplace_back(1 + std::count(text.begin(), text.end(), '\n'), k);
        text += kernel_text(batch.forms[k], kernel_name(k), batch.threads);
    }
    if (starts.empty()) return true;
    std::vector<char> log(1 << 18);
    driver::JitOption options[] = {driver::JitOption::ErrorLogBuffer,
                                   driver::JitOption::ErrorLogBufferBytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    const Error error = api_.cuModuleLoadDataEx(&module.handle, text.c_str(), 2, options, values);
    if (error == Error::Success) return true;
    module.handle = nullptr;
    const auto errors = errors_of(log.data());
    for (const auto& [line, message] : errors) {
        const auto after =
            std::upper_bound(starts.begin(), starts.end(), std::pair{line, SIZE_MAX});
        if (after == starts.begin()) continue;
        std::string& refusal = results[std::prev(after)->second].refusal;
        if (refusal.empty()) refusal = message;
    }
    if (!errors.empty()) return false;
    if (starts.size() > 1) return compile_one_by_one(batch, results), false;
    results[starts[0].second].refusal = api_.text(error) + " " + log.data();
    return true;
}

/// For the compiler's errors that name no line.
void Gpu::compile_one_by_one(const Batch& batch, std::vector<FormResult>& results) {
    for (std::size_t k = 0; k < batch.forms.size(); ++k) {
        if (!results[k].refusal.empty()) continue;
        std::vector<FormResult> one(batch.forms.size(), FormResult{"not now", {}});
        one[k].refusal.clear();
        Loaded alone{api_};
        while (!compile(batch, one, alone)) {
        }
        results[k].refusal = one[k].refusal;
    }
}

Error Gpu::launch_all(const Batch& batch, const std::vector<FormResult>& results,
                      const Loaded& module, const driver::Buffer& input, driver::Buffer& output) {
    std::uint64_t total = 0;
    const auto places = places_of(batch, total);
    for (std::size_t k = 0; k < batch.forms.size(); ++k) {
        if (!results[k].refusal.empty()) continue;
        driver::FunctionHandle function = nullptr;
        Error error = api_.cuModuleGetFunction(&function, module.handle, kernel_name(k).c_str());
        if (error != Error::Success) return error;
        std::uint64_t from = input.address(), to = output.address() + places[k];
        void* parameters[] = {&from, &to};
        error = api_.cuLaunchKernel(function, batch.tuples / kBlock, 1, 1, kBlock, 1, 1, 0, stream_,
                                    parameters, nullptr);
        if (error != Error::Success) return error;
    }
    return api_.cuStreamSynchronize(stream_);
}

Result<std::vector<FormResult>> Gpu::run(const Batch& batch) {
    std::vector<FormResult> results(batch.forms.size());
    Loaded module{api_};
    while (!compile(batch, results, module)) {
    }
    if (module.handle == nullptr) return results;
    std::uint64_t total = 0;
    const auto places = places_of(batch, total);
    auto input = driver::Buffer::allocate(*context_, batch.inputs->size());
    auto output = driver::Buffer::allocate(*context_, total);
    if (!input) return input.error();
    if (!output) return output.error();
    const auto refuse = [&](Error error) {
        return api_.failure("running a batch", error, "it begins with " + batch.forms[0].name);
    };
    Error error = input->write(batch.inputs->data(), batch.inputs->size());
    if (error == Error::Success) error = launch_all(batch, results, module, *input, *output);
    for (std::size_t k = 0; k < batch.forms.size() && error == Error::Success; ++k) {
        if (!results[k].refusal.empty()) continue;
        results[k].output.resize(area_bytes(batch.forms[k].destinations));
        error = output->read(results[k].output.data(), results[k].output.size(), places[k]);
    }
    if (error != Error::Success) return refuse(error);
    return results;
}

} // namespace

Result<std::unique_ptr<Device>> make_gpu() {
    auto context = driver::Context::open();
    if (!context) return context.error();
    return std::unique_ptr<Device>(new Gpu(std::move(*context)));
}

} // namespace warpscope::conformance
