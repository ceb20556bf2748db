// One message and one piece of advice for each kind of fault.
#include "runtime/report/fault_text.h"

#include <fmt/format.h>

#include "runtime/report/allocation_text.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

/// Addresses below this cannot be a valid pointer plus a small index: the windows begin higher.
constexpr Address kNullRegion = 0x10000;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at) lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string memory_name(Space space) {
    switch (space) {
    case Space::Global: return "global memory";
    case Space::Shared: return "shared memory";
    case Space::Local: return "local memory";
    case Space::Constant: return "constant memory";
    case Space::Parameter: return "parameters";
    }
    return "memory";
}

/// "4-byte load from global memory at 0x7f0000000100".
std::string access(const FaultScene& scene) {
    const FaultEvent& fault = scene.fault;
    const bool atomic = scene.instruction && scene.instruction->traits.atomic;
    const char* kind = atomic ? "atomic on" : fault.is_store ? "store to" : "load from";
    const bool offset = fault.space != Space::Global && fault.space != Space::Constant;
    return fmt::format("{}-byte {} {} at {}{}", fault.width, kind, memory_name(fault.space),
                       offset ? "offset " : "",
                       offset ? grouped(fault.address) : hexadecimal(fault.address));
}

/// The parts of an assertion, which come one a line: file, line, function, expression.
std::string assert_message(const FaultEvent& fault) {
    const std::vector<std::string> parts = lines_of(fault.detail);
    return "assertion failed: " + (parts.empty() ? std::string("?") : parts.back());
}

/// With the address, next to which the fault's is.
template<class Memory>
std::string text_with_address(const Memory& memory) {
    AllocationFacts facts = facts_of(memory);
    facts.base = memory.base;
    return allocation_text(facts);
}

/// Where the access lies when the memory is seen as an array of what the instruction moves.
std::string element_text(const FaultEvent& fault, const Allocation& allocation) {
    const std::uint64_t width = fault.width;
    if (width == 0 || allocation.size % width != 0 ||
        (fault.address - allocation.base) % width != 0 || fault.address < allocation.base) {
        return "";
    }
    return fmt::format("seen as {} elements of {}: the access is to element {}",
                       grouped(allocation.size / width), counted(width, "byte"),
                       grouped((fault.address - allocation.base) / width));
}

void describe_nearest(const FaultScene& scene, std::vector<std::string>& details) {
    const FaultEvent& fault = scene.fault;
    const Nearest nearest = scene.memory.nearest(fault.address);
    if (nearest.freed) {
        details.push_back(fmt::format("the address lay in {}, which has been freed",
                                      text_with_address(*nearest.freed)));
        return;
    }
    if (!nearest.allocation) {
        details.push_back("the device holds no memory at all");
        return;
    }
    const Allocation& allocation = *nearest.allocation;
    const std::uint64_t end = allocation.base + allocation.size;
    if (fault.address < allocation.base) {
        details.push_back(fmt::format("{} before {}",
                                      counted(allocation.base - fault.address, "byte"),
                                      text_with_address(allocation)));
    } else if (fault.address > end) {
        details.push_back(fmt::format("{} past the end of {}", counted(fault.address - end, "byte"),
                                      text_with_address(allocation)));
    } else if (fault.address == end) {
        details.push_back("right behind the end of " + text_with_address(allocation));
    } else {
        details.push_back(fmt::format("{} into {}",
                                      counted(fault.address - allocation.base, "byte"),
                                      text_with_address(allocation)));
    }
    if (const std::string element = element_text(fault, allocation); !element.empty()) {
        details.push_back(element);
    }
}

void describe_memory(const FaultScene& scene, std::vector<std::string>& details) {
    const Executable& executable = *scene.request.executable;
    switch (scene.fault.space) {
    case Space::Global:
    case Space::Constant:
        if (!is_null_access(scene.fault)) describe_nearest(scene, details);
        return;
    case Space::Shared:
        details.push_back(fmt::format(
            "the block has {} of shared memory: {} static, {} dynamic",
            counted(executable.static_shared_bytes + scene.request.dynamic_shared_bytes, "byte"),
            grouped(executable.static_shared_bytes), grouped(scene.request.dynamic_shared_bytes)));
        return;
    case Space::Parameter:
        details.push_back(fmt::format("the kernel has {} of parameters",
                                      counted(executable.parameter_bytes, "byte")));
        return;
    case Space::Local: return;
    }
}

