// Walks the debugging information entries of `.debug_info` for variables and types.
#include "sim/ptx/dwarf_variables.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "sim/ptx/dwarf_reader.h"

namespace warpscope::ptx {
namespace {

constexpr std::size_t kMaxNesting = 256;
/// Typedefs, const and volatile that a type may be behind.
constexpr unsigned kMaxQualifiers = 32;

// DWARF 4, figure 18.
enum Tag : std::uint32_t {
    kArrayType = 0x01,
    kClassType = 0x02,
    kEnumerationType = 0x04,
    kFormalParameter = 0x05,
    kLexicalBlock = 0x0B,
    kMember = 0x0D,
    kPointerType = 0x0F,
    kReferenceType = 0x10,
    kStructureType = 0x13,
    kTypedef = 0x16,
    kUnionType = 0x17,
    kInheritance = 0x1C,
    kInlinedSubroutine = 0x1D,
    kSubrangeType = 0x21,
    kBaseType = 0x24,
    kConstType = 0x26,
    kSubprogram = 0x2E,
    kVariable = 0x34,
    kVolatileType = 0x35,
    kRestrictType = 0x37,
    kRvalueReferenceType = 0x42,
};

// DWARF 4, figures 24 and 25.
constexpr std::uint8_t kOpAddress = 0x03, kOpPlusConstant = 0x23, kOpRegisterX = 0x90;

struct Entry {
    std::uint32_t tag = 0;
    std::size_t parent = SIZE_MAX;
    std::string name, low, high;
    std::uint64_t type = 0, origin = 0; ///< offsets in the section; 0: none
    std::uint64_t size = 0, encoding = 0, bound = 0, count = 0;
    bool has_bound = false, has_count = false;
    std::uint32_t line = 0;
    DwarfValue location, member_offset, ranges;
    bool has_location = false, has_ranges = false, is_declaration = false;
};

class VariableReader {
public:
    explicit VariableReader(const Module& module) {
        for (const Section& section : module.sections) {
            if (section.name == ".debug_info") info_ = assemble_section(section.text);
            if (section.name == ".debug_abbrev") abbrev_ = assemble_section(section.text);
            if (section.name == ".debug_str") strings_ = assemble_section(section.text);
            if (section.name == ".debug_loc") lists_ = assemble_section(section.text);
            if (section.name == ".debug_ranges") ranges_ = assemble_section(section.text);
        }
    }

    VariableTable read() {
        for (std::uint64_t at = 0; at < info_.bytes.size();) {
            const std::uint64_t next = read_unit(at);
            if (next <= at) break;
            at = next;
        }
        for (std::size_t e = 0; e < entries_.size(); ++e)
            if (entries_[e].tag == kVariable || entries_[e].tag == kFormalParameter)
                add_variable(entries_[e]);
        return std::move(table_);
    }

private:
    std::uint64_t read_unit(std::uint64_t start);
    void read_entries(DwarfReader& reader, std::uint64_t unit, std::uint64_t end,
                      const DwarfAbbreviations& abbreviations, unsigned address_bytes);
    Entry read_entry(DwarfReader& reader, const DwarfAbbreviation& abbreviation, std::uint64_t unit,
                     unsigned address_bytes) const;
    void take(Entry& entry, const DwarfAttribute& attribute, DwarfValue value,
              std::uint64_t unit) const;
    const Entry* at_offset(std::uint64_t offset) const;

    std::vector<std::pair<std::string, std::string>> code_of(const Entry& entry) const;
    void add_variable(const Entry& entry);
    std::vector<VariablePlace> places_of(const Entry& entry) const;
    bool read_place(DwarfReader& reader, std::uint64_t end, VariablePlace& place) const;
    std::vector<VariablePlace> read_list(std::uint64_t at) const;

    std::uint32_t type_at(std::uint64_t offset);
    void fill_type(SourceType& type, std::size_t entry);
    SourceType::Kind base_kind(std::uint64_t encoding) const;

