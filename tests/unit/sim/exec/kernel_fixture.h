// A device with one parsed kernel, for tests of the engine.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "sim/exec/launch.h"
#include "sim/ptx/parser.h"
#include "tests/catch.h"

namespace warpscope::testing {

/// Header and parameter list around a kernel body; `buffer` is the only parameter.
inline std::string kernel_text(const std::string& body, const std::string& before = {}) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n" + before +
           "\n.visible .entry k(.param .u64 buffer)\n{\n.reg .pred %p<8>; .reg .b32 %r<16>; .reg "
           ".b64 %d<8>; .reg .f32 %f<8>;\n"
           "ld.param.u64 %d0, [buffer];\n" +
           body + "\nret;\n}\n";
}

struct KernelFixture {
    DeviceMemory memory{std::uint64_t{1} << 28};
    GpuSpec gpu;
    LaunchOptions options;
    LaunchRequest request;
    Address buffer = 0;

    static Module parsed(const std::string& text) {
        Result<Module> module = ptx::parse(text, "test.ptx");
        if (!module) FAIL(to_string(module.error()));
        return std::move(*module);
    }
    explicit KernelFixture(const std::string& text, std::uint64_t buffer_bytes = 4096)
        : KernelFixture(parsed(text), buffer_bytes) {}
    explicit KernelFixture(Module module, std::uint64_t buffer_bytes = 4096) {
        auto instance = load_module(std::make_shared<const Module>(std::move(module)), memory);
        REQUIRE(instance.ok());
        auto executable = build_executable(*instance, "k", isa::best_level());
        if (!executable) FAIL(to_string(executable.error()));
        request.executable = *executable;
        buffer = memory.allocate(buffer_bytes, AllocationKind::Device)->base;
        memory.fill(buffer, 0, buffer_bytes);
        request.parameters.resize(request.executable->parameter_bytes);
        std::memcpy(request.parameters.data(), &buffer, sizeof buffer);
        options.max_instructions = 1'000'000;
    }

    LaunchResult run(Dim3 grid, Dim3 block, const std::vector<Observer*>& observers = {}) {
        request.grid = grid;
        request.block = block;
        Status checked = check_launch(request, gpu);
        if (!checked) FAIL(to_string(checked.error()));
        return run_launch(request, gpu, memory, options, observers);
    }
    std::uint32_t word(std::uint64_t index) const {
        std::uint32_t value = 0;
        memory.read(buffer + 4 * index, &value, 4);
        return value;
    }
};

} // namespace warpscope::testing
