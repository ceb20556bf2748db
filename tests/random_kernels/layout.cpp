// Lays out records, and fills memory with numbers that lead somewhere.
#include "tests/random_kernels/layout.h"

#include <algorithm>
#include <cstring>

#include "tests/random_kernels/atomics.h"
#include "tests/random_kernels/random.h"

namespace warpscope::random_kernels {
namespace {

std::vector<Slot> make_slots() {
    std::vector<Slot> slots;
    unsigned offset = 0;
    const auto add = [&](char letter, unsigned count, unsigned bytes, unsigned first = 0) {
        for (unsigned i = 0; i < count; ++i, offset += bytes)
            slots.push_back({letter, first + i, offset, bytes});
    };
    add('q', 1, 16);
    add('d', 4, 8), add('g', 4, 8), add('d', 1, 8, kAccumulator);
    add('r', 8, 4), add('f', 5, 4), add('x', 2, 4), add('y', 2, 4), add('p', 1, 4);
    add('h', 4, 2), add('e', 3, 2), add('b', 2, 2);
    return slots;
}

std::uint64_t edge_or_random_bits(Random& random, unsigned bits) {
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t top = std::uint64_t{1} << (bits - 1);
    switch (random.below(8)) {
    case 0: return random.below(4);
    case 1: return mask - random.below(3);
    case 2: return (top - 1 + random.below(3)) & mask;
    case 3: return (std::uint64_t{1} << random.below(bits)) & mask;
    case 4:
    case 5: return (random.next() & mask) >> random.below(bits);
    default: return random.next() & mask;
    }
}

/// A number of a format with so many bits for the exponent and the fraction: mostly of moderate
/// size, now and then one at the edges.
std::uint64_t float_bits(Random& random, unsigned exponent_bits, unsigned fraction_bits) {
    const std::uint64_t fraction_mask = (std::uint64_t{1} << fraction_bits) - 1;
    const std::uint64_t largest = (std::uint64_t{1} << exponent_bits) - 1;
    const std::uint64_t bias = largest >> 1;
    const std::uint64_t sign = std::uint64_t{random.below(2)} << (exponent_bits + fraction_bits);
    std::uint64_t fraction = random.next() & fraction_mask;
    std::uint64_t exponent = bias;
    const unsigned range = std::min<unsigned>(12, static_cast<unsigned>(bias) - 2);
    switch (random.below(16)) {
    case 0: exponent = 0, fraction = 0; break;
    case 1: exponent = 0; break;
    case 2: exponent = largest, fraction = random.one_in(3) ? 1 + (fraction >> 1) : 0; break;
    case 3: exponent = random.one_in(2) ? 1 : largest - 1; break;
    case 4:
    case 5:
    case 6: // an integer or a few halves
        exponent = bias + random.below(7);
        fraction &= fraction_mask << (fraction_bits > 6 ? fraction_bits - 6 : 0) & fraction_mask;
        break;
    default: exponent = bias - range + random.below(2 * range + 1);
    }
    return sign | exponent << fraction_bits | fraction;
}

std::uint64_t value_for(Random& random, char letter) {
    switch (letter) {
    case 'f': return float_bits(random, 8, 23);
    case 'g': return float_bits(random, 11, 52);
    case 'e': return float_bits(random, 5, 10);
    case 'b': return float_bits(random, 8, 7);
    case 'x':
    case 'y': {
        const char half = letter == 'x' ? 'e' : 'b';
        const std::uint64_t low = value_for(random, half);
        return value_for(random, half) << 16 | low;
    }
    case 'p': return random.below(16);
    case 'h': return edge_or_random_bits(random, 16);
    case 'r': return edge_or_random_bits(random, 32);
    default: return edge_or_random_bits(random, 64);
    }
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint64_t value, unsigned size) {
    std::memcpy(bytes.data() + at, &value, size);
}

} // namespace

std::span<const Slot> slots() {
    static const std::vector<Slot> all = make_slots();
    return all;
}

Buffers initial_buffers(std::uint64_t seed, const Shape& shape) {
    Random random(seed * 2 + 1);
    Buffers buffers;
    const unsigned threads = shape.threads();
    buffers.input.resize(kTableBytes + std::size_t{threads} * kRecordBytes);
    for (unsigned at = 0; at < kTableSingles; at += 4)
        put(buffers.input, at, value_for(random, 'r'), 4);
    for (unsigned at = kTableSingles; at < kTableDoubles; at += 4)
        put(buffers.input, at, value_for(random, 'f'), 4);
    for (unsigned at = kTableDoubles; at < kTableBytes; at += 8)
        put(buffers.input, at, value_for(random, 'g'), 8);
    for (unsigned t = 0; t < threads; ++t)
        for (const Slot& slot : slots()) {
            const std::size_t at = kTableBytes + std::size_t{t} * kRecordBytes + slot.offset;
            put(buffers.input, at, value_for(random, slot.letter), std::min(slot.bytes, 8u));
            if (slot.bytes == 16) put(buffers.input, at + 8, value_for(random, 'd'), 8);
        }
    constexpr std::uint8_t kUntouched = 0xa5;
    buffers.output.assign(
        2 * kGuardBytes + kCells * kCellBytes + std::size_t{threads} * kOutputStride, kUntouched);
    const auto operations = cell_operations();
    for (unsigned half = 0; half < 2 * operations.size(); ++half)
        put(buffers.output, kGuardBytes + half * 8, operations[half / 2].start, 8);
    for (unsigned t = 0; t < threads; ++t)
        for (unsigned at = 0; at < kScratchBytes; at += 4)
            put(buffers.output,
                kGuardBytes + kCells * kCellBytes + std::size_t{t} * kOutputStride + kRecordBytes +
                    at,
                value_for(random, 'r'), 4);
    return buffers;
}

std::string place_in_output(const Shape& shape, std::uint64_t byte, unsigned& element_bytes,
                            std::uint64_t& element_start) {
    element_bytes = 1, element_start = byte;
    const std::uint64_t records = kGuardBytes + kCells * kCellBytes;
    if (byte < kGuardBytes) return "the guard before the cells, byte " + std::to_string(byte);
    if (byte < records) {
        const std::uint64_t at = byte - kGuardBytes;
        element_bytes = 8, element_start = byte - at % 8;
        return "cell " + std::to_string(at / kCellBytes) + ", byte " +
               std::to_string(at % kCellBytes / 8 * 8);
    }
    const std::uint64_t thread = (byte - records) / kOutputStride;
    const auto offset = static_cast<unsigned>((byte - records) % kOutputStride);
    if (thread >= shape.threads()) return "the guard behind the records";
    const auto triple = [](std::uint64_t linear, const Dim3& size) {
        return "(" + std::to_string(linear % size.x) + ", " +
               std::to_string(linear / size.x % size.y) + ", " +
               std::to_string(linear / size.x / size.y) + ")";
    };
    std::string what = "block " + triple(thread / shape.threads_in_block(), shape.grid) +
                       ", thread " + triple(thread % shape.threads_in_block(), shape.block) + ", ";
    for (const Slot& slot : slots())
        if (offset >= slot.offset && offset < slot.offset + slot.bytes) {
            element_bytes = std::min(slot.bytes, 8u);
            element_start = byte - (offset - slot.offset) % element_bytes;
            return what + (slot.letter == 'p' ? "predicates" : slot.name());
        }
    element_bytes = 4, element_start = byte - offset % 4;
    return what + "scratch byte " + std::to_string(offset / 4 * 4 - kRecordBytes);
}

} // namespace warpscope::random_kernels
