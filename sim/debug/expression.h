// Expressions: what people ask of a paused launch, in C's notation, for one lane or all 32.
//
//   integers, floats   + - * / %  << >>  & | ^ ~  && || !  == != < <= > >=  ?:  casts, * and &
//   threadIdx.x blockIdx.y blockDim.z gridDim.x  lane warp block warpSize
//   %r5                a PTX register of the function that the lane is in
//   param0, or its name in the PTX                kernel parameters, in order
//   tile[3], tile.f32[3]                          shared, local, global and constant variables
//   global.f32[address]  shared.u32[offset]  local.u8[offset]  param.u64[offset]
//   ((float*)param0)[i]  *(int*)%rd4              pointers, generic as in C
//   i  tile[y][x]  p.x  q->x  *p  p[i]            variables of the source, of builds with --debug
//
// Types follow C: the usual arithmetic conversions, 32-bit int and 64-bit long.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/debug/machine.h"
#include "sim/debug/source_type.h"
#include "sim/program/types.h"

namespace warpscope {

/// What operators work on; narrower values are promoted.
enum class ValueType : std::uint8_t { S32, U32, S64, U64, F32, F64 };
const char* name_of(ValueType type); ///< "int", "unsigned", "float", …
constexpr bool is_floating(ValueType type) {
    return type == ValueType::F32 || type == ValueType::F64;
}

/// A value in each lane. Lanes outside `valid` have none.
struct LaneValues {
    ValueType type = ValueType::S32;
    Type pointee = Type::None; ///< of a pointer, which is U64, to a scalar
    SourceTypeRef target;      ///< of a pointer to a type of the source
    SourceTypeRef source;      ///< of what the source declares with this type
    LaneMask valid = 0;
    std::array<std::uint64_t, kLanes> bits{}; ///< 32-bit types in the low half, extended by sign
    /// Why the first lane without a value has none; empty when all that were asked have one.
    std::string trouble;
};
double as_double(const LaneValues& values, unsigned lane);
std::int64_t as_integer(const LaneValues& values, unsigned lane);
/// Whether it is not zero.
bool is_true(const LaneValues& values, unsigned lane);

/// Where the values lie in memory, when the expression names a place.
struct LanePlaces {
    Space space = Space::Global;
    Type element = Type::None;
    SourceTypeRef source; ///< of what the source declares with this type
    LaneMask valid = 0;
    std::array<Address, kLanes> address{}; ///< global, or an offset in the space
};

/// A whole array that was named without an index.
struct ArrayPlace {
    std::string name;
    Space space = Space::Global;
    Type element = Type::None;
    Address address = 0;
    std::uint64_t count = 0; ///< elements
};

/// An array, struct or union of the source.
struct ObjectPlace {
    std::string name;
    SourceTypeRef type;
    unsigned indexed = 0; ///< of an array: so many of its indices are given
    LanePlaces places;    ///< of its first byte
    std::string trouble;  ///< why the first lane without a place has none
};

struct Evaluated {
    LaneValues values; ///< none of an array or object
    std::optional<LanePlaces> places;
    std::optional<ArrayPlace> array;
    std::optional<ObjectPlace> object;
};

/// Where variables of the source come from (sim/debug/source_variables.h).
class NamedValues {
public:
    virtual ~NamedValues() = default;
    /// A variable in `lanes` of the warp; nothing when none of them is in the scope of such a name.
    /// Lanes that are, but for which it is nowhere now, have no value, and the trouble says why.
    virtual std::optional<Evaluated> find(const std::string& name, const Session& session,
                                          const WarpView& warp, LaneMask lanes) const = 0;
    /// What to try instead of a name that was not found.
    virtual std::string hint(const std::string& name) const = 0;
};

class Expression {
public:
    /// Errors have the column, from 1.
    static Result<Expression> parse(std::string_view text);
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression&&) noexcept;
    ~Expression();

    /// As `lanes` of a warp see it now. Errors are those that hold for every lane (unknown names,
    /// types that do not go together); what fails in single lanes, a division or an address, leaves
    /// them without a value. Not for two threads at once.
    Result<Evaluated> evaluate(const Session& session, const Focus& focus, LaneMask lanes,
                               const NamedValues* names = nullptr) const;

    const std::string& text() const { return text_; }
    struct Node;

private:
    Expression(std::string text, std::unique_ptr<Node> root);
    std::string text_;
    std::unique_ptr<Node> root_;
    /// Of the executable that it was evaluated over last.
    mutable std::shared_ptr<const struct NamedVariables> variables_;
    mutable const struct Executable* executable_ = nullptr;
};

/// What pointers to a type of the source lead to.
ObjectPlace object_behind(const LaneValues& pointer, LaneMask lanes, std::string name);

/// Bytes of one element as they lie in memory, as a value: half types become F32.
std::optional<std::uint64_t> promoted(Type element, const std::uint8_t* bytes, ValueType& type);

/// The names that can be evaluated where the focus is, for completion and help: parameters,
/// variables, registers.
std::vector<std::string> known_names(const Session& session, const Focus& focus);

} // namespace warpscope
