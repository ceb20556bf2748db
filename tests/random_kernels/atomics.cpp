// Atomic operations: on cells that all threads change, and on the thread's own scratch memory,
// where results are known.
#include "tests/random_kernels/atomics.h"

#include "tests/random_kernels/layout.h"
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

using Value = CellOperation::Value;

// clang-format off
constexpr CellOperation kCellOperations[] = {
    {"add.u32", 'r', Value::Any, 1, false, 5},
    {"add.s32", 'r', Value::Any, 1, false, 0},
    {"min.u32", 'r', Value::Any, 1, false, 0xffffffffffffffff},
    {"max.u32", 'r', Value::Any, 1, false, 0},
    {"min.s32", 'r', Value::Any, 1, false, 0x7fffffff7fffffff},
    {"max.s32", 'r', Value::Any, 1, false, 0x8000000080000000},
    {"and.b32", 'r', Value::Any, 1, false, 0xffffffffffffffff},
    {"or.b32", 'r', Value::Any, 1, false, 0},
    {"xor.b32", 'r', Value::Any, 1, false, 0x12345678},
    {"add.u64", 'd', Value::Any, 1, false, 7},
    {"min.u64", 'd', Value::Any, 1, false, 0xffffffffffffffff},
    {"max.u64", 'd', Value::Any, 1, false, 0},
    {"min.s64", 'd', Value::Any, 1, false, 0x7fffffffffffffff},
    {"max.s64", 'd', Value::Any, 1, false, 0x8000000000000000},
    {"and.b64", 'd', Value::Any, 1, false, 0xffffffffffffffff},
    {"or.b64", 'd', Value::Any, 1, false, 0},
    {"xor.b64", 'd', Value::Any, 1, false, 0},
    {"inc.u32", 'r', Value::Bound, 1, false, 3},
    {"dec.u32", 'r', Value::Bound, 1, false, 3},
    {"add.f32", 'f', Value::Ones, 1, false, 0},
    {"add.f64", 'g', Value::Ones, 1, false, 0},
    {"add.noftz.f16", 'e', Value::Ones, 1, false, 0},
    {"add.noftz.bf16", 'b', Value::Ones, 1, false, 0},
    {"add.noftz.f16x2", 'x', Value::Ones, 1, false, 0},
    {"add.noftz.bf16x2", 'y', Value::Ones, 1, false, 0},
    {"add.v2.f32", 'f', Value::Ones, 2, true, 0},
    {"add.v4.f32", 'f', Value::Ones, 4, true, 0},
    {"add.noftz.v2.f16", 'e', Value::Ones, 2, true, 0},
    {"add.noftz.v4.bf16", 'b', Value::Ones, 4, true, 0},
    {"add.noftz.v4.f16x2", 'x', Value::Ones, 4, true, 0},
    {"min.noftz.v4.f16", 'e', Value::Few, 4, true, 0x7bff7bff7bff7bff},
    {"max.noftz.v2.bf16", 'b', Value::Few, 2, true, 0},
    {"min.noftz.v2.bf16x2", 'y', Value::Few, 2, true, 0x7f7f7f7f7f7f7f7f},
    {"max.noftz.v4.f16x2", 'x', Value::Few, 4, true, 0},
};
// clang-format on

/// A floating-point register with 0 or 1, or with a number from 1 to 15.
std::string small_float(Scope& scope, char letter, bool ones, Lines& lines) {
    const std::string bits = scope.fresh('r');
    lines.add({"shr.u32 ", bits, ", ", scope.variable('r'), ", ",
               std::to_string(scope.random.below(8)), ";"});
    lines.add({"and.b32 ", bits, ", ", bits, ", ", ones ? "1" : "14", ";"});
    // No zero besides a minimum's start, and never -0.
    if (!ones) lines.add({"add.u32 ", bits, ", ", bits, ", 1;"});
    const auto convert = [&](char to, const char* type) {
        const std::string value = scope.fresh(to);
        lines.add({"cvt.rn.", type, ".u32 ", value, ", ", bits, ";"});
        return value;
    };
    switch (letter) {
    case 'f': return convert('f', "f32");
    case 'g': return convert('g', "f64");
    case 'e': return convert('e', "f16");
    case 'b': return convert('b', "bf16");
    default: {
        const std::string half = letter == 'x' ? convert('e', "f16") : convert('b', "bf16");
        const std::string pair = scope.fresh(letter);
        lines.add({"mov.b32 ", pair, ", {", half, ", ", half, "};"});
        return pair;
    }
    }
}

