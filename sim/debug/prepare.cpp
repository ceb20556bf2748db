// Rebuilding a captured launch: memory at its addresses, module, executable.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "sim/debug/session.h"
#include "sim/isa/row.h"
#include "sim/ptx/parser.h"

namespace warpscope {
namespace {

Diagnostic trouble(const Capsule& c, std::string message) {
    return {{},
            "the capsule of launch " + std::to_string(c.launch) + ": " + std::move(message),
            "the capsule is damaged; capture the launch again"};
}

std::string hexadecimal(Address address) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
}

/// Whether this machine can hold the memory at all; reserving it would succeed long before using it
/// does.
Status check_size(const Capsule& c) {
    std::uint64_t total = 0;
    for (const CapsuleAllocation& a : c.memory)
        total += a.size;
    const std::uint64_t machine = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                  static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    if (total <= machine) return Done{};
    return Diagnostic{{},
                      "the launch used " + std::to_string(total >> 20) +
                          " MiB of device memory, this machine has " +
                          std::to_string(machine >> 20) + " MiB",
                      "replay it on a larger machine"};
}

void fill_pages(const CapsuleAllocation& from, Allocation& to) {
    std::uint64_t offset = 0;
    for (const PageRun& run : from.pages)
        for (std::uint64_t n = 0; n < run.count && offset < from.size;
             ++n, offset += kCapsulePageBytes) {
            const std::uint64_t size = std::min(kCapsulePageBytes, from.size - offset);
            if (run.content != PageRun::Content::Stored)
                std::memset(to.bytes() + offset,
                            run.content == PageRun::Content::Zero ? 0 : kPoison, size);
            else
                std::memcpy(to.bytes() + offset, run.bytes->data(),
                            std::min(size, run.bytes->size()));
        }
}

/// Bytes of freed memory that a replay knows of; to be known they have to be allocated for a
/// moment.
constexpr std::uint64_t kFreedBytes = std::uint64_t{1} << 28;

/// What was freed last is most likely to be touched late.
void rebuild_freed(const Capsule& c, DeviceMemory& memory) {
    std::size_t first = c.freed.size();
    for (std::uint64_t bytes = 0; first > 0; --first) {
        const std::uint64_t size = c.freed[first - 1].size;
        if (size > kFreedBytes - bytes) break;
        bytes += size;
    }
    for (; first < c.freed.size(); ++first) {
        const CapsuleFree& f = c.freed[first];
        Allocation* a = memory.allocate_at(f.base, f.size, AllocationKind::Device);
        if (a == nullptr) continue;
        a->id = f.id;
        a->allocated_at = f.allocated_at;
        memory.release(f.base);
    }
}

/// Freed memory first: a later allocation may have taken its place.
Status rebuild_memory(const Capsule& c, DeviceMemory& memory) {
    rebuild_freed(c, memory);
    for (const CapsuleAllocation& from : c.memory) {
        Allocation* a = memory.allocate_at(from.base, from.size, from.kind, from.name);
        if (a == nullptr)
            return trouble(c, "no room for " + std::to_string(from.size) + " bytes at " +
                                  hexadecimal(from.base));
        a->id = from.id;
        a->allocated_at = from.allocated_at;
        a->read_only = from.read_only;
        fill_pages(from, *a);
    }
    if (c.cursor.next != 0) memory.set_cursor(c.cursor);
    return Done{};
}

Status check_symbols(const Capsule& c, const Module& module, const DeviceMemory& memory) {
    for (const Variable& v : module.variables) {
        const auto symbol = c.symbols.find(v.name);
        if (symbol == c.symbols.end()) continue;
        const Allocation* a = memory.find(symbol->second);
        if (a == nullptr || a->base + a->size - symbol->second < v.size)
            return trouble(c, "the variable '" + v.name + "' has no memory");
    }
    return Done{};
}

Status check_workspace(const Capsule& c, const DeviceMemory& memory) {
    if (c.grid_workspace == 0) return Done{};
    const Allocation* a = memory.find(c.grid_workspace);
    if (a != nullptr && a->contains(c.grid_workspace, kGridWorkspaceBytes)) return Done{};
    return trouble(c, "its blocks have no memory to meet in");
}

Result<PreparedLaunch> rebuild(const Capsule& c, isa::Level level) {
    PreparedLaunch launch;
    launch.gpu = c.gpu;
    launch.options.seed = c.seed;
    launch.options.divergence = c.divergence;
    launch.options.max_instructions = c.max_instructions;
    launch.sources = c.sources;
    Result<std::unique_ptr<DeviceMemory>> memory = prepare_memory(c);
    if (!memory) return memory.error();
    launch.memory = std::move(*memory);
    Result<Module> parsed = ptx::parse(c.ptx, c.module_name);
    if (!parsed) return parsed.error();
    const auto module = std::make_shared<const Module>(std::move(*parsed));
    if (Status symbols = check_symbols(c, *module, *launch.memory); !symbols)
        return symbols.error();
    if (Status workspace = check_workspace(c, *launch.memory); !workspace) return workspace.error();
    const auto instance = bind_module(module, {c.symbols.begin(), c.symbols.end()});
    Result<std::shared_ptr<const Executable>> executable =
        build_executable(instance, c.kernel, level);
    if (!executable) return executable.error();
    LaunchRequest& request = launch.request;
    request.executable = std::move(*executable);
    request.id = c.launch;
    request.stream = c.stream;
    request.grid = c.grid;
    request.block = c.block;
    request.dynamic_shared_bytes = c.dynamic_shared_bytes;
    request.stack_limit_bytes = c.stack_limit_bytes;
    request.heap_limit_bytes = c.heap_limit_bytes;
    request.parameters = c.parameters;
    request.grid_workspace = c.grid_workspace;
    if (Status possible = check_launch(request, c.gpu); !possible) return possible.error();
    return launch;
}

} // namespace

Result<PreparedLaunch> prepare_launch(const Capsule& capsule, isa::Level level) {
    try {
        return rebuild(capsule, level);
    } catch (const std::bad_alloc&) {
        return Diagnostic{
            {}, "there is not enough memory on this machine for the captured launch", ""};
    }
}

Result<std::unique_ptr<DeviceMemory>> prepare_memory(const Capsule& capsule) {
    try {
        if (Status size = check_size(capsule); !size) return size.error();
        auto memory = std::make_unique<DeviceMemory>(capsule.gpu.memory_bytes);
        if (Status rebuilt = rebuild_memory(capsule, *memory); !rebuilt) return rebuilt.error();
        memory->objects() = capsule.objects;
        return memory;
    } catch (const std::bad_alloc&) {
        return Diagnostic{
            {}, "there is not enough memory on this machine for the captured launch", ""};
    }
}

} // namespace warpscope
