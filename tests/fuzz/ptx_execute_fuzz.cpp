// Executes random valid PTX: nothing may crash, and every instruction-set level must give the same
// state.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

#include "sim/exec/launch.h"
#include "sim/ptx/parser.h"
#include "tests/fuzz/random_kernel.h"

namespace {

using namespace warpscope;

const std::vector<isa::Pattern>& patterns() {
    static const std::vector<isa::Pattern> all = [] {
        std::vector<isa::Pattern> compiled;
        for (const isa::Row& row : isa::rows())
            compiled.push_back(*isa::compile_syntax(row.syntax));
        return compiled;
    }();
    return all;
}

/// Parses the statements; those that a row's pattern allows but the ISA does not (types that do not
/// go together) are dropped.
std::shared_ptr<const Module> parse_valid(std::vector<std::string> statements) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        Result<Module> module = ptx::parse(fuzz::module_of(statements), "fuzz.ptx");
        if (!module) return nullptr;
        std::set<std::size_t, std::greater<>> wrong;
        for (const Diagnostic& d : module->functions[0].problems)
            wrong.insert(d.where.line - fuzz::first_statement_line());
        if (wrong.empty()) return std::make_shared<const Module>(std::move(*module));
        for (std::size_t k : wrong)
            if (k < statements.size())
                statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return nullptr;
}

struct Outcome {
    Hash hash;
    LaunchOutcome outcome = LaunchOutcome::Finished;
    std::uint64_t instructions = 0;
    bool refused = false;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome execute(const std::shared_ptr<const Module>& module, isa::Level level, unsigned threads) {
    DeviceMemory memory(1 << 20);
    auto instance = load_module(module, memory);
    Outcome result;
    auto executable = instance ? build_executable(*instance, "fuzz", level) : instance.error();
    if (!executable) {
        result.refused = true;
        return result;
    }
    LaunchRequest request;
    request.executable = *executable;
    request.grid = {3, 1, 1};
    request.block = {40, 1, 1};
    const Address buffer = memory.allocate(4096, AllocationKind::Device)->base;
    memory.fill(buffer, 1, 4096);
    request.parameters.resize((*executable)->parameter_bytes);
    std::memcpy(request.parameters.data(), &buffer, sizeof buffer);
    LaunchOptions options;
    options.max_instructions = 4000;
    options.host_threads = threads;
    GpuSpec gpu;
    const LaunchResult launched = run_launch(request, gpu, memory, options, {});
    result.hash = memory.content_hash();
    result.outcome = launched.outcome;
    result.instructions = launched.statistics.warp_instructions;
    return result;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::ByteSource bytes({data, size});
    const auto module = parse_valid(fuzz::random_statements(bytes, patterns()));
    if (module == nullptr) return 0;
    const Outcome reference = execute(module, isa::Level::V2, 1);
    if (!(execute(module, isa::best_level(), 2) == reference)) {
        std::fprintf(stderr, "levels or host threads disagree on:\n%s\n", module->text.c_str());
        std::abort();
    }
    return 0;
}