/// "", or an order and a scope.
const char* order(Random& random) {
    static const char* const orders[] = {
        "", "", "", ".relaxed.gpu", ".relaxed.sys", ".acq_rel.gpu", ".release.gpu", ".acquire.gpu"};
    return random.pick(orders);
}

bool change_cell(Scope& scope, Node& node) {
    Random& random = scope.random;
    const unsigned cell = random.below(std::size(kCellOperations));
    const CellOperation& operation = kCellOperations[cell];
    if (operation.value == Value::Any && !scope.has(operation.letter)) return false;
    Lines lines;
    std::string values;
    for (unsigned i = 0; i < operation.vector; ++i) {
        values += i == 0 ? "" : ", ";
        switch (operation.value) {
        case Value::Any: values += scope.variable(operation.letter); break;
        case Value::Bound: values += "1000"; break;
        default:
            values += small_float(scope, operation.letter, operation.value == Value::Ones, lines);
        }
    }
    if (operation.vector > 1) values = "{" + values + "}";
    const std::string at = "[%d92+" + std::to_string(cell * kCellBytes) + "]";
    const std::string guard =
        random.one_in(3) ? join({random.one_in(2) ? "@" : "@!", scope.variable('p'), " "}) : "";
    const bool generic = !operation.global_only && random.one_in(4);
    const char* const space = generic ? "" : ".global";
    if (random.one_in(4)) {
        std::string unused;
        for (unsigned i = 0; i < operation.vector; ++i)
            unused += (i == 0 ? "" : ", ") + scope.fresh(operation.letter);
        if (operation.vector > 1) unused = "{" + unused + "}";
        lines.add({guard, "atom", order(random), space, ".", operation.text, " ", unused, ", ", at,
                   ", ", values, ";"});
    } else {
        static const char* const orders[] = {
            "", "", "", ".relaxed.gpu", ".release.gpu", ".relaxed.sys"};
        lines.add({guard, "red", random.pick(orders), space, ".", operation.text, " ", at, ", ",
                   values, ";"});
    }
    node.lines(lines);
    return true;
}

/// Adding to a cell by compare-and-swap until it works.
void swap_loop(Scope& scope, Node& node) {
    const std::string guess = scope.fresh('r'), sum = scope.fresh('r'), seen = scope.fresh('r'),
                      p = scope.fresh('p');
    const std::string head = scope.label("again");
    // The first two cells are added to.
    const std::string at = "[%d92+" + std::to_string(scope.random.below(2) * kCellBytes) + "]";
    Lines lines;
    lines.add({scope.random.one_in(2) ? "ld.relaxed.gpu.global.u32 " : "ld.volatile.global.u32 ",
               seen, ", ", at, ";"});
    lines.add({head, ":"});
    lines.add({"mov.u32 ", guess, ", ", seen, ";"});
    lines.add({"add.u32 ", sum, ", ", guess, ", ", scope.variable('r'), ";"});
    lines.add({"atom.global.cas.b32 ", seen, ", ", at, ", ", guess, ", ", sum, ";"});
    lines.add({"setp.ne.u32 ", p, ", ", seen, ", ", guess, ";"});
    lines.add({"@", p, " bra ", head, ";"});
    node.lines(lines);
}

