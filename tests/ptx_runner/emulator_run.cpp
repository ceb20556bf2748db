// Builds the case's module, runs its kernel and compares every expected value.
#include "tests/ptx_runner/emulator_run.h"

#include <cstring>

#include "sim/events/names.h"
#include "sim/exec/launch.h"
#include "sim/ptx/parser.h"

namespace warpscope::cases {
namespace {

class Run {
public:
    Run(const Case& c, isa::Level level, std::string broken_row, Mutation mutation)
        : case_(c), level_(level), broken_row_(std::move(broken_row)), mutation_(mutation),
          memory_(std::uint64_t{1} << 32) {}
    std::vector<std::string> operator()();
    bool mutation_applied = false;

private:
    void fail(std::uint32_t line, const std::string& message) {
        failures_.push_back(case_.path + ":" + std::to_string(line) + ": " + message);
    }
    std::string launch(); ///< "" or the diagnostic
    void check_outcome(const LaunchResult& result);
    void check_values();
    void place_arguments(const Executable& executable);
    void place_image(std::size_t k, std::vector<std::uint8_t>& handle);

    const Case& case_;
    isa::Level level_;
    std::string broken_row_;
    Mutation mutation_;
    DeviceMemory memory_;
    LaunchRequest request_;
    std::vector<Address> buffers_;
    std::vector<std::string> failures_;
};

/// The kernel gets the handle of an object over an array with the argument's bytes.
void Run::place_image(std::size_t k, std::vector<std::uint8_t>& handle) {
    const Argument& a = case_.arguments[k];
    TextureObject texture = a.image->texture;
    const std::uint64_t size =
        std::max<std::uint64_t>(texture.image.extent_bytes(), a.bytes.size());
    buffers_[k] = memory_.allocate(size, AllocationKind::Array, a.name)->base;
    memory_.write(buffers_[k], a.bytes.data(), a.bytes.size());
    texture.image.base = buffers_[k];
    const std::uint64_t made = a.image->is_surface
                                   ? memory_.objects().create(SurfaceObject{texture.image})
                                   : memory_.objects().create(texture);
    std::memcpy(handle.data(), &made, 8);
}

void Run::place_arguments(const Executable& executable) {
    request_.parameters.assign(executable.parameter_bytes, 0);
    for (std::size_t k = 0; k < case_.arguments.size(); ++k) {
        const Argument& a = case_.arguments[k];
        buffers_.push_back(0);
        std::vector<std::uint8_t> bytes = a.bytes;
        if (a.image) {
            bytes.resize(8);
            place_image(k, bytes);
        } else if (a.is_buffer) {
            buffers_[k] = memory_.allocate(a.bytes.size(), AllocationKind::Device, a.name)->base;
            memory_.write(buffers_[k], a.bytes.data(), a.bytes.size());
            bytes.resize(8);
            std::memcpy(bytes.data(), &buffers_[k], 8);
        }
        const ParameterSlot& slot = executable.parameters[k];
        std::memcpy(request_.parameters.data() + slot.offset, bytes.data(),
                    std::min<std::size_t>(slot.size, bytes.size()));
    }
}

std::string Run::launch() {
    Result<Module> module = ptx::parse(case_.ptx, case_.path);
    if (!module) return to_string(module.error());
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), memory_);
    if (!instance) return to_string(instance.error());
    auto executable = build_executable(*instance, case_.kernel, level_);
    if (!executable) return to_string(executable.error());
    if ((*executable)->parameters.size() != case_.arguments.size())
        return "the kernel takes " + std::to_string((*executable)->parameters.size()) +
               " parameters, the case gives " + std::to_string(case_.arguments.size());
    auto own = std::make_shared<Executable>(**executable);
    if (mutation_ != Mutation::None) mutation_applied = break_row(*own, broken_row_, mutation_);
    request_.executable = own;
    request_.grid = case_.grid;
    request_.block = case_.block;
    request_.dynamic_shared_bytes = case_.dynamic_shared_bytes;
    place_arguments(**executable);
    GpuSpec gpu;
    if (Status s = check_launch(request_, gpu); !s) return to_string(s.error());
    LaunchOptions options;
    options.divergence = case_.stack_model ? DivergenceModel::Stack : DivergenceModel::Volta;
    // Broken control flow may never end.
    options.max_instructions = mutation_ == Mutation::None ? 10'000'000 : 100'000;
    check_outcome(run_launch(request_, gpu, memory_, options, {}));
    return {};
}

void Run::check_outcome(const LaunchResult& result) {
    const std::string fault = result.outcome == LaunchOutcome::Finished
                                  ? std::string()
                                  : std::string(name_of(result.fault.kind));
    if (fault != case_.fault)
        fail(1, (case_.fault.empty() ? "unexpected fault " + fault
                                     : "expected fault " + case_.fault + ", got '" + fault + "'") +
                    (result.fault.detail.empty() ? "" : ": " + result.fault.detail));
}

void Run::check_values() {
    for (const Expectation& e : case_.expectations) {
        std::size_t a = 0;
        while (a < case_.arguments.size() && case_.arguments[a].name != e.buffer)
            ++a;
        if (a == case_.arguments.size() || !case_.arguments[a].is_buffer) {
            fail(e.line, "there is no buffer named '" + e.buffer + "'");
            continue;
        }
        const unsigned width = size_in_bytes(e.type);
        std::vector<std::uint8_t> bytes(e.values.size() * width);
        if (!memory_.read(buffers_[a], bytes.data(), bytes.size())) {
            fail(e.line, "more values are expected than '" + e.buffer + "' holds");
            continue;
        }
        for (std::size_t k = 0; k < e.values.size(); ++k) {
            const std::string difference =
                compare(e.values[k], bytes.data() + k * width, e.type, case_.tolerance_ulp);
            if (!difference.empty())
                fail(e.lines[k], e.buffer + "[" + std::to_string(k) + "]: " + difference);
        }
    }
}

std::vector<std::string> Run::operator()() {
    const std::string problem = launch();
    if (!case_.problem.empty()) {
        if (problem.find(case_.problem) == std::string::npos)
            fail(1, "expected a diagnostic with '" + case_.problem + "', got '" + problem + "'");
        return failures_;
    }
    if (!problem.empty()) {
        fail(1, problem);
        return failures_;
    }
    check_values();
    return failures_;
}

} // namespace

std::vector<std::string> run_on_emulator(const Case& c, isa::Level level) {
    return Run(c, level, {}, Mutation::None)();
}

std::vector<std::string> run_on_emulator(const Case& c, isa::Level level,
                                         const std::string& broken_row, Mutation mutation,
                                         bool* applied) {
    Run run(c, level, broken_row, mutation);
    std::vector<std::string> failures = run();
    *applied = run.mutation_applied;
    return failures;
}

} // namespace warpscope::cases
