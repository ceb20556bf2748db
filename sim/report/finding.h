// Finding: one thing that is wrong with the simulated program, as reports show it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"

namespace warpscope {

/// How a line of a chain leads to the one before it.
enum class SourceRelation : std::uint8_t { Here, InlinedAt, CalledFrom };

/// A line of the user's source; the innermost of a chain is where it happened, the rest are call
/// sites.
struct SourceLine {
    std::string file;
    std::uint32_t line = 0, column = 0;
    std::string function; ///< demangled; may be empty
    std::string text;     ///< the line itself when the file could be read
    SourceRelation relation = SourceRelation::Here;
};

enum class Severity : std::uint8_t { Error, Warning, Note };

/// Somebody else who took part in what is wrong: the earlier access of a race.
struct FindingParty {
    std::string does; ///< "writes", "adds atomically", …
    std::uint32_t launch = 0;
    std::string kernel; ///< demangled
    Dim3 block{0, 0, 0}, thread{0, 0, 0};
    std::uint32_t warp = 0, lane = 0;
    std::vector<SourceLine> source; ///< innermost first
    std::uint32_t ptx_line = 0;
    std::string ptx_text;
};

/// A piece of device memory that a finding is about: the one that holds its address, or lies
/// nearest to it.
struct MemoryReference {
    std::uint32_t id = 0; ///< number of the allocation, from 1; 0: there is none
    std::string name;     ///< of a variable or buffer, demangled; empty for cudaMalloc
    std::uint64_t address = 0, bytes = 0;
    FilePosition allocated_at; ///< where the program asked for it; a line of 0: not known
};

struct Finding {
    std::string id;      ///< stable within a run: "F1"
    std::string checker; ///< "memory", "sync", ...; "execution" for traps, budgets and the like
    std::string kind;    ///< "OutOfBounds", ...
    std::vector<std::string> classes; ///< of the kind, from the general to the special: of a race
                                      ///< "shared", "inter-warp", "read-write", "unordered"
    Severity severity = Severity::Error;
    std::string message;              ///< one line: what happened
    std::string advice;               ///< what to do; may be empty
    std::vector<std::string> details; ///< further lines: nearest allocation, who waits for whom
    std::uint32_t launch = 0;
    std::string kernel;     ///< demangled
    bool has_thread = true; ///< block, thread, warp and lanes are known
    Dim3 block{0, 0, 0};    ///< block index
    Dim3 thread{0, 0, 0};   ///< thread index in the block
    std::uint32_t warp = 0, lane = 0;
    std::uint32_t lanes = 0;        ///< mask of all lanes at fault
    std::vector<SourceLine> source; ///< innermost first
    std::uint32_t ptx_line = 0;
    std::string ptx_text; ///< the instruction as written in the PTX
    std::vector<FindingParty> parties;
    std::uint64_t address = 0;
    bool has_address = false;
    MemoryReference memory;  ///< of an address in global memory
    std::uint64_t times = 1; ///< equal findings folded into this one
    std::string explain;     ///< of a race: the command that looks what it changes, if there is one
    std::string not_kept;    ///< of a race: why there is none
};

} // namespace warpscope
