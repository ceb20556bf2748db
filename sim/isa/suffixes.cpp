// The one table of suffix meanings, and the matcher that reads an instruction's suffixes into
// fields.
#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "sim/isa/syntax.h"

namespace warpscope::isa {
namespace {

constexpr std::size_t kMaxSuffixes = 24;

enum class Field : std::uint8_t {
    Rounding,
    Comparison,
    Operation,
    Space,
    Order,
    Scope,
    Vector,
    Cache,
    FlushToZero,
    Saturate,
    Relu,
    SaturateFinite,
    OutOfBounds,
    PassNan,
    XorSign,
};

struct Meaning {
    Field field;
    std::uint8_t value;
};

using Meanings = std::unordered_map<std::string_view, std::vector<Meaning>>;

template<class Enumeration>
void add_names(Meanings& table, Field field, Enumeration last) {
    for (std::uint8_t v = 0; v <= static_cast<std::uint8_t>(last); ++v)
        if (const std::string_view name = name_of(static_cast<Enumeration>(v)); !name.empty())
            table[name].push_back({field, v});
}

/// Token to fields. A token may mean something in several vocabularies ("lo" compares and selects a
/// half); fields that an instruction does not use are of no effect.
const Meanings& meanings() {
    static const Meanings table = [] {
        Meanings t;
        add_names(t, Field::Rounding, Rounding::IntegerUp);
        add_names(t, Field::Comparison, Comparison::Nan);
        add_names(t, Field::Operation, Operation::Replicate16);
        add_names(t, Field::Order, Order::SequentiallyConsistent);
        add_names(t, Field::Scope, Scope::System);
        t["gl"] = {{Field::Scope, static_cast<std::uint8_t>(Scope::Device)}}; // membar.gl
        t["mmio"] = {{Field::Order, static_cast<std::uint8_t>(Order::Relaxed)}};
        const auto space = [&](std::string_view token, StateSpace value) {
            t[token] = {{Field::Space, static_cast<std::uint8_t>(value)}};
        };
        for (StateSpace s : {StateSpace::Constant, StateSpace::Global, StateSpace::Local,
                             StateSpace::Parameter, StateSpace::Shared})
            space(name_of(s), s);
        space("shared::cta", StateSpace::Shared);
        space("shared::cluster", StateSpace::Shared);
        space("param::entry", StateSpace::Parameter);
        space("param::func", StateSpace::Parameter);
        for (std::uint8_t n : {2, 4, 8})
            t[n == 2 ? "v2" : n == 4 ? "v4" : "v8"] = {{Field::Vector, n}};
        t["ftz"] = {{Field::FlushToZero, 1}};
        t["sat"] = {{Field::Saturate, 1}};
        t["relu"] = {{Field::Relu, 1}};
        t["satfinite"] = {{Field::SaturateFinite, 1}};
        t["oob"] = {{Field::OutOfBounds, 1}};
        t["NaN"] = {{Field::PassNan, 1}};
        t["xorsign"] = {{Field::XorSign, 1}};
        for (const char* cache : {"ca",
                                  "cg",
                                  "cs",
                                  "lu",
                                  "cv",
                                  "wb",
                                  "wt",
                                  "nc",
                                  "L1::evict_normal",
                                  "L1::evict_unchanged",
                                  "L1::evict_first",
                                  "L1::evict_last",
                                  "L1::no_allocate",
                                  "L2::evict_normal",
                                  "L2::evict_first",
                                  "L2::evict_last",
                                  "L2::64B",
                                  "L2::128B",
                                  "L2::256B",
                                  "L2::cache_hint"})
            t[cache] = {{Field::Cache, 0}};
        return t;
    }();
    return table;
}

bool has_field(std::string_view token, Field field) {
    const auto found = meanings().find(token);
    if (found == meanings().end()) return false;
    return std::any_of(found->second.begin(), found->second.end(),
                       [&](const Meaning& meaning) { return meaning.field == field; });
}

void apply(Modifiers& m, std::string_view token) {
    if (const Type type = type_named(token); type != Type::None) {
        Type& field = m.type == Type::None ? m.type : m.source_type;
        if (field == Type::None) field = type;
        return;
    }
    const auto found = meanings().find(token);
    if (found == meanings().end()) return;
    for (const Meaning& meaning : found->second) {
        switch (meaning.field) {
        case Field::Rounding: m.rounding = static_cast<Rounding>(meaning.value); break;
        case Field::Comparison: m.comparison = static_cast<Comparison>(meaning.value); break;
        case Field::Operation: m.operation = static_cast<Operation>(meaning.value); break;
        case Field::Space: m.space = static_cast<StateSpace>(meaning.value); break;
        case Field::Order: m.order = static_cast<Order>(meaning.value); break;
        case Field::Scope: m.scope = static_cast<Scope>(meaning.value); break;
        case Field::Vector: m.vector = meaning.value; break;
        case Field::Cache: m.cache.append(".").append(token); break;
        case Field::FlushToZero: m.ftz = true; break;
        case Field::Saturate: m.sat = true; break;
        case Field::Relu: m.relu = true; break;
        case Field::SaturateFinite: m.satfinite = true; break;
        case Field::OutOfBounds: m.oob = true; break;
        case Field::PassNan: m.passes_nan = true; break;
        case Field::XorSign: m.xorsign = true; break;
        }
    }
}

bool in_set(std::string_view token, const TypeSet& set) {
    const Type type = type_named(token);
    return type != Type::None && (set.empty() || set.contains(type));
}

bool belongs(std::string_view token, Placeholder placeholder, const Row& row) {
    switch (placeholder) {
    case Placeholder::Type: return in_set(token, row.types);
    case Placeholder::SourceType: return in_set(token, row.source_types);
    case Placeholder::Comparison: return has_field(token, Field::Comparison);
    case Placeholder::Space: return has_field(token, Field::Space);
    case Placeholder::Vector: return has_field(token, Field::Vector);
    case Placeholder::Order: return has_field(token, Field::Order);
    case Placeholder::Scope: return has_field(token, Field::Scope);
    case Placeholder::Cache: return has_field(token, Field::Cache);
    case Placeholder::None: break;
    }
    return false;
}

bool accepts(const SuffixStep& step, std::string_view token, const Row& row) {
    return step.kind == SuffixStep::Kind::Literal ? token == step.literal
                                                  : belongs(token, step.placeholder, row);
}

/// Backtracks over a pattern's steps; `taken[i]` says which placeholder suffix i was matched by.
struct Matcher {
    const Pattern& pattern;
    const Row& row;
    std::span<const std::string_view> suffixes;
    std::array<Placeholder, kMaxSuffixes> taken{};
    unsigned longest = 0;

