// SourceTypeRef: a type of the source, with the table that its parts are in.
#pragma once

#include "sim/program/types.h"
#include "sim/ptx/dwarf_variables.h"

namespace warpscope {

/// Refers to a table that lives on: that of the launch's SourceVariables.
struct SourceTypeRef {
    const ptx::VariableTable* table = nullptr;
    std::uint32_t index = ptx::kNoType;

    explicit operator bool() const { return table != nullptr && index < table->types.size(); }
    const ptx::SourceType& operator*() const { return table->types[index]; }
    const ptx::SourceType* operator->() const { return &table->types[index]; }
    SourceTypeRef to(std::uint32_t other) const { return {table, other}; }
    /// Of arrays, pointers and references.
    SourceTypeRef element() const { return to((*this)->element); }
    bool is(ptx::SourceType::Kind kind) const { return *this && (*this)->kind == kind; }
    friend bool operator==(const SourceTypeRef&, const SourceTypeRef&) = default;
};

/// How one value of the type lies in memory; None of arrays, records and what is not known.
Type scalar_type(SourceTypeRef type);
/// "float", "Pair", "int*", "float[32][33]", from the `indexed`th extent on.
std::string name_of(SourceTypeRef type, unsigned indexed = 0);
/// How many elements an array has behind `indexed` indices; 0: not told.
std::uint64_t extent_at(SourceTypeRef type, unsigned indexed);
/// Bytes of an element that `indexed` indices of an array lead to.
std::uint64_t bytes_at(SourceTypeRef type, unsigned indexed);

/// The first `bytes` of a lane's value as the type shows them: 3.5, -1, true, 'a', 0x7f00, or
/// {1, 2, …} for arrays and records of at most a few elements.
std::string value_text(SourceTypeRef type, const std::uint8_t* value, std::size_t bytes,
                       unsigned indexed = 0);

} // namespace warpscope
