// Finds, measures and words differences.
#include "tests/conformance/comparison.h"

#include <algorithm>
#include <cstring>

#include "tests/conformance/digest.h"

namespace warpscope::conformance {
namespace {

std::uint64_t load(std::span<const std::uint8_t> area, std::uint64_t offset, std::uint32_t n,
                   unsigned bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, area.data() + offset + std::uint64_t{n} * bytes, std::min(bytes, 8u));
    return value;
}

struct Format {
    unsigned bits, fraction_bits;
};
/// bits = 0: not one floating-point number.
Format format_of(Type type) {
    switch (type) {
    case Type::F16: return {16, 10};
    case Type::BF16: return {16, 7};
    case Type::F32:
    case Type::TF32: return {32, 23};
    case Type::F64: return {64, 52};
    default: return {0, 0};
    }
}

/// Whether both are numbers, and then their distance.
bool distance(std::uint64_t a, std::uint64_t b, Format f, std::uint64_t& ulp) {
    const std::uint64_t sign = std::uint64_t{1} << (f.bits - 1);
    const std::uint64_t infinity = (sign - 1) >> f.fraction_bits << f.fraction_bits;
    if ((a & (sign - 1)) > infinity || (b & (sign - 1)) > infinity) return false;
    const auto order = [&](std::uint64_t v) {
        return (v & sign) != 0 ? sign - (v & (sign - 1)) : sign + v;
    };
    ulp = std::max(order(a), order(b)) - std::min(order(a), order(b));
    return true;
}

} // namespace

Discrepancy compare(const Form& form, std::span<const std::uint8_t> inputs,
                    std::span<const std::uint8_t> emulator, std::span<const std::uint8_t> hardware,
                    std::uint32_t tuples) {
    Discrepancy result;
    if (std::ranges::equal(emulator, hardware)) return result;
    const auto in = area_offsets(form.sources), out = area_offsets(form.destinations);
    for (std::uint32_t n = 0; n < tuples; ++n) {
        std::string difference;
        bool measured = true;
        for (std::size_t k = 0; k < form.destinations.size(); ++k) {
            const FormRegister& d = form.destinations[k];
            const unsigned bytes = memory_bytes(d.type);
            const std::uint64_t at = out[k] + std::uint64_t{n} * bytes;
            if (std::memcmp(emulator.data() + at, hardware.data() + at, bytes) == 0) continue;
            const std::uint64_t e = load(emulator, out[k], n, bytes),
                                h = load(hardware, out[k], n, bytes);
            std::uint64_t ulp = 0;
            const Format format = format_of(d.type);
            measured = measured && format.bits != 0 && distance(e, h, format, ulp);
            if (measured) result.worst_ulp = std::max(result.worst_ulp, ulp);
            const unsigned digits = 2 * std::min(bytes, 8u);
            difference +=
                " " + d.name + "=0x" + to_hex(e, digits) + ", hardware 0x" + to_hex(h, digits);
        }
        if (difference.empty()) continue;
        ++result.differing;
        result.no_distance += !measured;
        if (result.first.size() == 8) continue;
        std::string line = std::to_string(n) + ":";
        for (std::size_t k = 0; k < form.sources.size(); ++k) {
            const unsigned bytes = memory_bytes(form.sources[k].type);
            line += " " + form.sources[k].name + "=0x" +
                    to_hex(load(inputs, in[k], n, bytes), 2 * std::min(bytes, 8u));
        }
        result.first.push_back(line + " ->" + difference);
    }
    return result;
}

} // namespace warpscope::conformance
