// Reads values of DWARF sections: fixed-size numbers, LEB128, attribute forms (DWARF 4, section 7).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/ptx/dwarf_text.h"

namespace warpscope::ptx {

struct DwarfAttribute {
    std::uint32_t name = 0, form = 0;
    std::int64_t implicit = 0; ///< DW_FORM_implicit_const
};
struct DwarfAbbreviation {
    std::uint32_t tag = 0;
    bool has_children = false;
    std::vector<DwarfAttribute> attributes;
};
using DwarfAbbreviations = std::map<std::uint64_t, DwarfAbbreviation>;

/// One attribute's value: a number, a text, the label that an address names, or a block of bytes.
struct DwarfValue {
    std::uint64_t number = 0;
    std::uint64_t block_at = 0, block_size = 0; ///< offset into the section
    std::int64_t addend = 0;                    ///< to `label`
    std::string text;
    std::string label;
};

/// Reading past the end sets `failed` and gives zeros.
class DwarfReader {
public:
    DwarfReader(const SectionBytes& section, std::uint64_t at) : section_(section), at_(at) {}

    std::uint64_t at() const { return at_; }
    void seek(std::uint64_t at) { at_ = at; }
    bool at_end() const { return at_ >= section_.bytes.size(); }
    bool failed() const { return failed_; }
    void fail() { failed_ = true; }

    std::uint64_t fixed(unsigned bytes);
    std::uint64_t uleb();
    std::int64_t sleb();
    std::string text();
    void skip(std::uint64_t bytes);
    /// The symbol that the value at this place refers to, or "".
    std::string reference() const;
    /// What is added to that symbol.
    std::int64_t addend() const;

    DwarfValue value(const DwarfAttribute& attribute, unsigned address_bytes,
                     const SectionBytes* strings);

private:
    const SectionBytes& section_;
    std::uint64_t at_;
    bool failed_ = false;
};

DwarfAbbreviations read_abbreviations(const SectionBytes& section, std::uint64_t offset);

} // namespace warpscope::ptx
