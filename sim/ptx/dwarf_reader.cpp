// Reads DWARF values and abbreviations.
#include "sim/ptx/dwarf_reader.h"

namespace warpscope::ptx {

std::uint64_t DwarfReader::fixed(unsigned bytes) {
    std::uint64_t value = 0;
    if (bytes > section_.bytes.size() || at_ > section_.bytes.size() - bytes) {
        failed_ = true;
        return 0;
    }
    for (unsigned i = 0; i < bytes && i < 8; ++i)
        value |= std::uint64_t{section_.bytes[at_ + i]} << (8 * i);
    at_ += bytes;
    return value;
}

std::uint64_t DwarfReader::uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !failed_; shift += 7) {
        const std::uint64_t byte = fixed(1);
        if (shift < 64) value |= (byte & 0x7F) << shift;
        if ((byte & 0x80) == 0) break;
    }
    return value;
}

std::int64_t DwarfReader::sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !failed_; shift += 7) {
        const std::uint64_t byte = fixed(1);
        if (shift < 64) value |= (byte & 0x7F) << shift;
        if ((byte & 0x80) != 0) continue;
        if ((byte & 0x40) != 0 && shift + 7 < 64) value |= UINT64_MAX << (shift + 7);
        break;
    }
    return static_cast<std::int64_t>(value);
}

std::string DwarfReader::text() {
    std::string text;
    while (!failed_) {
        const auto c = static_cast<char>(fixed(1));
        if (c == '\0') break;
        text += c;
    }
    return text;
}

void DwarfReader::skip(std::uint64_t bytes) {
    if (bytes > section_.bytes.size() || at_ > section_.bytes.size() - bytes)
        failed_ = true;
    else
        at_ += bytes;
}

std::string DwarfReader::reference() const {
    const auto found = section_.references.find(at_);
    return found == section_.references.end() ? std::string() : found->second.symbol;
}

std::int64_t DwarfReader::addend() const {
    const auto found = section_.references.find(at_);
    return found == section_.references.end() ? 0 : found->second.addend;
}

/// DWARF 4, section 7.5.4; unknown forms make the rest unreadable.
DwarfValue DwarfReader::value(const DwarfAttribute& attribute, unsigned address_bytes,
                              const SectionBytes* strings) {
    DwarfValue value;
    switch (attribute.form) {
    case 0x01: // addr
        value.label = reference();
        value.number = fixed(address_bytes);
        break;
    case 0x03: value.block_size = fixed(2); break; // block2
    case 0x04: value.block_size = fixed(4); break; // block4
    case 0x09:
    case 0x18: value.block_size = uleb(); break;   // block, exprloc
    case 0x0A: value.block_size = fixed(1); break; // block1
    case 0x0B:
    case 0x0C:
    case 0x11: value.number = fixed(1); break; // data1 flag ref1
    case 0x05:
    case 0x12: value.number = fixed(2); break; // data2 ref2
    case 0x06:
    case 0x10:
    case 0x13:
    case 0x17: // data4 ref_addr ref4 sec_offset
        value.label = reference();
        value.addend = addend();
        value.number = fixed(4);
        break;
    case 0x07:
    case 0x14: value.number = fixed(8); break;                           // data8 ref8
    case 0x08: value.text = text(); break;                               // string
    case 0x0D: value.number = static_cast<std::uint64_t>(sleb()); break; // sdata
    case 0x0F:
    case 0x15: value.number = uleb(); break; // udata ref_udata
    case 0x19: value.number = 1; break;      // flag_present
    case 0x21: value.number = static_cast<std::uint64_t>(attribute.implicit); break;
    case 0x0E: { // strp: a label of .debug_str, or the section and an offset
        const auto found = section_.references.find(at_);
        std::uint64_t offset = fixed(4);
        if (strings == nullptr) break;
        if (found != section_.references.end()) {
            const auto label = strings->labels.find(found->second.symbol);
            offset = static_cast<std::uint64_t>(found->second.addend) +
                     (label == strings->labels.end() ? 0 : label->second);
        }
        DwarfReader reader(*strings, offset);
        value.text = reader.text();
        break;
    }
    default: failed_ = true;
    }
    value.block_at = at_;
    skip(value.block_size);
    return value;
}

DwarfAbbreviations read_abbreviations(const SectionBytes& section, std::uint64_t offset) {
    DwarfAbbreviations all;
    DwarfReader reader(section, offset);
    while (!reader.at_end() && !reader.failed()) {
        const std::uint64_t code = reader.uleb();
        if (code == 0) break;
        DwarfAbbreviation abbreviation;
        abbreviation.tag = static_cast<std::uint32_t>(reader.uleb());
        abbreviation.has_children = reader.fixed(1) != 0;
        while (!reader.failed()) {
            DwarfAttribute attribute;
            attribute.name = static_cast<std::uint32_t>(reader.uleb());
            attribute.form = static_cast<std::uint32_t>(reader.uleb());
            if (attribute.form == 0x21) attribute.implicit = reader.sleb();
            if (attribute.name == 0 && attribute.form == 0) break;
            abbreviation.attributes.push_back(attribute);
        }
        all.emplace(code, std::move(abbreviation));
    }
    return all;
}

} // namespace warpscope::ptx
