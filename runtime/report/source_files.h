// SourceFiles: lines of the user's sources for excerpts, read once and kept.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpscope::report {

class SourceFiles {
public:
    /// Uses this text for `file` instead of the file system (sources stored in a capsule).
    void provide(const std::string& file, const std::string& text);

    /// Line `number` (from 1) without its end; empty when the file or the line cannot be read.
    const std::string& line(const std::string& file, std::uint32_t number);

private:
    std::map<std::string, std::vector<std::string>> files_;
};

} // namespace warpscope::report