bool stack_model(const FaultScene& scene) {
    return scene.options.divergence == DivergenceModel::Stack;
}

std::string bounds_advice(const FaultScene& scene) {
    if (is_null_access(scene.fault)) {
        return "the pointer was never set: check that cudaMalloc was called and succeeded, and "
               "that "
               "the kernel gets a device pointer";
    }
    switch (scene.fault.space) {
    case Space::Global:
    case Space::Constant:
        if (scene.memory.nearest(scene.fault.address).freed) {
            return "free the memory only after the last kernel that uses it";
        }
        return "compare the index with the number of elements before the access, and check the "
               "size "
               "given to cudaMalloc (it counts bytes)";
    case Space::Shared:
        return "check the index, and the dynamic shared bytes in the launch's <<<…>>>";
    default: return "check the index";
    }
}

} // namespace

bool is_null_access(const FaultEvent& fault) {
    return (fault.kind == FaultKind::OutOfBounds || fault.kind == FaultKind::Misaligned) &&
           fault.space == Space::Global && fault.address < kNullRegion;
}

bool has_address(const FaultEvent& fault) {
    switch (fault.kind) {
    case FaultKind::OutOfBounds:
    case FaultKind::Misaligned:
    case FaultKind::UseAfterFree:
    case FaultKind::ReadOnly:
    case FaultKind::WrongSpace: return true;
    default: return false;
    }
}

std::string fault_message(const FaultScene& scene) {
    const FaultEvent& fault = scene.fault;
    switch (fault.kind) {
    case FaultKind::None: return "no fault";
    case FaultKind::OutOfBounds:
        if (is_null_access(fault)) return "null pointer: " + access(scene);
        if (scene.memory.nearest(fault.address).freed && fault.space == Space::Global) {
            return "use after free: " + access(scene);
        }
        return "out of bounds: " + access(scene);
    case FaultKind::Misaligned:
        return fmt::format("misaligned address: {}, which is no multiple of {}", access(scene),
                           fault.width);
    case FaultKind::UseAfterFree: return "use after free: " + access(scene);
    case FaultKind::ReadOnly: return "write to read-only memory: " + access(scene);
    case FaultKind::WrongSpace: return "address of another memory space: " + access(scene);
    case FaultKind::NullFunction: return "call through a pointer that leads to no function";
    case FaultKind::WrongSignature:
        return "call through a pointer to a function with other parameters";
    case FaultKind::DoubleFree: return "free of a block that has been freed before";
    case FaultKind::BadFree: return "free of an address that malloc did not return";
    case FaultKind::StackOverflow: return "stack overflow";
    case FaultKind::Trap: return "trap: the kernel gave up by itself";
    case FaultKind::AssertFailed: return assert_message(fault);
    case FaultKind::DivergentBarrier:
        return "divergent barrier: lanes of one warp do not come to the same barrier together";
    case FaultKind::BadBarrier: return "barrier used in a way that it does not allow";
    case FaultKind::BadMemberMask: return "the lanes that a member mask names cannot meet";
    case FaultKind::InvalidInstruction: return "instruction that cannot be executed";
    case FaultKind::Deadlock:
        return "deadlock: nobody can go on, everybody waits for somebody else";
    case FaultKind::BudgetExhausted:
        return fmt::format("instruction budget exhausted: the launch was ended after {} warp "
                           "instructions",
                           grouped(scene.options.max_instructions));
    case FaultKind::Breakpoint: return "breakpoint: the kernel executed brkpt";
    case FaultKind::BadHandle:
        return fmt::format("bad texture or surface handle: {}", hexadecimal(fault.address));
    case FaultKind::SurfaceOutOfRange:
        return fmt::format("surface coordinates out of range: {} of {}",
                           fault.is_store ? "write" : "read", counted(fault.width, "byte"));
    }
    return "fault";
}

