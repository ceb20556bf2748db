// Writes source locations back as `.loc` statements.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sim/program/module.h"

namespace warpscope::ptx {

/// Strings that `.loc ... function_name` refers to, by label number.
class NameTable {
public:
    std::uint32_t number_of(const std::string& name);
    /// The `.debug_str` section, or "" when no name was used.
    std::string section() const;

private:
    std::map<std::string, std::uint32_t> numbers_;
    std::vector<std::string> names_;
};

/// The `.loc` statements of one function, in order of its instructions.
class LinePrinter {
public:
    LinePrinter(NameTable& names, bool with_chains) : names_(names), with_chains_(with_chains) {}

    /// Appends what must stand before an instruction with this location.
    void print(std::string& out, const SourceLocation& location);

private:
    using Position = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    using Chain = std::vector<SourceFrame>;

    void print_frame(std::string& out, const Chain& chain);

    NameTable& names_;
    bool with_chains_;
    std::map<Position, Chain> latest_; ///< what `inlined_at` a position means just now
    Chain current_;
};

} // namespace warpscope::ptx
