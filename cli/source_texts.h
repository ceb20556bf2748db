// SourceTexts: the lines of source files, from the captured launch or from the disk.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/debug/session.h"

namespace warpscope::cli {

class SourceTexts {
public:
    /// Texts that come with a launch are used instead of files.
    void provide(const std::vector<SourceText>& texts);
    /// Empty when the file cannot be read.
    const std::vector<std::string>& lines(const std::string& file);
    /// From 1; empty when there is none.
    std::string line(const std::string& file, std::uint32_t number);

private:
    std::map<std::string, std::vector<std::string>> files_;
};

/// As seen from the working folder, if it lies there.
std::string short_path(const std::string& file);

} // namespace warpscope::cli
