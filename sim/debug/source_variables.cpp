// Finds variables by scope and reads their bytes out of snapshots.
#include "sim/debug/source_variables.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "sim/debug/snapshot_state.h"
#include "sim/exec/layout.h"

namespace warpscope {
namespace {

/// Elements and members of a value that are shown.
constexpr std::size_t kShownElements = 8;
constexpr unsigned kMostBytes = 4096; ///< of a variable; larger ones are cut off
constexpr unsigned kShownDepth = 6;   ///< of values inside values

using LabelPlaces = std::unordered_map<std::string, std::uint32_t>;

/// What of a function its variables need.
struct FunctionFacts {
    LabelPlaces labels; ///< instruction indices
    OffsetsByName locals;
    std::vector<const ptx::SourceVariable*> variables;
};

bool covers(const LabelPlaces& labels, const std::string& low, const std::string& high,
            std::uint32_t instruction) {
    const auto from = labels.find(low), to = labels.find(high);
    return from != labels.end() && to != labels.end() && from->second <= instruction &&
           instruction < to->second;
}

} // namespace

struct SourceVariables::Impl {
    explicit Impl(std::shared_ptr<const Executable> built);
    void read(const ptx::VariablePlace& place, const Snapshot& snapshot, std::size_t block,
              std::size_t warp, std::size_t split, const std::vector<std::uint8_t>& parameters,
              VariableValue& value) const;
    void read_local(const Warp& warp, const Frame& frame, std::uint64_t offset,
                    VariableValue& value) const;
    void repeat(const std::uint8_t* from, std::uint64_t size, std::uint64_t offset,
                VariableValue& value) const;

    std::shared_ptr<const Executable> executable;
    ptx::VariableTable table;
    std::vector<FunctionFacts> functions; ///< as in the executable
    OffsetsByName shared;
};

SourceVariables::Impl::Impl(std::shared_ptr<const Executable> built)
    : executable(std::move(built)),
      table(ptx::read_source_variables(*executable->instance->module)) {
    if (table.variables.empty()) return;
    std::vector<const Function*> sources;
    for (const ExecutableFunction& function : executable->functions) {
        FunctionFacts facts;
        for (const Label& label : function.source->labels)
            facts.labels.emplace(label.name, label.target);
        std::uint32_t bytes = 0;
        facts.locals = lay_out_locals(*function.source, bytes);
        for (const ptx::SourceVariable& variable : table.variables)
            if (facts.labels.contains(variable.function_low)) facts.variables.push_back(&variable);
        functions.push_back(std::move(facts));
        sources.push_back(function.source);
    }
    shared = lay_out_shared(*executable->instance->module, sources).variables;
}

/// One value for all lanes.
void SourceVariables::Impl::repeat(const std::uint8_t* from, std::uint64_t size,
                                   std::uint64_t offset, VariableValue& value) const {
    if (offset > size || size - offset < value.bytes) return;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        value.values.insert(value.values.end(), from + offset, from + offset + value.bytes);
}

void SourceVariables::Impl::read_local(const Warp& warp, const Frame& frame, std::uint64_t offset,
                                       VariableValue& value) const {
    const std::uint64_t at = frame.local_base + offset;
    if (at > warp.local_stride || warp.local_stride - at < value.bytes) return;
    value.in_memory = true;
    value.space = Space::Local;
    value.address = at;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::uint8_t* from = warp.local.data() + std::size_t{lane} * warp.local_stride + at;
        value.values.insert(value.values.end(), from, from + value.bytes);
    }
}

void SourceVariables::Impl::read(const ptx::VariablePlace& place, const Snapshot& snapshot,
                                 std::size_t block, std::size_t warp, std::size_t split,
                                 const std::vector<std::uint8_t>& parameters,
                                 VariableValue& value) const {
    if (!place.reg.empty()) {
        for (const RegisterValue& found : registers(snapshot, block, warp, split, {place.reg})) {
            value.bytes = std::min(value.bytes, std::max(found.bytes, 1u));
            for (unsigned lane = 0; lane < kLanes; ++lane) {
                const auto* low = reinterpret_cast<const std::uint8_t*>(&found.low[lane]);
                value.values.insert(value.values.end(), low,
                                    low + std::min<std::size_t>(value.bytes, 8));
            }
            value.bytes = std::min(value.bytes, 8u);
        }
        return;
    }
    const Block& b = snapshot.state->blocks[block];
    const Warp& w = b.warps[warp];
    const Frame& frame = w.frames[w.splits[split].frame];
    const FunctionFacts& facts = functions[frame.function];
    if (const auto local = facts.locals.find(place.symbol); local != facts.locals.end())
        return read_local(w, frame, local->second.offset + place.offset, value);
    if (const auto found = shared.find(place.symbol); found != shared.end()) {
        value.in_memory = true;
        value.space = Space::Shared;
        value.address = found->second.offset + place.offset;
        return repeat(b.shared.data(), b.shared.size(), value.address, value);
    }
    for (const ParameterSlot& slot : executable->parameters)
        if (slot.name == place.symbol)
            return repeat(parameters.data(), parameters.size(), slot.offset + place.offset, value);
    if (const Address global = executable->instance->address_of(place.symbol); global != 0) {
        value.in_memory = true;
        value.space = Space::Global;
        value.address = global + place.offset;
    }
}

SourceVariables::SourceVariables(std::shared_ptr<const Executable> executable)
    : impl_(std::make_unique<Impl>(std::move(executable))) {}
