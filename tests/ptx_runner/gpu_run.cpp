// One case's life on a GPU: load, arguments, launch, comparison.
#include "tests/ptx_runner/gpu_run.h"

#include <algorithm>
#include <cstring>

#include "sim/ptx/native_text.h"
#include "sim/ptx/parser.h"

namespace warpscope::cases {
namespace {

/// Appends a scalar argument at its natural alignment, as .param space is laid out.
void append(std::vector<std::uint8_t>& parameters, const void* bytes, std::size_t size) {
    const std::size_t at = (parameters.size() + size - 1) / size * size;
    parameters.resize(at + size);
    std::memcpy(parameters.data() + at, bytes, size);
}

/// Differences between what the case expects and what the buffers hold.
void compare_buffers(const Case& c, const std::vector<driver::Buffer>& buffers,
                     std::vector<std::string>& failures) {
    for (const Expectation& x : c.expectations)
        for (std::size_t k = 0; k < c.arguments.size(); ++k) {
            if (c.arguments[k].name != x.buffer) continue;
            const unsigned width = size_in_bytes(x.type);
            std::vector<std::uint8_t> bytes(x.values.size() * width);
            if (buffers[k].read(bytes.data(), bytes.size()) != driver::Error::Success) {
                failures.push_back(c.path + ": " + x.buffer + " cannot be read back");
                continue;
            }
            for (std::size_t v = 0; v < x.values.size(); ++v) {
                const std::string difference =
                    compare(x.values[v], bytes.data() + v * width, x.type, c.tolerance_ulp);
                if (!difference.empty())
                    failures.push_back(c.path + ":" + std::to_string(x.lines[v]) + ": " + x.buffer +
                                       "[" + std::to_string(v) + "]: " + difference);
            }
        }
}

} // namespace

Result<std::unique_ptr<Gpu>> Gpu::open() {
    Result<std::unique_ptr<driver::Context>> context = driver::Context::open();
    if (!context) return context.error();
    return std::unique_ptr<Gpu>(new Gpu(std::move(*context)));
}

std::string Gpu::description() const {
    return driver::description(context_->gpu());
}

std::vector<std::string> Gpu::run(const Case& c, bool& ran) {
    ran = c.fault.empty() && c.problem.empty() && !c.stack_model;
    for (const Argument& a : c.arguments)
        ran = ran && !a.image; // tests/golden/textures compares those with hardware
    if (!ran) return {};
    const Result<Module> parsed = ptx::parse(c.ptx, c.path);
    if (!parsed) return {to_string(parsed.error())};
    const Result<std::string> text = ptx::native_text(*parsed, ptx::Fusing::Never);
    if (!text) return {to_string(text.error())};
    const Result<driver::Module> module = driver::Module::load(*context_, *text, c.path);
    if (!module) return {to_string(module.error())};
    const Result<driver::FunctionHandle> function = module->function(c.kernel);
    if (!function) return {c.path + ": " + to_string(function.error())};
    driver::Launch launch;
    launch.function = *function;
    launch.grid = c.grid;
    launch.block = c.block;
    launch.dynamic_shared_bytes = c.dynamic_shared_bytes;
    std::vector<driver::Buffer> buffers;
    for (const Argument& a : c.arguments) {
        const std::uint64_t bytes = a.is_buffer ? std::max<std::uint64_t>(a.bytes.size(), 16) : 0;
        Result<driver::Buffer> buffer = driver::Buffer::allocate(*context_, bytes);
        if (!buffer) return {c.path + ": " + to_string(buffer.error())};
        if (a.is_buffer) {
            if (buffer->write(a.bytes.data(), a.bytes.size()) != driver::Error::Success)
                return {c.path + ": " + a.name + " cannot be written"};
            const Address address = buffer->address();
            append(launch.parameters, &address, sizeof address);
        } else {
            append(launch.parameters, a.bytes.data(), a.bytes.size());
        }
        buffers.push_back(std::move(*buffer));
    }
    if (const driver::Error error = driver::run(*context_, launch).error;
        error != driver::Error::Success)
        return {c.path + ":1: " + context_->api().text(error)};
    std::vector<std::string> failures;
    compare_buffers(c, buffers, failures);
    return failures;
}

} // namespace warpscope::cases
