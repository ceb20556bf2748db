// Names, constants and conditions.
#include "tests/random_kernels/scope.h"

#include <cstdio>

namespace warpscope::random_kernels {
namespace {

std::string hexadecimal(std::uint64_t value, unsigned digits) {
    char text[24] = {};
    std::snprintf(text, sizeof text, "%0*llx", static_cast<int>(digits),
                  static_cast<unsigned long long>(value));
    return text;
}

} // namespace

std::string join(std::initializer_list<std::string> pieces) {
    std::string text;
    for (const std::string& piece : pieces)
        text += piece;
    return text;
}

unsigned bits_of(char letter) {
    switch (letter) {
    case 'p': return 1;
    case 'h':
    case 'e':
    case 'b': return 16;
    case 'd':
    case 'g': return 64;
    case 'q': return 128;
    default: return 32;
    }
}

std::string bits_type(char letter) {
    return "b" + std::to_string(bits_of(letter));
}

std::string Scope::variable(char letter) {
    return "%" + std::string(1, letter) + std::to_string(random.below(variables[letter]));
}

std::string Scope::fresh(char letter) {
    return "%" + std::string(1, letter) + std::to_string(next_register_++);
}

std::string Scope::label(const char* what) {
    return "L" + std::to_string(next_label_++) + "_" + what;
}

std::string Scope::immediate(char letter) {
    const unsigned bits = bits_of(letter);
    if (letter == 'f' || letter == 'g') {
        static const double table[] = {0.0,  1.0,  -1.0,    0.5,  2.0,
                                       -3.0, 1e-3, 1.0 / 3, 1e20, 65504.0};
        const double value = random.pick(table);
        std::uint64_t word = 0;
        if (letter == 'g') return __builtin_memcpy(&word, &value, 8), "0d" + hexadecimal(word, 16);
        const auto single = static_cast<float>(value);
        __builtin_memcpy(&word, &single, 4);
        return "0f" + hexadecimal(word, 8);
    }
    switch (random.below(4)) {
    case 0: return std::to_string(random.below(20));
    case 1: return "0x" + hexadecimal(std::uint64_t{1} << random.below(bits - 1), 1);
    case 2: return "-" + std::to_string(1 + random.below(20));
    default: return "0x" + hexadecimal(random.next() >> (65 - bits), 1);
    }
}

std::string Scope::lane_condition(Lines& lines) {
    // Not in device functions: where a branch has shown what a predicate is, code that asks again
    // is dead, and ptxas of CUDA 13.0 ends by a segmentation fault when dead code of a function
    // whose address is taken calls something, be it the division of 64-bit integers.
    if (in_kernel && random.one_in(3)) return join({random.one_in(2) ? "" : "!", variable('p')});
    const std::string p = fresh('p'), t = fresh('r');
    switch (random.below(4)) {
    case 0: // some bit of a variable
        lines.add({"and.b32 ", t, ", ", variable('r'), ", ", std::to_string(1u << random.below(12)),
                   ";"});
        lines.add({"setp.ne.u32 ", p, ", ", t, ", 0;"});
        break;
    case 1: // comparing variables
        lines.add({"setp.", random.one_in(2) ? "lt.s32 " : "gt.u32 ", p, ", ", variable('r'), ", ",
                   variable('r'), ";"});
        break;
    case 2: // the first lanes, or the last ones
        lines.add({"mov.u32 ", t, ", %laneid;"});
        lines.add({"setp.", random.one_in(2) ? "lt" : "ge", ".u32 ", p, ", ", t, ", ",
                   std::to_string(1 + random.below(31)), ";"});
        break;
    default:
        lines.add({"setp.lt.f32 ", p, ", ", variable('f'), ", ",
                   (random.one_in(2) ? variable('f') : immediate('f')), ";"});
    }
    return p;
}

std::string Scope::uniform_number(Lines& lines, unsigned count) {
    const std::string t = fresh('r');
    if (in_kernel && random.one_in(2))
        lines.add({"ld.param.u32 ", t, ", [number];"});
    else
        lines.add({"mov.u32 ", t, ", ", (random.one_in(2) ? "%ctaid.x" : "%nctaid.x"), ";"});
    if (random.one_in(2)) {
        const std::string u = fresh('r');
        lines.add({"mov.u32 ", u, ", ", (random.one_in(2) ? "%ctaid.y" : "%ntid.x"), ";"});
        lines.add({"add.u32 ", t, ", ", t, ", ", u, ";"});
    }
    lines.add({"shr.u32 ", t, ", ", t, ", ", std::to_string(random.below(2)), ";"});
    lines.add({"and.b32 ", t, ", ", t, ", ", std::to_string(count - 1), ";"});
    return t;
}

std::string Scope::block_condition(Lines& lines) {
    const std::string t = uniform_number(lines, 4), p = fresh('p');
    lines.add({"setp.", random.one_in(2) ? "lt" : "ne", ".u32 ", p, ", ", t, ", ",
               std::to_string(1 + random.below(3)), ";"});
    return p;
}

std::string Scope::small_number(Lines& lines, unsigned count) {
    const std::string t = fresh('r');
    const std::string from = variable('r');
    if (random.one_in(3))
        lines.add({"mov.u32 ", t, ", %laneid;"});
    else
        lines.add({"shr.u32 ", t, ", ", from, ", ", std::to_string(random.below(8)), ";"});
    lines.add({"and.b32 ", t, ", ", t, ", ", std::to_string(count - 1), ";"});
    return t;
}

std::string Scope::plain_bits(Lines& lines, const std::string& value) {
    const auto choose = [&](const char* type, const char* nan, const std::string& from) {
        const std::string width = from[1] == 'h' ? "b16" : "b32";
        const std::string p = fresh('p'), bits = fresh(from[1]);
        lines.add({"setp.nan.", type, " ", p, ", ", from, ", ", from, ";"});
        lines.add({"selp.", width, " ", bits, ", ", nan, ", ", from, ", ", p, ";"});
        return bits;
    };
    switch (letter_of(value)) {
    case 'f':
    case 'g': {
        const bool single = letter_of(value) == 'f';
        const std::string raw = fresh(single ? 'r' : 'd'), bits = fresh(single ? 'r' : 'd');
        const std::string p = fresh('p'), width = single ? "b32 " : "b64 ";
        lines.add({single ? "setp.nan.f32 " : "setp.nan.f64 ", p, ", ", value, ", ", value, ";"});
        lines.add({"mov.", width, raw, ", ", value, ";"});
        lines.add({"selp.", width, bits, ", ", (single ? "0x7fffffff, " : "0x7ff8000000000000, "),
                   raw, ", ", p, ";"});
        return bits;
    }
    case 'e':
    case 'b': {
        const std::string raw = fresh('h');
        lines.add({"mov.b16 ", raw, ", ", value, ";"});
        return choose(letter_of(value) == 'e' ? "f16" : "bf16", "0x7fff", raw);
    }
    case 'x':
    case 'y': {
        const char* const type = letter_of(value) == 'x' ? "f16" : "bf16";
        const std::string low = fresh('h'), high = fresh('h'), bits = fresh('r');
        lines.add({"mov.b32 {", low, ", ", high, "}, ", value, ";"});
        const std::string first = choose(type, "0x7fff", low),
                          second = choose(type, "0x7fff", high);
        lines.add({"mov.b32 ", bits, ", {", first, ", ", second, "};"});
        return bits;
    }
    default: return value;
    }
}

void Scope::mix(Lines& lines, const std::string& value) {
    const std::string acc = "%d99";
    if (letter_of(value) == 'q') {
        const std::string low = fresh('d'), high = fresh('d');
        lines.add({"mov.b128 {", low, ", ", high, "}, ", value, ";"});
        mix(lines, low), mix(lines, high);
        return;
    }
    std::string wide = fresh('d');
    if (letter_of(value) == 'p') {
        lines.add({"selp.u64 ", wide, ", 1, 2, ", value, ";"});
    } else {
        const std::string bits = plain_bits(lines, value);
        const unsigned width = bits_of(letter_of(bits));
        if (width == 64)
            wide = bits;
        else
            lines.add({"cvt.u64.u", std::to_string(width), " ", wide, ", ", bits, ";"});
    }
    if (random.one_in(2))
        lines.add({"mad.lo.u64 ", acc, ", ", acc, ", 0x9e3779b97f4a7c15, ", wide, ";"});
    else
        lines.add({"xor.b64 ", acc, ", ", acc, ", ", wide, ";"});
}

} // namespace warpscope::random_kernels
