// Finds variables by scope and reads them out of paused launches.
#include "sim/debug/source_variables.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include <fmt/format.h>

#include "sim/debug/expression_node.h"
#include "sim/debug/source_scopes.h"

namespace warpscope {
namespace {

constexpr std::uint64_t kMostBytes = 4096; ///< of an object that is shown; the rest is cut off

/// Where a lane's split stands, and the frame that it is in.
struct LanePlace {
    const Frame* frame = nullptr;
    std::uint32_t instruction = 0;
};

std::optional<LanePlace> place_of_lane(const Warp& warp, unsigned lane) {
    const auto split = split_of(warp, lane);
    if (!split) return std::nullopt;
    return LanePlace{&warp.frames[warp.splits[*split].frame], warp.splits[*split].pc};
}

/// Why a variable that is in scope has no value at this instruction.
std::string why_nowhere(const ScopedVariable& variable, std::uint32_t instruction) {
    if (variable.source->places.empty())
        return "optimised out: the compiler keeps it nowhere; build with --debug";
    if (variable.places.empty()) return "lies where it cannot be read, outside of this function";
    for (const ScopedPlace& place : variable.places)
        if (place.code.first <= instruction) return "not kept here: nothing uses it any more";
    return "not yet assigned here";
}

/// Where it is now; null when nowhere.
const ScopedPlace* place_now(const ScopedVariable& variable, std::uint32_t instruction) {
    for (const ScopedPlace& place : variable.places)
        if (place.code.contains(instruction)) return &place;
    return nullptr;
}

void miss(std::string& trouble, unsigned lane, const std::string& why) {
    if (trouble.empty()) trouble = fmt::format("lane {}: {}", lane, why);
}

} // namespace

struct SourceVariables::Impl {
    explicit Impl(std::shared_ptr<const Executable> executable) : scopes(std::move(executable)) {}

    SourceTypeRef type_of(const ptx::SourceVariable& variable) const {
        return {&scopes.table(), variable.type};
    }
    /// Without a value in any lane, as a variable of this type.
    Evaluated nowhere(const ptx::SourceVariable& variable, const Session& session,
                      const WarpView& view) const {
        ObjectPlace object;
        object.name = variable.name;
        object.type = type_of(variable);
        return object_value(std::move(object), session, view, 0);
    }
    Evaluated read(const std::string& name, const Session& session, const WarpView& view,
                   LaneMask lanes) const;