    bool run(std::size_t step, std::size_t suffix) {
        while (step < pattern.suffixes.size()) {
            const SuffixStep& now = pattern.suffixes[step];
            if (now.kind == SuffixStep::Kind::Jump) {
                step = now.other;
                continue;
            }
            if (now.kind == SuffixStep::Kind::Split) {
                if (run(step + 1, suffix)) return true;
                step = now.other;
                continue;
            }
            if (suffix == suffixes.size() || !accepts(now, suffixes[suffix], row)) return false;
            taken[suffix] = now.placeholder;
            longest = std::max(longest, static_cast<unsigned>(++suffix));
            if (now.placeholder == Placeholder::Cache && run(step, suffix)) return true;
            ++step;
        }
        return suffix == suffixes.size();
    }
};

/// The same, but every step may take any suffix that is left.
struct AnyOrderMatcher {
    const Pattern& pattern;
    const Row& row;
    std::span<const std::string_view> suffixes;
    std::vector<std::string_view> ordered;
    std::uint32_t used = 0;

    bool is_used(std::size_t i) const { return (used >> i & 1) != 0; }

    bool run(std::size_t step) {
        if (step == pattern.suffixes.size()) return ordered.size() == suffixes.size();
        const SuffixStep& now = pattern.suffixes[step];
        if (now.kind == SuffixStep::Kind::Jump) return run(now.other);
        if (now.kind == SuffixStep::Kind::Split) return run(step + 1) || run(now.other);
        bool type_seen = false;
        for (std::size_t i = 0; i < suffixes.size(); ++i) {
            if (is_used(i)) continue;
            const bool is_type = type_named(suffixes[i]) != Type::None;
            const bool out_of_turn = is_type && type_seen;
            type_seen = type_seen || is_type;
            if (out_of_turn || !accepts(now, suffixes[i], row)) continue;
            used |= 1u << i;
            ordered.push_back(suffixes[i]);
            if (now.placeholder == Placeholder::Cache && run(step)) return true;
            if (run(step + 1)) return true;
            ordered.pop_back();
            used &= ~(1u << i);
        }
        return false;
    }
};

} // namespace

std::vector<std::string_view> ordered_suffixes(const Pattern& pattern, const Row& row,
                                               std::span<const std::string_view> suffixes) {
    constexpr std::size_t kMostPermuted = 8; // attempts grow with the factorial
    if (suffixes.size() > kMostPermuted) return {};
    AnyOrderMatcher matcher{pattern, row, suffixes, {}, 0};
    if (!matcher.run(0)) return {};
    return matcher.ordered;
}

SuffixMatch match_suffixes(const Pattern& pattern, const Row& row,
                           std::span<const std::string_view> suffixes) {
    SuffixMatch match;
    if (suffixes.size() > kMaxSuffixes) return match;
    Matcher matcher{pattern, row, suffixes, {}, 0};
    match.matched = matcher.run(0, 0);
    match.longest = matcher.longest;
    if (!match.matched) return match;
    // Types that a row spells out fill the fields that its placeholders leave free, from left to
    // right.
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
        if (matcher.taken[i] == Placeholder::Type) match.modifiers.type = type_named(suffixes[i]);
        if (matcher.taken[i] == Placeholder::SourceType)
            match.modifiers.source_type = type_named(suffixes[i]);
    }
    for (std::size_t i = 0; i < suffixes.size(); ++i)
        if (matcher.taken[i] != Placeholder::Type && matcher.taken[i] != Placeholder::SourceType)
            apply(match.modifiers, suffixes[i]);
    return match;
}

Type type_asked_by(const OperandElement& element, const Modifiers& modifiers) {
    using Width = OperandElement::Width;
    const Type type = modifiers.type == Type::None ? Type::B32 : modifiers.type;
    switch (element.width) {
    case Width::Fixed: return element.fixed;
    case Width::SourceType:
        return modifiers.source_type == Type::None ? type : modifiers.source_type;
    case Width::Wide: break;
    default: return type;
    }
    switch (type) {
    case Type::U8: return Type::U16;
    case Type::U16: return Type::U32;
    case Type::U32: return Type::U64;
    case Type::S8: return Type::S16;
    case Type::S16: return Type::S32;
    case Type::S32: return Type::S64;
    case Type::B8: return Type::B16;
    case Type::B16: return Type::B32;
    case Type::B32: return Type::B64;
    case Type::F32: return Type::F64;
    default: return type;
    }
}

} // namespace warpscope::isa