MemoryReference fault_memory(const FaultScene& scene) {
    const Space space = scene.fault.space;
    if (!has_address(scene.fault) || is_null_access(scene.fault) ||
        (space != Space::Global && space != Space::Constant))
        return {};
    const Nearest nearest = scene.memory.nearest(scene.fault.address);
    if (nearest.freed != nullptr) return reference_to(*nearest.freed);
    return nearest.allocation == nullptr ? MemoryReference{} : reference_to(*nearest.allocation);
}

std::vector<std::string> fault_details(const FaultScene& scene) {
    std::vector<std::string> details;
    if (has_address(scene.fault)) describe_memory(scene, details);
    if (scene.fault.kind == FaultKind::AssertFailed) return details;
    for (std::string& line : lines_of(scene.fault.detail))
        details.push_back(std::move(line));
    return details;
}

std::string fault_advice(const FaultScene& scene) {
    switch (scene.fault.kind) {
    case FaultKind::None: return "";
    case FaultKind::OutOfBounds: return bounds_advice(scene);
    case FaultKind::Misaligned:
        return "access elements of N bytes at multiples of N only; a cast to a wider type needs an "
               "address that fits it";
    case FaultKind::UseAfterFree: return "free the memory only after the last kernel that uses it";
    case FaultKind::ReadOnly: return "copy what has to change to global memory";
    case FaultKind::WrongSpace:
        return "shared, local and global addresses are no substitutes for each other: convert with "
               "cvta, or use a generic access";
    case FaultKind::NullFunction:
        return "set the function pointer in device code before its use; an object with virtual "
               "functions must be constructed on the device";
    case FaultKind::WrongSignature: return "call the function through a pointer of its own type";
    case FaultKind::DoubleFree: return "let one thread free the block, once";
    case FaultKind::BadFree:
        return "give free (or delete) the pointer that malloc (or new) returned; memory of "
               "cudaMalloc is freed on the host";
    case FaultKind::StackOverflow:
        return "lower the depth of the recursion, or raise the limit with "
               "cudaDeviceSetLimit(cudaLimitStackSize, …)";
    case FaultKind::Trap: return "look at the condition that leads to __trap()";
    case FaultKind::AssertFailed: return "look at the values that the expression compares";
    case FaultKind::DivergentBarrier:
        return "move the barrier out of the branch, so that all threads of the block come to it";
    case FaultKind::BadBarrier:
        return "give every bar of one barrier the same thread count, a multiple of 32";
    case FaultKind::BadMemberMask:
        return "name exactly the lanes that reach the instruction: __activemask() is not it, but "
               "__ballot_sync before the branch is";
    case FaultKind::InvalidInstruction: return "compile for another architecture";
    case FaultKind::Deadlock:
        return stack_model(scene)
                   ? "on the SIMT stack lanes of a warp cannot wait for each other; try "
                     "--divergence "
                     "volta"
                   : "look at who waits for whom, and let all of them come to the same barrier";
    case FaultKind::BudgetExhausted:
        return stack_model(scene)
                   ? "on the SIMT stack a loop in which lanes of a warp wait for each other never "
                     "ends; try --divergence volta"
                   : "look at what the loop waits for; a launch that only needs longer gets more "
                     "with "
                     "--max-instructions N";
    case FaultKind::Breakpoint: return "remove __brkpt() or run it under a debugger";
    case FaultKind::BadHandle:
        return "pass what cudaCreateTextureObject or cudaCreateSurfaceObject gave, and destroy it "
               "only after the last kernel that uses it; hardware reads zeros or old data instead";
    case FaultKind::SurfaceOutOfRange:
        return "x is counted in bytes, y and z in rows and slices; cudaBoundaryModeClamp and "
               "cudaBoundaryModeZero allow coordinates outside";
    }
    return "";
}

} // namespace warpscope::report