    SourceScopes scopes;
};

namespace {

/// Collects a variable lane by lane: those in registers as values, others as places.
struct Collected {
    const ScopedVariable* first = nullptr;
    ObjectPlace object;
    LaneValues values; ///< of lanes that have it in a register
    bool in_register = false, in_memory = false;
};

void collect_register(const Session& session, const Warp& warp, const LanePlace& at, unsigned lane,
                      const ScopedPlace& place, Collected& c) {
    const Function& function = *session.executable().functions[at.frame->function].source;
    const Type kept = function.registers[place.register_index].type;
    const std::uint8_t* vector = lane_vector(session, warp, *at.frame, place.register_index);
    const Type wanted = scalar_type(c.object.type);
    std::uint8_t bytes[16] = {};
    if (kept == Type::Pred) {
        LaneMask mask = 0;
        std::memcpy(&mask, vector, sizeof mask);
        bytes[0] = has_lane(mask, lane) ? 1 : 0;
    } else {
        const unsigned slot = slot_bytes(kept);
        std::memcpy(bytes, vector + std::size_t{lane} * slot, std::min(slot, 16u));
    }
    const bool fits = kept == Type::Pred || size_in_bytes(kept) >= size_in_bytes(wanted);
    const auto bits =
        wanted == Type::None || !fits ? std::nullopt : promoted(wanted, bytes, c.values.type);
    if (!bits)
        return miss(c.object.trouble, lane,
                    fmt::format("it is kept in {} as a whole",
                                function.registers[place.register_index].name));
    c.values.bits[lane] = *bits;
    c.values.valid |= 1u << lane;
    c.in_register = true;
}

void collect_memory(const LanePlace& at, unsigned lane, const ScopedPlace& place, Collected& c) {
    LanePlaces& places = c.object.places;
    if (c.in_memory && places.space != place.space)
        return miss(c.object.trouble, lane, "it lies in another space than in the first lane");
    places.space = place.space;
    places.valid |= 1u << lane;
    places.address[lane] = place.address + (place.space == Space::Local ? at.frame->local_base : 0);
    c.in_memory = true;
}

} // namespace

Evaluated SourceVariables::Impl::read(const std::string& name, const Session& session,
                                      const WarpView& view, LaneMask lanes) const {
    Collected c;
    c.object.name = name;
    std::optional<LanePlace> last;
    const ScopedVariable* variable = nullptr;
    for_each_lane(lanes, [&](unsigned lane) {
        const auto at = place_of_lane(*view.warp, lane);
        if (!at) return miss(c.object.trouble, lane, "it has exited");
        // Lanes of one split see the same variable.
        if (!last || last->frame != at->frame || last->instruction != at->instruction)
            variable = scopes.find(at->frame->function, at->instruction, name);
        last = at;
        if (variable == nullptr) return miss(c.object.trouble, lane, "it is not in scope there");
        if (c.first == nullptr) {
            c.first = variable;
            c.object.type = type_of(*variable->source);
        }
        if (variable->source->type != c.first->source->type)
            return miss(c.object.trouble, lane, "it sees another variable of this name");
        const ScopedPlace* const place = place_now(*variable, at->instruction);
        if (place == nullptr)
            return miss(c.object.trouble, lane, why_nowhere(*variable, at->instruction));
        if (!variable->assigned.empty() && !variable->assigned[at->instruction])
            return miss(c.object.trouble, lane, "not yet assigned here");
        if (place->in_register)
            collect_register(session, *view.warp, *at, lane, *place, c);
        else
            collect_memory(*at, lane, *place, c);
    });
    const LaneMask in_registers = c.values.valid;
    if (!c.in_register) return object_value(std::move(c.object), session, view, lanes);
    Evaluated e;
    take_type(c.values, c.object.type);
    if (c.in_memory) {
        // Some lanes have it in memory: their values join the others', but there is no one place.
        const Evaluated others = object_value(c.object, session, view, lanes & ~in_registers);
        for_each_lane(others.values.valid, [&](unsigned lane) {
            c.values.bits[lane] = others.values.bits[lane];
            c.values.valid |= 1u << lane;
        });
    }
    c.values.trouble = c.object.trouble;
    if (c.object.type.is(ptx::SourceType::Kind::Reference))
        return object_value(object_behind(c.values, lanes, name), session, view, lanes);
    e.values = std::move(c.values);
    return e;
}

SourceVariables::SourceVariables(std::shared_ptr<const Executable> executable)
    : impl_(std::make_unique<Impl>(std::move(executable))) {}
SourceVariables::~SourceVariables() = default;

bool SourceVariables::any() const {
    return !impl_->scopes.table().variables.empty();
}
const ptx::VariableTable& SourceVariables::table() const {
    return impl_->scopes.table();
}

bool SourceVariables::knows(const std::string& name) const {
    return impl_->scopes.known(name) != nullptr;
}

std::optional<Evaluated> SourceVariables::find(const std::string& name, const Session& session,
                                               const WarpView& warp, LaneMask lanes) const {
    if (!any()) return std::nullopt;
    bool in_scope = false;
    if (warp)
        for_each_lane(lanes, [&](unsigned lane) {
            if (in_scope) return;
            const auto at = place_of_lane(*warp.warp, lane);
            in_scope =
                at && impl_->scopes.find(at->frame->function, at->instruction, name) != nullptr;
        });
    if (in_scope) return impl_->read(name, session, warp, lanes);
    // Of no lanes it has no values, but a type.
    const ptx::SourceVariable* const known = lanes == 0 ? impl_->scopes.known(name) : nullptr;
    if (known == nullptr) return std::nullopt;
    return impl_->nowhere(*known, session, warp);
}

std::string SourceVariables::hint(const std::string& name) const {
    if (!any())
        return "an optimised build has no names of local variables: build with --debug, or see "
               "`info locals` for what there is";
    if (const ptx::SourceVariable* known = impl_->scopes.known(name))
        return fmt::format(
            "the \"{}\" of line {} is in scope elsewhere; `info locals` lists what is "
            "in scope here",
            name, known->declared_line);
    return "`info locals` lists the variables in scope here";
}

std::vector<const ptx::SourceVariable*> SourceVariables::in_scope(const WarpView& warp,
                                                                  unsigned lane) const {
    std::vector<const ptx::SourceVariable*> found;
    const auto at = warp ? place_of_lane(*warp.warp, lane) : std::nullopt;
    if (!at || !any()) return found;
    std::unordered_set<std::string_view> seen;
    const std::vector<ScopedVariable>& all = impl_->scopes.variables(at->frame->function);
    // Inner blocks come later in the table.
    for (auto v = all.rbegin(); v != all.rend(); ++v) {
        if (v->source->function_low.empty() || !v->in_scope(at->instruction)) continue;
        if (seen.insert(v->source->name).second) found.push_back(v->source);
    }
    return found;
}

SourceTypeRef type_of(const ptx::SourceVariable& variable, const SourceVariables& variables) {
    return {&variables.table(), variable.type};
}

std::string object_text(const ObjectPlace& object, const Session& session, const WarpView& warp,
                        unsigned lane) {
    if (!has_lane(object.places.valid, lane))
        return object.trouble.empty() ? "no value" : object.trouble;
    const std::uint64_t size = bytes_at(object.type, object.indexed);
    std::vector<std::uint8_t> bytes(std::min(size, kMostBytes));
    if (bytes.empty() || !read_space(session, warp, lane, object.places.space,
                                     object.places.address[lane], bytes.data(), bytes.size()))
        return "not in memory";
    return value_text(object.type, bytes.data(), bytes.size(), object.indexed);
}

Evaluated part_of(const ObjectPlace& object, const ptx::SourceMember& member,
                  const Session& session, const WarpView& warp, LaneMask lanes) {
    ObjectPlace part = object;
    part.name += "." + member.name;
    part.type = object.type.to(member.type);
    part.indexed = 0;
    for (Address& address : part.places.address)
        address += member.offset;
    return object_value(std::move(part), session, warp, lanes);
}

Evaluated part_of(const ObjectPlace& object, std::uint64_t number, const Session& session,
                  const WarpView& warp, LaneMask lanes) {
    LaneValues index;
    index.type = ValueType::U64;
    index.valid = lanes;
    index.bits.fill(number);
    return object_value(element_of(object, index, lanes), session, warp, lanes);
}

} // namespace warpscope
