// Row: one instruction form of PTX, spec-shaped: its syntax, its types, its traits and the code that runs it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "sim/isa/decoded.h"
#include "sim/program/instruction.h"

namespace warpscope::isa {

/// A set of Types, one bit each.
class TypeSet {
  public:
    constexpr TypeSet() = default;
    constexpr TypeSet(std::initializer_list<Type> types) {
        for (Type t : types) bits_ |= std::uint64_t{1} << static_cast<unsigned>(t);
    }
    constexpr bool contains(Type t) const { return (bits_ >> static_cast<unsigned>(t) & 1) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    friend constexpr TypeSet operator|(TypeSet a, TypeSet b) {
        a.bits_ |= b.bits_;
        return a;
    }

  private:
    std::uint64_t bits_ = 0;
};

/// One instruction form. The parser, the printer, the decoder, `warpscope isa` and the coverage test read it.
///
/// `syntax` follows the PTX ISA's own notation:
///   mnemonic and fixed suffixes   "mul.wide.type"
///   optional suffix               "{.ftz}"          optional alternatives  "{.rn|.rz|.rm|.rp}"
///   alternatives                  ".add|.min|.max"
///   placeholders                  .type .stype .cmp .space .vec .sem .scope .cache
///                                 (each sets its field of Modifiers; {..} makes it optional)
///   operands, comma-separated     d, p, q are destinations, anything else a source; a name may carry a width:
///     d:type (the default) d:stype d:wide (twice .type) b:u32 p:pred d:vec (a .vec vector of .type)
///     d:{n} a brace list of n registers that together make .type;   [a] an address;   label, func, table
///     d:f32{n} n such values;   [a, {x:stype, y:stype}] an address with coordinates, which are operands in turn
///     `p{|q}` an optional second destination;   `{, c}` an optional last operand;   `{!}c:pred` may be negated;
///     `{-}c` may have a minus;   `a.sel` may select parts of the register (video instructions)
struct Row {
    std::string_view name;    ///< family name, unique: also the folder of its case files, "add.int"
    std::string_view syntax;
    TypeSet types = {};
    TypeSet source_types = {};
    Traits traits = {};
    /// Chooses the code for one instruction of this form and fills what `run` needs beyond operand offsets.
    /// Returns false when this combination of suffixes is not one the form has.
    bool (*decode)(const Instruction&, DecodedInstruction&) = nullptr;
    std::string_view meaning = {};       ///< one line: what it computes, in the PTX ISA's pseudo-code
    std::string_view section = {};       ///< where the PTX ISA defines it
    std::uint8_t version = 10;           ///< PTX version that brought it, times ten
    std::uint8_t target = 0;             ///< least sm_ number
    std::string_view bound = {};         ///< empty: exact; else the declared error, "2 ulp"
};

/// All rows; the index into this table is Instruction::row. The same at every level.
std::span<const Row> rows();

/// Rows with this mnemonic ("add"), in table order; empty when there is none.
std::span<const std::uint16_t> rows_of(std::string_view mnemonic);

/// The instruction-set levels that sim/isa was built for.
enum class Level : std::uint8_t { V2, V3, V4 };
/// The best level that both this build and this processor have.
Level best_level();
/// The same table with the run functions of one level. `level` must be built and supported.
std::span<const Row> rows(Level level);

}  // namespace warpscope::isa
