// Fuzzes the PTX front end: any text must parse, print, link and analyse without a crash or a hang.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sim/program/control_flow.h"
#include "sim/ptx/linker.h"
#include "sim/ptx/parser.h"
#include "sim/ptx/printer.h"

using namespace warpscope;

namespace {

/// A function without problems must read back as it was printed.
bool is_whole(const Module& module) {
    for (const Function& function : module.functions)
        if (!function.problems.empty()) return false;
    return true;
}

void require(bool condition) {
    if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Module> module = ptx::parse(text, "fuzz");
    if (!module.ok()) return 0;
    for (const Function& function : module->functions) {
        const ControlFlow flow = analyse_control_flow(function);
        require(flow.reconvergence.size() == function.instructions.size());
    }
    const std::string printed = ptx::print(*module);
    const Result<Module> again = ptx::parse(printed, "printed");
    if (is_whole(*module)) {
        require(again.ok());
        require(is_whole(*again));
        require(ptx::print(*again) == printed);
    }
    Result<Module> linked = ptx::link({*module, *module});
    if (linked.ok()) ptx::print(*linked);
    return 0;
}
