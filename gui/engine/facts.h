// LaunchFacts: what stays the same while a launch is debugged: its code, sources and extents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/debug/buffer_survey.h"
#include "sim/debug/session.h"

namespace warpscope::gui {

using warpscope::BufferUse;

/// One PTX instruction as it is shown.
struct CodeLine {
    std::uint32_t function = 0, instruction = 0; ///< as in CodePlace
    std::uint32_t ptx_line = 0;
    std::string mnemonic, operands;   ///< "ld.shared.u32" and "%r18, [%rd20];", without the guard
    std::string guard;                ///< "@%p1 " or empty
    std::string file;                 ///< innermost source line; empty when the PTX names none
    std::uint32_t line = 0;           ///< 0: none
    std::vector<std::string> sources; ///< registers that are read, once each, in order
    std::vector<std::string> destinations; ///< registers that are written
    char format =
        'u'; ///< of its values: u, d (signed), f (float), F (double), x (bits), p (predicate)
    bool barrier = false, branch = false, memory = false;
};

struct SourceFileText {
    std::string file;
    std::vector<std::string> lines; ///< [0] is line 1
};

struct ParameterFact {
    std::string name; ///< "parameter 0"
    std::uint64_t bits = 0;
    unsigned bytes = 4;
    char format = 'u';
};

struct SharedVariable {
    std::string name; ///< demangled, without its function
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0; ///< in the block's shared memory
};

struct LaunchFacts {
    std::string program; ///< what the module calls itself
    std::uint32_t launch = 0;
    std::string kernel; ///< demangled, without parameters
    Dim3 grid, block;
    std::uint64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    GpuSpec gpu;
    std::uint64_t seed = 0;
    std::vector<SourceFileText> sources;     ///< [0] holds the kernel
    std::vector<std::vector<CodeLine>> code; ///< by function, by instruction
    std::vector<ParameterFact> parameters;   ///< of up to 8 bytes
    std::vector<BufferUse> buffers;          ///< that the launch touches, as far as it was surveyed
    std::vector<SharedVariable> shared;      ///< without dynamic shared memory, which has no size

    const CodeLine* find(std::uint32_t function, std::uint32_t instruction) const {
        if (function >= code.size() || instruction >= code[function].size()) return nullptr;
        return &code[function][instruction];
    }
    unsigned warps_per_block() const {
        return static_cast<unsigned>((volume(block) + kLanes - 1) / kLanes);
    }
};

LaunchFacts facts_of(const Session& session);

/// A report names this source file: whole, or without the folder it was made in.
bool names_file(const std::string& reported, const std::string& file);

} // namespace warpscope::gui
