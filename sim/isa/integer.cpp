// Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions").
#include "sim/isa/families.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

constexpr TypeSet kIntegers = {Type::U16, Type::S16, Type::U32, Type::S32, Type::U64, Type::S64};

struct Add {
    template <class T> T operator()(T a, T b) const {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
    }
};

constexpr Traits kArithmetic = {.instruction_class = InstructionClass::Integer, .uniform = true};

constexpr Row table[] = {
    {.name = "add.int", .syntax = "add.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_integer_binary<Add>, .meaning = "d = a + b", .section = "add"},
};

}  // namespace

std::span<const Row> integer_rows() { return table; }

WARPSCOPE_ISA_END
