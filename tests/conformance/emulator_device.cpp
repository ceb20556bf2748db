// Runs batches on the emulator.
#include <cstring>

#include "sim/events/names.h"
#include "sim/exec/launch.h"
#include "sim/ptx/parser.h"
#include "tests/conformance/device.h"
#include "tests/conformance/kernel_text.h"

namespace warpscope::conformance {
namespace {

class Emulator final : public Device {
public:
    explicit Emulator(isa::Level level) : level_(level), memory_(std::uint64_t{1} << 32) {}
    Result<std::vector<FormResult>> run(const Batch& batch) override;
    std::string description() const override { return "emulator"; }

private:
    FormResult run_form(const Form& form, const std::string& name, const Batch& batch,
                        const std::shared_ptr<const ModuleInstance>& instance);

    isa::Level level_;
    DeviceMemory memory_;
    Address input_ = 0, output_ = 0;
    std::uint64_t output_bytes_ = 0;
};

Result<std::vector<FormResult>> Emulator::run(const Batch& batch) {
    std::string text = module_header();
    for (std::size_t k = 0; k < batch.forms.size(); ++k)
        text += kernel_text(batch.forms[k], "form" + std::to_string(k), batch.threads);
    Result<Module> module = ptx::parse(text, "forms.ptx");
    if (!module) return module.error();
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), memory_);
    if (!instance) return instance.error();

    input_ = memory_.allocate(batch.inputs->size(), AllocationKind::Device, "input")->base;
    memory_.write(input_, batch.inputs->data(), batch.inputs->size());
    std::vector<FormResult> results;
    for (std::size_t k = 0; k < batch.forms.size(); ++k)
        results.push_back(run_form(batch.forms[k], "form" + std::to_string(k), batch, *instance));
    memory_.release(input_);
    return results;
}

FormResult Emulator::run_form(const Form& form, const std::string& name, const Batch& batch,
                              const std::shared_ptr<const ModuleInstance>& instance) {
    FormResult result;
    const auto executable = build_executable(instance, name, level_);
    if (!executable) {
        result.refusal = executable.error().message;
        return result;
    }
    const std::uint64_t bytes = area_bytes(form.destinations);
    if (bytes > output_bytes_) {
        if (output_bytes_ != 0) memory_.release(output_);
        output_ = memory_.allocate(bytes, AllocationKind::Device, "output")->base;
        output_bytes_ = bytes;
    }
    LaunchRequest request;
    request.executable = *executable;
    request.grid = {batch.tuples / kBlock, 1, 1};
    request.block = {kBlock, 1, 1};
    request.parameters.resize(16);
    std::memcpy(request.parameters.data(), &input_, 8);
    std::memcpy(request.parameters.data() + 8, &output_, 8);
    const LaunchResult launch = run_launch(request, GpuSpec{}, memory_, LaunchOptions{}, {});
    if (launch.outcome != LaunchOutcome::Finished)
        result.refusal =
            "fault " + std::string(name_of(launch.fault.kind)) + " " + launch.fault.detail;
    result.output.resize(bytes);
    memory_.read(output_, result.output.data(), bytes);
    return result;
}

} // namespace

std::unique_ptr<Device> make_emulator(isa::Level level) {
    return std::make_unique<Emulator>(level);
}

} // namespace warpscope::conformance
