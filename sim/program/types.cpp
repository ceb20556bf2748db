// Name tables of PTX's closed vocabularies, and the classes of types.
#include "sim/program/types.h"

#include <array>

namespace warpscope {
namespace {

struct TypeFacts {
    std::string_view name;
    std::uint8_t bytes;
};

constexpr std::array<TypeFacts, 27> kTypes = {{
    {"", 0},       {"pred", 1},   {"b8", 1},    {"b16", 2}, {"b32", 4},   {"b64", 8},
    {"b128", 16},  {"u8", 1},     {"u16", 2},   {"u32", 4}, {"u64", 8},   {"s8", 1},
    {"s16", 2},    {"s32", 4},    {"s64", 8},   {"f16", 2}, {"f16x2", 4}, {"bf16", 2},
    {"bf16x2", 4}, {"tf32", 4},   {"f32", 4},   {"f64", 8}, {"u16x2", 4}, {"s16x2", 4},
    {"e4m3x2", 2}, {"e5m2x2", 2}, {"f32x2", 8},
}};
static_assert(kTypes.size() == static_cast<std::size_t>(Type::F32x2) + 1);

constexpr std::array<std::string_view, 8> kSpaces = {"generic", "reg",   "sreg",  "const",
                                                     "global",  "local", "param", "shared"};
constexpr std::array<std::string_view, 10> kRoundings = {"",    "rn",  "rz",  "rm",  "rp",
                                                         "rna", "rni", "rzi", "rmi", "rpi"};
constexpr std::array<std::string_view, 19> kComparisons = {
    "",   "eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls", "hi",
    "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
constexpr std::array<std::string_view, 26> kOperations = {
    "",     "and", "or",   "xor", "add", "inc", "dec",    "min", "max",
    "exch", "cas", "popc", "all", "any", "uni", "ballot", "up",  "down",
    "bfly", "idx", "f4e",  "b4e", "rc8", "ecl", "ecr",    "rc16"};
static_assert(kOperations.size() == static_cast<std::size_t>(Operation::Replicate16) + 1);
constexpr std::array<std::string_view, 7> kOrders = {"weak",    "volatile", "relaxed", "acquire",
                                                     "release", "acq_rel",  "sc"};
constexpr std::array<std::string_view, 5> kScopes = {"", "cta", "cluster", "gpu", "sys"};

template<class Table, class Value>
auto entry(const Table& table, Value value) {
    return table[static_cast<std::size_t>(value)];
}

} // namespace

unsigned size_in_bytes(Type type) {
    return entry(kTypes, type).bytes;
}
std::string_view name_of(Type type) {
    return entry(kTypes, type).name;
}

Type type_named(std::string_view name) {
    if (name.empty()) return Type::None;
    for (std::size_t i = 1; i < kTypes.size(); ++i)
        if (kTypes[i].name == name) return static_cast<Type>(i);
    return Type::None;
}

bool is_signed(Type type) {
    return (type >= Type::S8 && type <= Type::S64) || type == Type::S16x2;
}

bool is_float(Type type) {
    return (type >= Type::F16 && type <= Type::F64) ||
           (type >= Type::E4M3x2 && type <= Type::F32x2);
}

bool is_integer(Type type) {
    return (type >= Type::U8 && type <= Type::S64) || type == Type::U16x2 || type == Type::S16x2;
}

bool is_bits(Type type) {
    return type >= Type::B8 && type <= Type::B128;
}

std::string_view name_of(StateSpace space) {
    return entry(kSpaces, space);
}
std::string_view name_of(Rounding rounding) {
    return entry(kRoundings, rounding);
}
std::string_view name_of(Comparison comparison) {
    return entry(kComparisons, comparison);
}
std::string_view name_of(Operation operation) {
    return entry(kOperations, operation);
}
std::string_view name_of(Order order) {
    return entry(kOrders, order);
}
std::string_view name_of(Scope scope) {
    return entry(kScopes, scope);
}

} // namespace warpscope
