// Debug sections as PTX carries them: lists of .b8 ... .b64 values with labels in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpscope::ptx {

/// A section's bytes. Values that name a label or a section are zero in `bytes` and listed by
/// offset.
struct SectionBytes {
    std::vector<std::uint8_t> bytes;
    std::unordered_map<std::string, std::uint64_t> labels;
    struct Reference {
        std::string symbol;
        std::int64_t addend = 0;
    };
    std::unordered_map<std::uint64_t, Reference> references;
};

/// Reads as far as the text makes sense; what comes behind a mistake is left out.
SectionBytes assemble_section(std::string_view text);

} // namespace warpscope::ptx
