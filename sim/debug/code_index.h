// CodeIndex: from source lines, PTX lines and function names to instructions, and back.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/events/ids.h"
#include "sim/exec/executable.h"

namespace warpscope {

/// What a place to stop at was resolved to.
struct CodeLocations {
    std::string file;       ///< empty: the PTX text, or a function without lines
    std::uint32_t line = 0; ///< the next one with code, when the one asked for has none
    std::string function;
    /// Where lanes come to it from elsewhere: at most one for each basic block.
    std::vector<CodePosition> at;
};

/// A level of where an instruction is: the function's own line, then those of inlined calls.
struct LineLevel {
    std::uint32_t file = 0, line = 0;
    std::string_view function;
    friend bool operator==(const LineLevel& a, const LineLevel& b) {
        return a.file == b.file && a.line == b.line && a.function == b.function;
    }
};

class CodeIndex {
public:
    /// The executable must outlive it.
    explicit CodeIndex(const Executable& executable);

    /// `file` is the end of a path, or empty for `default_file`. A line without code means the next
    /// one that has some. The line may be that of an inlined call.
    Result<CodeLocations> on_source_line(const std::string& file, std::uint32_t line,
                                         const std::string& default_file = {}) const;
    /// The first instruction at or behind a line of the PTX text.
    Result<CodeLocations> on_ptx_line(std::uint32_t line) const;
    /// The beginning of a kernel, a device function, or of all calls that were inlined. The name is
    /// as in the PTX, or as in C++ with or without scopes and parameters.
    Result<CodeLocations> of_function(const std::string& name) const;
    /// `FILE:LINE`, `LINE`, `ptx:LINE`, `FUNCTION`.
    Result<CodeLocations> find(const std::string& text, const std::string& default_file) const;

    /// Whether code of the executable names the file, and its whole name.
    Result<std::string> file_named(const std::string& end_of_path) const;
    /// Files that code comes from.
    std::vector<std::string> files() const;
    /// Lines of a file that have code, rising.
    std::vector<std::uint32_t> lines_of(const std::string& file) const;
    std::vector<std::string> function_names() const;

    /// Outermost first; empty when nothing is known of where the instruction comes from. In PTX
    /// without lines every instruction is its own line.
    std::vector<LineLevel> levels(CodePosition at) const;
    const std::string& file_of(std::uint32_t file) const;
    const Instruction* instruction(CodePosition at) const;
    /// Whether the instruction enters a function of the executable (not one of the emulator's own).
    bool enters_function(CodePosition at) const;
    bool leaves_function(CodePosition at) const;

private:
    using Matches = std::function<bool(const SourceLocation&)>;
    std::vector<CodePosition> entries(const Matches& matches) const;
    const Module& module() const;

    const Executable& executable_;
};

/// "f" of "ns::f<int>(float)": without parameters, template arguments and scopes.
std::string plain_function_name(std::string_view name);

} // namespace warpscope