/// The thread's own memory: the result is what was there.
bool change_own(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    struct Own {
        const char* text;
        char letter;
        unsigned vector;
    };
    static constexpr Own table[] = {{"add.u32", 'r', 1},          {"add.u64", 'd', 1},
                                    {"min.s32", 'r', 1},          {"max.u64", 'd', 1},
                                    {"and.b32", 'r', 1},          {"xor.b64", 'd', 1},
                                    {"exch.b32", 'r', 1},         {"exch.b64", 'd', 1},
                                    {"inc.u32", 'r', 1},          {"dec.u32", 'r', 1},
                                    {"cas.b32", 'r', 1},          {"cas.b64", 'd', 1},
                                    {"cas.b16", 'h', 1},          {"add.f32", 'f', 1},
                                    {"add.f64", 'g', 1},          {"add.noftz.f16", 'e', 1},
                                    {"add.noftz.f16x2", 'x', 1},  {"add.noftz.bf16", 'b', 1},
                                    {"add.noftz.bf16x2", 'y', 1}, {"add.v2.f32", 'f', 2},
                                    {"min.noftz.v2.f16", 'e', 2}, {"max.noftz.v2.bf16x2", 'y', 2},
                                    {"or.b64", 'd', 1},           {"add.s32", 'r', 1}};
    const Own own = random.pick(table);
    if (!scope.has(own.letter)) return false;
    const bool is_float = is_float_letter(own.letter);
    const bool shared = own.vector == 1 && flow.shared_slot && random.one_in(3);
    const std::string text = own.text;
    const unsigned bytes = own.vector * bits_of(own.letter) / 8;
    const unsigned room = shared ? 16 : kScratchBytes;
    const unsigned place = random.below(room / bytes) * bytes;
    const std::string offset = std::to_string(place);
    const std::string at = join({"[", shared ? "%r95" : "%d93", "+", offset, "]"});
    const char* const space = shared                                ? ".shared"
                              : own.vector > 1 || !random.one_in(4) ? ".global"
                                                                    : "";
    Lines lines;
    std::string first, results, values;
    for (unsigned i = 0; i < own.vector; ++i) {
        const std::string result = scope.fresh(own.letter);
        if (i == 0) first = result;
        results += (i == 0 ? "" : ", ") + result;
        const std::string value = scope.variable(own.letter);
        values += (i == 0 ? "" : ", ") + (text.starts_with("min") || text.starts_with("max")
                                              ? scope.plain_bits(lines, value)
                                              : value);
    }
    if (own.vector > 1) results = "{" + results + "}", values = "{" + values + "}";
    if (is_float) {
        // What lies there has to be a number of this kind.
        std::string start;
        for (unsigned i = 0; i < own.vector; ++i)
            start += (i == 0 ? "" : ", ") + scope.plain_bits(lines, scope.variable(own.letter));
        const std::string type = bits_type(own.letter);
        lines.add({"st", shared ? ".shared" : ".global", own.vector > 1 ? ".v2." : ".", type, " ",
                   at, ", ", own.vector > 1 ? "{" + start + "}" : start, ";"});
    }
    const std::string extra =
        text.starts_with("cas") ? ", " + scope.variable(own.letter) : std::string();
    lines.add({"atom", order(random), space, ".", text, " ", results, ", ", at, ", ", values, extra,
               ";"});
    scope.mix(lines, first);
    if (is_float && own.vector == 1) {
        // The sum, and then nothing that could be a NaN.
        const std::string sum = scope.fresh(own.letter), type = bits_type(own.letter);
        const char* const where = shared ? ".shared." : ".global.";
        lines.add({"ld", where, type, " ", sum, ", ", at, ";"});
        scope.mix(lines, sum);
        lines.add({"st", where, type, " ", at, ", ", "0;"});
    } else if (is_float) {
        const std::string type = bits_type(own.letter);
        lines.add({"st.global.", type, " ", at, ", 0;"});
        lines.add({"st.global.", type, " [%d93+", std::to_string(place + bytes / 2), "], 0;"});
    }
    node.lines(lines);
    return true;
}

} // namespace

std::span<const CellOperation> cell_operations() {
    return kCellOperations;
}

bool make_atomic(Scope& scope, const Flow& flow, Node& node) {
    if (!scope.in_kernel) return false;
    switch (scope.random.below(10)) {
    case 0: swap_loop(scope, node); return true;
    case 1:
    case 2:
    case 3:
    case 4: return change_own(scope, flow, node);
    default: return change_cell(scope, node);
    }
}

} // namespace warpscope::random_kernels
