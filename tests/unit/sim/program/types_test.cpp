// Tests of the name tables of types and special registers.
#include "sim/program/types.h"

#include "sim/program/instruction.h"
#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("every type's name leads back to it") {
    for (unsigned t = 1; t <= static_cast<unsigned>(Type::F32x2); ++t) {
        const auto type = static_cast<Type>(t);
        INFO(name_of(type));
        CHECK(type_named(name_of(type)) == type);
        CHECK(size_in_bytes(type) > 0);
        const int classes = is_float(type) + is_integer(type) + is_bits(type);
        CHECK(classes == (type == Type::Pred ? 0 : 1));
    }
    CHECK(type_named("") == Type::None);
    CHECK(type_named("f33") == Type::None);
    CHECK(size_in_bytes(Type::B128) == 16);
    CHECK(size_in_bytes(Type::E4M3x2) == 2);
    CHECK(is_signed(Type::S16x2));
    CHECK_FALSE(is_signed(Type::U64));
}

TEST_CASE("every special register's name leads back to it") {
    for (unsigned s = 1; s < static_cast<unsigned>(SpecialRegister::Unspecified); ++s) {
        const auto special = static_cast<SpecialRegister>(s);
        INFO(name_of(special));
        CHECK_FALSE(name_of(special).empty());
        CHECK(special_register_named(name_of(special)) == special);
    }
    CHECK(name_of(SpecialRegister::IsExplicitCluster) == "%is_explicit_cluster");
    CHECK(special_register_named("%tid") == SpecialRegister::None);
    CHECK(type_of(SpecialRegister::Clock64) == Type::U64);
}

TEST_CASE("names of the small vocabularies are PTX's") {
    CHECK(name_of(Rounding::IntegerTowardZero) == "rzi");
    CHECK(name_of(Comparison::Nan) == "nan");
    CHECK(name_of(Operation::Replicate16) == "rc16");
    CHECK(name_of(Order::SequentiallyConsistent) == "sc");
    CHECK(name_of(Scope::Device) == "gpu");
    CHECK(name_of(StateSpace::Constant) == "const");
    CHECK(name_of(InstructionClass::Special) == "special");
    CHECK(name_of(InstructionClass::Shuffle) == "shuffle");
}
