// Walks the debugging information entries of `.debug_info`.
#include "sim/ptx/dwarf_info.h"

#include <unordered_map>

#include "sim/ptx/dwarf_reader.h"
#include "sim/ptx/lines.h"

namespace warpscope::ptx {
namespace {

constexpr std::size_t kMaxDepth = 256;
constexpr std::uint32_t kSubprogram = 0x2E, kInlinedSubroutine = 0x1D;

/// What is kept of an entry; offsets count from the start of the section.
struct Entry {
    std::uint32_t tag = 0;
    std::string low, high, name, linkage_name;
    std::uint64_t origin = 0; ///< abstract origin or specification, 0 when absent
    std::uint32_t call_file = 0, call_line = 0, call_column = 0, declared_file = 0,
                  declared_line = 0;
};

class InfoReader {
public:
    explicit InfoReader(const Module& module) {
        for (const Section& section : module.sections) {
            if (section.name == ".debug_info") info_ = assemble_section(section.text);
            if (section.name == ".debug_abbrev") abbrev_ = assemble_section(section.text);
            if (section.name == ".debug_str") strings_ = assemble_section(section.text);
        }
    }

    std::vector<InlineScope> read() {
        std::uint64_t at = 0;
        while (at < info_.bytes.size()) {
            const std::uint64_t next = read_unit(at);
            if (next <= at) break;
            at = next;
        }
        for (std::size_t s = 0; s < scopes_.size(); ++s)
            name_scope(scopes_[s]);
        return std::move(scopes_);
    }

private:
    /// Returns where the next unit starts.
    std::uint64_t read_unit(std::uint64_t start) {
        DwarfReader reader(info_, start);
        const std::uint64_t length = reader.fixed(4);
        const std::uint64_t end = start + 4 + length;
        const std::uint64_t version = reader.fixed(2);
        unsigned address_bytes = 8;
        std::uint64_t abbreviations_at = 0;
        if (version >= 5) {
            reader.fixed(1); // unit type
            address_bytes = static_cast<unsigned>(reader.fixed(1));
            abbreviations_at = reader.fixed(4);
        } else {
            abbreviations_at = reader.fixed(4);
            address_bytes = static_cast<unsigned>(reader.fixed(1));
        }
        if (reader.failed() || version < 2 || address_bytes > 8) return 0;
        read_entries(reader, start, std::min<std::uint64_t>(end, info_.bytes.size()),
                     read_abbreviations(abbrev_, abbreviations_at), address_bytes);
        return end;
    }

    void read_entries(DwarfReader& reader, std::uint64_t unit, std::uint64_t end,
                      const DwarfAbbreviations& abbreviations, unsigned address_bytes) {
        std::vector<std::uint32_t>
            scope_stack; // per open entry: the scope that its children stand in
        std::uint32_t scope = UINT32_MAX;
        while (reader.at() < end && !reader.failed()) {
            const std::uint64_t offset = reader.at();
            const std::uint64_t code = reader.uleb();
            if (code == 0) {
                if (scope_stack.empty()) return;
                scope = scope_stack.back();
                scope_stack.pop_back();
                continue;
            }
            const auto found = abbreviations.find(code);
            if (found == abbreviations.end()) return;
            Entry entry = read_entry(reader, found->second, unit, address_bytes);
            const std::uint32_t outer = scope;
            if (!entry.low.empty() && (entry.tag == kSubprogram || entry.tag == kInlinedSubroutine))
                scope = add_scope(entry, offset, entry.tag == kSubprogram ? UINT32_MAX : outer);
            if (entry.tag == kSubprogram) entries_.emplace(offset, std::move(entry));
            if (!found->second.has_children) {
                scope = outer;
                continue;
            }
            if (scope_stack.size() == kMaxDepth) return;
            scope_stack.push_back(outer);
        }
    }

    Entry read_entry(DwarfReader& reader, const DwarfAbbreviation& abbreviation, std::uint64_t unit,
                     unsigned address_bytes) const {
        Entry entry;
        entry.tag = abbreviation.tag;
        for (const DwarfAttribute& attribute : abbreviation.attributes) {
            DwarfValue value = reader.value(attribute, address_bytes, &strings_);
            const auto number = static_cast<std::uint32_t>(value.number);
            switch (attribute.name) {
            case 0x03: entry.name = std::move(value.text); break;
            case 0x11: entry.low = std::move(value.label); break;
            case 0x12: entry.high = std::move(value.label); break;
            case 0x31:                                            // abstract origin
            case 0x47: entry.origin = unit + value.number; break; // specification
            case 0x3A: entry.declared_file = number; break;
            case 0x3B: entry.declared_line = number; break;
            case 0x57: entry.call_column = number; break;
            case 0x58: entry.call_file = number; break;
            case 0x59: entry.call_line = number; break;
            case 0x6E:                                                      // linkage name
            case 0x2007: entry.linkage_name = std::move(value.text); break; // MIPS linkage name
            default: break;
            }
        }
        return entry;
    }

    std::uint32_t add_scope(const Entry& entry, std::uint64_t offset, std::uint32_t parent) {
        InlineScope scope;
        scope.low = entry.low;
        scope.high = entry.high;
        scope.origin = entry.origin != 0 ? entry.origin : offset;
        scope.parent = parent;
        scope.call_file = entry.call_file;
        scope.call_line = entry.call_line;
        scope.call_column = entry.call_column;
        scopes_.push_back(std::move(scope));
        return static_cast<std::uint32_t>(scopes_.size()) - 1;
    }

    /// The name may stand at the abstract origin, or behind it at a declaration in a class.
    void name_scope(InlineScope& scope) const {
        std::uint64_t at = scope.origin;
        for (unsigned hops = 0; hops < 4; ++hops) {
            const auto found = entries_.find(at);
            if (found == entries_.end()) return;
            const Entry& entry = found->second;
            if (hops == 0 || scope.declared_line == 0) {
                scope.declared_file = entry.declared_file;
                scope.declared_line = entry.declared_line;
            }
            if (scope.name.empty())
                scope.name =
                    readable_name(entry.linkage_name.empty() ? entry.name : entry.linkage_name);
            if (entry.origin == 0) return;
            at = entry.origin;
        }
    }

    SectionBytes info_, abbrev_, strings_;
    std::unordered_map<std::uint64_t, Entry> entries_;
    std::vector<InlineScope> scopes_;
};

} // namespace

std::vector<InlineScope> read_inline_scopes(const Module& module) {
    return InfoReader(module).read();
}

} // namespace warpscope::ptx
