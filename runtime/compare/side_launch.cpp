// Lays out memory behind that of the launch, and runs.
#include "runtime/compare/side_launch.h"

#include <algorithm>

#include "sim/debug/announce_memory.h"
#include "sim/debug/ptx_run.h"

namespace warpscope::compare {
namespace {

/// Far from anything that the launch itself may reach by mistake.
constexpr std::uint64_t kAlignment = std::uint64_t{1} << 21;

CapsuleAllocation zeroed(Address base, std::uint64_t size, AllocationKind kind,
                         const std::string& name) {
    CapsuleAllocation a;
    a.base = base;
    a.size = size;
    a.kind = kind;
    a.name = name;
    a.pages = {
        {PageRun::Content::Zero, (size + kCapsulePageBytes - 1) / kCapsulePageBytes, {}, {}}};
    return a;
}

} // namespace

Address side_buffer_address(const Capsule& before) {
    // Behind where the emulator allocates: managed memory lies among the host's.
    Address end = before.cursor.next != 0 ? before.cursor.next : kGlobalBase;
    for (const CapsuleAllocation& a : before.memory)
        if (a.kind != AllocationKind::Managed) end = std::max(end, a.base + a.size);
    return (end / kAlignment + 2) * kAlignment;
}

SideLaunch side_launch(const Capsule& before, std::string text, const std::string& variable,
                       std::uint64_t variable_bytes, std::uint64_t buffer_bytes) {
    SideLaunch made;
    const Address buffer = side_buffer_address(before);
    made.capsule = before;
    made.capsule.ptx = std::move(text);
    // What it does besides takes instructions, too.
    made.capsule.max_instructions = UINT64_MAX / 2;
    made.capsule.expected.reset();
    made.variable = zeroed((buffer + buffer_bytes) / kAlignment * kAlignment + 2 * kAlignment,
                           variable_bytes, AllocationKind::ModuleVariable, variable);
    made.capsule.symbols[variable] = made.variable.base;
    made.capsule.memory.push_back(made.variable);
    if (buffer_bytes == 0) return made;
    made.buffer = zeroed(buffer, buffer_bytes, AllocationKind::Device, "");
    made.capsule.memory.push_back(made.buffer);
    return made;
}

bool watch_again(const Capsule& before, Observer& observer) {
    Result<PreparedLaunch> launch = prepare_launch(before);
    if (!launch) return false;
    const std::vector<Observer*> observers = {&observer};
    announce_as_written(*launch->memory, observers);
    run_prepared(*launch, observers);
    return true;
}

Result<SideAnswer> ask_emulator(const SideLaunch& launch) {
    Result<PreparedLaunch> prepared = prepare_launch(launch.capsule);
    if (!prepared) return prepared.error();
    const PreparedResult ended = run_prepared(*prepared);
    if (ended.result.outcome != LaunchOutcome::Finished)
        return Diagnostic{{}, "the instrumented launch did not finish on the emulator", ""};
    SideAnswer answer;
    answer.variable.resize(launch.variable.size);
    prepared->memory->read(launch.variable.base, answer.variable.data(), answer.variable.size());
    answer.buffer.resize(launch.buffer.size);
    if (!answer.buffer.empty())
        prepared->memory->read(launch.buffer.base, answer.buffer.data(), answer.buffer.size());
    return answer;
}

Result<SideAnswer> ask_twin(const SideLaunch& launch, const SideAnswer& emulator, Twin& twin) {
    const Result<PreparedLaunch> prepared = prepare_launch(launch.capsule);
    if (!prepared) return prepared.error();
    if (Status good = twin.load(launch.capsule, prepared->request, Watching::Nothing); !good)
        return good.error();
    const Result<TwinEnd> end = twin.run(prepared->request, {});
    if (!end) return end.error();
    if (!end->error.empty())
        return Diagnostic{{}, "the instrumented launch ended on the GPU: " + end->error, ""};
    SideAnswer answer;
    answer.variable.resize(launch.variable.size);
    if (Status good = twin.read(launch.variable, emulator.variable, answer.variable); !good)
        return good.error();
    answer.buffer.resize(launch.buffer.size);
    if (!answer.buffer.empty())
        if (Status good = twin.read(launch.buffer, emulator.buffer, answer.buffer); !good)
            return good.error();
    return answer;
}

} // namespace warpscope::compare