    SectionBytes info_, abbrev_, strings_, lists_, ranges_;
    unsigned address_bytes_ = 8;
    std::vector<Entry> entries_;
    std::unordered_map<std::uint64_t, std::size_t> by_offset_;
    std::unordered_map<std::size_t, std::uint32_t> types_; ///< by index of entries
    std::size_t depth_ = 0;                                ///< of types inside each other
    VariableTable table_;
};

std::uint64_t VariableReader::read_unit(std::uint64_t start) {
    DwarfReader reader(info_, start);
    const std::uint64_t end = start + 4 + reader.fixed(4);
    const std::uint64_t version = reader.fixed(2);
    if (version >= 5) reader.fixed(1); // unit type
    std::uint64_t first = reader.fixed(version >= 5 ? 1 : 4);
    std::uint64_t second = reader.fixed(version >= 5 ? 4 : 1);
    if (version < 5) std::swap(first, second);
    if (reader.failed() || version < 2 || first == 0 || first > 8) return 0;
    address_bytes_ = static_cast<unsigned>(first);
    read_entries(reader, start, std::min<std::uint64_t>(end, info_.bytes.size()),
                 read_abbreviations(abbrev_, second), address_bytes_);
    return end;
}

void VariableReader::read_entries(DwarfReader& reader, std::uint64_t unit, std::uint64_t end,
                                  const DwarfAbbreviations& abbreviations, unsigned address_bytes) {
    std::vector<std::size_t> open; // entries whose children are being read
    while (reader.at() < end && !reader.failed()) {
        const std::uint64_t offset = reader.at();
        const std::uint64_t code = reader.uleb();
        if (code == 0) {
            if (open.empty()) return;
            open.pop_back();
            continue;
        }
        const auto found = abbreviations.find(code);
        if (found == abbreviations.end()) return;
        Entry entry = read_entry(reader, found->second, unit, address_bytes);
        if (!open.empty()) entry.parent = open.back();
        by_offset_.emplace(offset, entries_.size());
        if (found->second.has_children) {
            if (open.size() == kMaxNesting) return;
            open.push_back(entries_.size());
        }
        entries_.push_back(std::move(entry));
    }
}

Entry VariableReader::read_entry(DwarfReader& reader, const DwarfAbbreviation& abbreviation,
                                 std::uint64_t unit, unsigned address_bytes) const {
    Entry entry;
    entry.tag = abbreviation.tag;
    for (const DwarfAttribute& attribute : abbreviation.attributes)
        take(entry, attribute, reader.value(attribute, address_bytes, &strings_), unit);
    return entry;
}

/// DWARF 4, figure 20.
void VariableReader::take(Entry& entry, const DwarfAttribute& attribute, DwarfValue value,
                          std::uint64_t unit) const {
    switch (attribute.name) {
    case 0x02:
        entry.location = value;
        entry.has_location = true;
        break;
    case 0x03: entry.name = std::move(value.text); break;
    case 0x0B: entry.size = value.number; break;
    case 0x11: entry.low = std::move(value.label); break;
    case 0x12: entry.high = std::move(value.label); break;
    case 0x2F: entry.bound = value.number, entry.has_bound = true; break;
    case 0x31:
    case 0x47: entry.origin = unit + value.number; break;
    case 0x37: entry.count = value.number, entry.has_count = true; break;
    case 0x38: entry.member_offset = std::move(value); break;
    case 0x3B: entry.line = static_cast<std::uint32_t>(value.number); break;
    case 0x3C: entry.is_declaration = true; break;
    case 0x3E: entry.encoding = value.number; break;
    case 0x49: entry.type = unit + value.number; break;
    case 0x55:
        entry.ranges = std::move(value);
        entry.has_ranges = true;
        break;
    default: break;
    }
}

const Entry* VariableReader::at_offset(std::uint64_t offset) const {
    const auto found = by_offset_.find(offset);
    return found == by_offset_.end() ? nullptr : &entries_[found->second];
}

/// Labels around the entry's code, when it has any.
std::vector<std::pair<std::string, std::string>> VariableReader::code_of(const Entry& entry) const {
    if (!entry.low.empty() && !entry.high.empty()) return {{entry.low, entry.high}};
    if (!entry.has_ranges) return {};
    std::uint64_t at = entry.ranges.number;
    if (!entry.ranges.label.empty()) {
        const auto label = ranges_.labels.find(entry.ranges.label);
        const std::uint64_t from = label == ranges_.labels.end() ? 0 : label->second;
        at = from + static_cast<std::uint64_t>(entry.ranges.addend);
    }
    // DWARF 4, section 2.17.3: pairs of addresses until both are zero.
    std::vector<std::pair<std::string, std::string>> code;
    DwarfReader reader(ranges_, at);
    while (!reader.at_end() && !reader.failed()) {
        std::pair<std::string, std::string> range;
        range.first = reader.reference();
        reader.fixed(address_bytes_);
        range.second = reader.reference();
        reader.fixed(address_bytes_);
        if (range.first.empty() || range.second.empty()) break;
        code.push_back(std::move(range));
    }
    return code;
}

/// Of those that lie in no function, only variables that have a symbol.
void VariableReader::add_variable(const Entry& entry) {
    SourceVariable variable;
    variable.places = places_of(entry);
    const Entry* described = &entry; // an inlined call's stands at its origin
    if (entry.name.empty() && entry.origin != 0) described = at_offset(entry.origin);
    if (described == nullptr || described->name.empty()) return;
    variable.name = described->name;
    variable.declared_line = described->line;
    variable.is_parameter = entry.tag == kFormalParameter;
    bool in_function = false;
    for (std::size_t p = entry.parent; p != SIZE_MAX; p = entries_[p].parent) {
        const Entry& around = entries_[p];
        const bool has_code = around.tag == kLexicalBlock || around.tag == kInlinedSubroutine ||
                              around.tag == kSubprogram;
        if (variable.scope.empty() && has_code) variable.scope = code_of(around);
        if (around.tag == kSubprogram) {
            in_function = true;
            variable.function_low = around.low;
            break;
        }
    }
    if (in_function && variable.function_low.empty()) return; // of a function that is only inlined
    if (!in_function && (variable.places.empty() || variable.places[0].symbol.empty())) return;
    if (entry.is_declaration && variable.places.empty()) return;
    variable.type = type_at(described->type);
    table_.variables.push_back(std::move(variable));
}

/// One operation and what is added to it; false for what is not understood.
bool VariableReader::read_place(DwarfReader& reader, std::uint64_t end,
                                VariablePlace& place) const {
    const std::uint64_t operation = reader.fixed(1);
    if (operation == kOpRegisterX) {
        for (std::uint64_t letters = reader.uleb(); letters != 0; letters >>= 8)
            place.reg.insert(place.reg.begin(), static_cast<char>(letters & 0xFF));
        return !reader.failed() && reader.at() == end && !place.reg.empty();
    }
    if (operation != kOpAddress) return false;
    place.symbol = reader.reference();
    place.offset = static_cast<std::uint64_t>(reader.addend());
    reader.fixed(address_bytes_);
    while (reader.at() < end && !reader.failed()) {
        if (reader.fixed(1) != kOpPlusConstant) return false;
        place.offset += reader.uleb();
    }
    return !reader.failed() && !place.symbol.empty();
}

std::vector<VariablePlace> VariableReader::places_of(const Entry& entry) const {
    if (!entry.has_location) return {};
    if (entry.location.block_size == 0) {
        if (entry.location.label.empty()) return {};
        const auto label = lists_.labels.find(entry.location.label);
        const std::uint64_t from = label == lists_.labels.end() ? 0 : label->second;
        return read_list(from + static_cast<std::uint64_t>(entry.location.addend));
    }
    DwarfReader reader(info_, entry.location.block_at);
    VariablePlace place;
    if (!read_place(reader, entry.location.block_at + entry.location.block_size, place)) return {};
    return {place};
}

/// DWARF 4, section 7.7.3: labels around each place, until both are zero.
std::vector<VariablePlace> VariableReader::read_list(std::uint64_t at) const {
    std::vector<VariablePlace> places;
    DwarfReader reader(lists_, at);
    while (!reader.at_end() && !reader.failed()) {
        VariablePlace place;
        place.low = reader.reference();
        reader.fixed(address_bytes_);
        place.high = reader.reference();
        reader.fixed(address_bytes_);
        if (place.low.empty() || place.high.empty()) break;
        const std::uint64_t size = reader.fixed(2), begin = reader.at();
        if (read_place(reader, begin + size, place)) places.push_back(std::move(place));
        reader.seek(begin + size);
    }
    return places;
}

SourceType::Kind VariableReader::base_kind(std::uint64_t encoding) const {
    switch (encoding) { // DWARF 4, figure 25
    case 0x02: return SourceType::Kind::Boolean;
    case 0x04: return SourceType::Kind::Float;
    case 0x05: return SourceType::Kind::Signed;
    case 0x06:
    case 0x08: return SourceType::Kind::Character;
    case 0x07: return SourceType::Kind::Unsigned;
    default: return SourceType::Kind::Unknown;
    }
}

/// Through typedefs, const and volatile.
std::uint32_t VariableReader::type_at(std::uint64_t offset) {
    auto found = by_offset_.find(offset);
    for (unsigned hops = 0; hops < kMaxQualifiers && found != by_offset_.end(); ++hops) {
        const Entry& entry = entries_[found->second];
        if (entry.tag != kTypedef && entry.tag != kConstType && entry.tag != kVolatileType &&
            entry.tag != kRestrictType)
            break;
        found = by_offset_.find(entry.type);
    }
    if (found == by_offset_.end()) return kNoType;
    const auto [place, is_new] = types_.emplace(found->second, table_.types.size());
    const std::uint32_t index = place->second;
    if (!is_new) return index;
    table_.types.emplace_back(); // known before its parts are, which may point back to it
    SourceType type;
    if (++depth_ < kMaxNesting) fill_type(type, found->second);
    --depth_;
    table_.types[index] = std::move(type);
    return index;
}

void VariableReader::fill_type(SourceType& type, std::size_t index) {
    const Entry& entry = entries_[index];
    type.name = entry.name;
    type.size = entry.size;
    switch (entry.tag) {
    case kBaseType: type.kind = base_kind(entry.encoding); break;
    case kEnumerationType:
        type.kind = SourceType::Kind::Signed;
        if (type.size == 0) type.size = 4; // int, unless it says otherwise
        break;
    case kPointerType:
    case kReferenceType:
    case kRvalueReferenceType:
        type.kind =
            entry.tag == kPointerType ? SourceType::Kind::Pointer : SourceType::Kind::Reference;
        type.size = 8;
        type.element = type_at(entry.type);
        break;
    case kArrayType: type.kind = SourceType::Kind::Array; break;
    case kStructureType:
    case kClassType:
    case kUnionType: type.kind = SourceType::Kind::Record; break;
    default: break;
    }
    if (type.kind == SourceType::Kind::Array) {
        type.element = type_at(entry.type);
        type.size = type.element == kNoType ? 0 : table_.types[type.element].size;
    }
    for (std::size_t c = index + 1; c < entries_.size(); ++c) {
        const Entry& child = entries_[c];
        if (child.parent == SIZE_MAX || child.parent < index) break; // behind the last child
        if (child.parent != index) continue;
        if (child.tag == kSubrangeType && type.kind == SourceType::Kind::Array) {
            const std::uint64_t extent = child.has_count   ? child.count
                                         : child.has_bound ? child.bound + 1
                                                           : 0;
            type.extents.push_back(extent);
            const bool fits = type.size != 0 && extent <= UINT32_MAX / type.size;
            type.size = fits ? type.size * extent : 0;
        }
        const bool is_part = child.tag == kMember || child.tag == kInheritance;
        // Static members are declared here, and lie elsewhere.
        if (is_part && !child.is_declaration && type.kind == SourceType::Kind::Record) {
            std::uint64_t offset = child.member_offset.number;
            if (child.member_offset.block_size != 0) {
                DwarfReader reader(info_, child.member_offset.block_at);
                offset = reader.fixed(1) == kOpPlusConstant ? reader.uleb() : 0;
            }
            type.members.push_back({child.name, type_at(child.type), offset});
        }
    }
}

} // namespace

VariableTable read_source_variables(const Module& module) {
    return VariableReader(module).read();
}

} // namespace warpscope::ptx