SourceVariables::~SourceVariables() = default;

bool SourceVariables::any() const {
    return !impl_->table.variables.empty();
}
const ptx::VariableTable& SourceVariables::table() const {
    return impl_->table;
}

std::vector<VariableValue>
SourceVariables::values(const Snapshot& snapshot, std::size_t block, std::size_t warp,
                        std::size_t split, const std::vector<std::uint8_t>& parameters) const {
    std::vector<VariableValue> values;
    if (!any() || snapshot.state == nullptr || block >= snapshot.blocks.size() ||
        warp >= snapshot.blocks[block].warps.size() ||
        split >= snapshot.blocks[block].warps[warp].splits.size())
        return values;
    const CodePlace& at = snapshot.blocks[block].warps[warp].splits[split].at;
    const FunctionFacts& facts = impl_->functions[at.function];
    std::unordered_set<std::string_view> seen;
    // Inner blocks come later in the table.
    for (auto v = facts.variables.rbegin(); v != facts.variables.rend(); ++v) {
        const ptx::SourceVariable& variable = **v;
        if (!covers(facts.labels, variable.scope_low, variable.scope_high, at.instruction))
            continue;
        if (!seen.insert(variable.name).second) continue;
        VariableValue value;
        value.variable = &variable;
        if (variable.type != ptx::kNoType) value.type = &impl_->table.types[variable.type];
        value.bytes = static_cast<unsigned>(
            std::min<std::uint64_t>(value.type != nullptr ? value.type->size : 0, kMostBytes));
        for (const ptx::VariablePlace& place : variable.places) {
            if (!place.low.empty() && !covers(facts.labels, place.low, place.high, at.instruction))
                continue;
            impl_->read(place, snapshot, block, warp, split, parameters, value);
            break;
        }
        values.push_back(std::move(value));
    }
    return values;
}

namespace {

template<class T>
T bits_as(const std::uint8_t* value) {
    T bits{};
    std::memcpy(&bits, value, sizeof bits);
    return bits;
}

std::string scalar_text(const ptx::SourceType& type, const std::uint8_t* value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, std::min<std::uint64_t>(type.size, sizeof bits));
    const unsigned unused = type.size < 8 ? 64 - 8 * static_cast<unsigned>(type.size) : 0;
    const std::int64_t number = static_cast<std::int64_t>(bits << unused) >> unused;
    using Kind = ptx::SourceType::Kind;
    switch (type.kind) {
    case Kind::Boolean: return bits != 0 ? "true" : "false";
    case Kind::Character:
        return number >= 32 && number < 127 ? fmt::format("'{}'", static_cast<char>(number))
                                            : fmt::format("{}", number);
    case Kind::Float:
        if (type.size == 4) return fmt::format("{}", bits_as<float>(value));
        if (type.size == 8) return fmt::format("{}", bits_as<double>(value));
        break;
    case Kind::Signed: return fmt::format("{}", number);
    case Kind::Unsigned: return fmt::format("{}", bits);
    default: break;
    }
    return fmt::format("{:#x}", bits);
}

std::string text_inside(const ptx::VariableTable& table, const ptx::SourceType* type,
                        const std::uint8_t* value, std::size_t bytes, unsigned depth);

std::string array_text(const ptx::VariableTable& table, const ptx::SourceType& type,
                       const std::uint8_t* value, std::size_t bytes, unsigned depth) {
    const ptx::SourceType* element =
        type.element == ptx::kNoType ? nullptr : &table.types[type.element];
    if (element == nullptr || element->size == 0) return "{…}";
    std::string text = "{";
    std::size_t shown = 0;
    for (std::size_t at = 0; at + element->size <= bytes; at += element->size, ++shown) {
        if (shown == kShownElements) return text + ", …}";
        if (shown != 0) text += ", ";
        text += text_inside(table, element, value + at, element->size, depth);
    }
    return text + "}";
}

std::string record_text(const ptx::VariableTable& table, const ptx::SourceType& type,
                        const std::uint8_t* value, std::size_t bytes, unsigned depth) {
    std::string text = "{";
    std::size_t shown = 0;
    for (const ptx::SourceMember& member : type.members) {
        const ptx::SourceType* of =
            member.type == ptx::kNoType ? nullptr : &table.types[member.type];
        if (of == nullptr || of->size == 0 || member.offset > bytes ||
            bytes - member.offset < of->size)
            continue;
        if (shown++ == kShownElements) return text + ", …}";
        if (text.size() > 1) text += ", ";
        text +=
            member.name + " = " + text_inside(table, of, value + member.offset, of->size, depth);
    }
    return text + "}";
}

std::string text_inside(const ptx::VariableTable& table, const ptx::SourceType* type,
                        const std::uint8_t* value, std::size_t bytes, unsigned depth) {
    if (type == nullptr || bytes == 0) return "?";
    if (depth == kShownDepth) return "{…}";
    using Kind = ptx::SourceType::Kind;
    if (type->kind == Kind::Array) return array_text(table, *type, value, bytes, depth + 1);
    if (type->kind == Kind::Record) return record_text(table, *type, value, bytes, depth + 1);
    return bytes < std::min<std::uint64_t>(type->size, 8) ? "?" : scalar_text(*type, value);
}

} // namespace

std::string value_text(const ptx::VariableTable& table, const ptx::SourceType* type,
                       const std::uint8_t* value, std::size_t bytes) {
    return text_inside(table, type, value, bytes, 0);
}

} // namespace warpscope
