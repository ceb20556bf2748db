// Tests that bare memory instructions move and add what the emulator's own would.
#include "sim/debug/bare_access.h"

#include <cstring>

#include "sim/state/context.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr LanePattern kPatterns[] = {
    LanePattern::Uniform,          LanePattern::Contiguous,      LanePattern::UniformHalves,
    LanePattern::ContiguousHalves, LanePattern::UniformQuarters, LanePattern::ContiguousQuarters,
    LanePattern::Scattered,
};
static_assert(std::size(kPatterns) == kLanePatterns);

struct Shape {
    Type type;
    unsigned slot, vector;
};
constexpr Shape kShapes[] = {
    {Type::U8, 4, 1},  {Type::U8, 8, 1},  {Type::U16, 4, 2}, {Type::U16, 8, 1}, {Type::F32, 4, 1},
    {Type::F32, 4, 4}, {Type::U32, 8, 1}, {Type::U64, 8, 1}, {Type::F64, 8, 4}, {Type::B128, 16, 1},
};

Instruction instruction(Type type, const char* form) {
    Instruction i;
    i.form = form;
    i.modifiers.type = type;
    i.traits.memory = true;
    i.traits.load = i.form == "ld";
    i.traits.store = i.form == "st";
    i.traits.atomic = !i.traits.load && !i.traits.store;
    return i;
}

isa::DecodedInstruction decoded(const Shape& shape) {
    isa::DecodedInstruction d;
    for (unsigned k = 0; k < shape.vector; ++k)
        d.operand[k] = k * shape.slot * kLanes;
    d.slot_size = static_cast<std::uint8_t>(shape.slot);
    d.vector = static_cast<std::uint8_t>(shape.vector);
    return d;
}

/// The lane whose value a load finds: the group's first where all lanes read one place.
unsigned source_lane(LanePattern pattern, unsigned lane) {
    return is_uniform(pattern) ? lane / lanes_together(pattern) * lanes_together(pattern) : lane;
}

/// Registers, and a context that executes on them.
struct Machine {
    Machine() {
        registers.grow(4096);
        context.registers = registers.data();
        context.active = context.split = kAllLanes;
    }
    void set(unsigned offset, unsigned slot, unsigned lane, std::uint64_t value) {
        std::memcpy(registers.data() + offset + lane * slot, &value, std::min(slot, 8u));
    }
    std::uint64_t get(unsigned offset, unsigned slot, unsigned lane) const {
        std::uint64_t value = 0;
        std::memcpy(&value, registers.data() + offset + lane * slot, std::min(slot, 8u));
        return value;
    }
    LaneStorage registers;
    Context context;
};

std::uint64_t element(unsigned lane, unsigned k) {
    return 1 + lane * 4 + k; // fits into a byte
}

void fill(BareMemory& memory, unsigned element_bytes, unsigned vector) {
    for (unsigned l = 0; l < kLanes; ++l) {
        std::uint8_t bytes[BareMemory::kLargestWidth] = {};
        for (unsigned k = 0; k < vector; ++k) {
            const std::uint64_t value = element(l, k);
            std::memcpy(bytes + k * element_bytes, &value, std::min(element_bytes, 8u));
        }
        memory.fill(l, bytes);
    }
}

} // namespace

TEST_CASE("bare access: loads find what was filled in, for every pattern and width", "[bench]") {
    for (const isa::Level level : {isa::Level::V2, isa::best_level()})
        for (const LanePattern pattern : kPatterns)
            for (const Shape& shape : kShapes) {
                const unsigned bytes = size_in_bytes(shape.type);
                BareMemory memory(pattern, bytes * shape.vector);
                fill(memory, bytes, shape.vector);
                const auto d =
                    bare_access(instruction(shape.type, "ld"), decoded(shape), memory, level);
                REQUIRE(d.run != nullptr);
                Machine machine;
                CHECK(d.run(machine.context, d) == isa::Outcome::Next);
                for (unsigned k = 0; k < shape.vector; ++k)
                    for (unsigned l = 0; l < kLanes; ++l) {
                        INFO(name_of(pattern) << " " << name_of(shape.type) << " lane " << l);
                        CHECK(machine.get(d.operand[k], shape.slot, l) ==
                              element(source_lane(pattern, l), k));
                    }
            }
}

TEST_CASE("bare access: what was stored is loaded, at one place the last lane's", "[bench]") {
    for (const isa::Level level : {isa::Level::V2, isa::best_level()})
        for (const LanePattern pattern : kPatterns)
            for (const Shape& shape : kShapes) {
                BareMemory memory(pattern, size_in_bytes(shape.type) * shape.vector);
                const auto store =
                    bare_access(instruction(shape.type, "st"), decoded(shape), memory, level);
                const auto load =
                    bare_access(instruction(shape.type, "ld"), decoded(shape), memory, level);
                Machine from, to;
                for (unsigned k = 0; k < shape.vector; ++k)
                    for (unsigned l = 0; l < kLanes; ++l)
                        from.set(store.operand[k], shape.slot, l, element(l, k));
                CHECK(store.run(from.context, store) == isa::Outcome::Next);
                load.run(to.context, load);
                for (unsigned k = 0; k < shape.vector; ++k)
                    for (unsigned l = 0; l < kLanes; ++l) {
                        INFO(name_of(pattern) << " " << name_of(shape.type) << " lane " << l);
                        const unsigned last = is_uniform(pattern) ? source_lane(pattern, l) +
                                                                        lanes_together(pattern) - 1
                                                                  : l;
                        CHECK(to.get(load.operand[k], shape.slot, l) == element(last, k));
                    }
            }
}

TEST_CASE("bare access: additions reach their places and give the old values", "[bench]") {
    for (const LanePattern pattern : kPatterns)
        for (const bool has_result : {false, true}) {
            BareMemory memory(pattern, 4);
            fill(memory, 4, 1);
            isa::DecodedInstruction d;
            d.operand[0] = 0;
            if (has_result) d.operand[1] = 128;
            const auto update = bare_access(instruction(Type::U32, has_result ? "atom" : "red"), d,
                                            memory, isa::Level::V2);
            const auto load = bare_access(instruction(Type::U32, "ld"), decoded({Type::U32, 4, 1}),
                                          memory, isa::Level::V2);
            Machine machine, after;
            for (unsigned l = 0; l < kLanes; ++l)
                machine.set(has_result ? 128 : 0, 4, l, 1000 + l);
            CHECK(update.run(machine.context, update) == isa::Outcome::Next);
            load.run(after.context, load);
            for (unsigned l = 0; l < kLanes; ++l) {
                const unsigned first = source_lane(pattern, l);
                std::uint64_t old = element(first, 0), now = old;
                const unsigned count = is_uniform(pattern) ? lanes_together(pattern) : 1;
                for (unsigned n = first; n < first + count; ++n) {
                    if (n < l) old += 1000 + n;
                    now += 1000 + n;
                }
                INFO(name_of(pattern) << " lane " << l);
                CHECK(after.get(0, 4, l) == now);
                if (has_result) CHECK(machine.get(0, 4, l) == old);
            }
        }
}

TEST_CASE("bare access: other instructions stay as they are", "[bench]") {
    BareMemory memory(LanePattern::Uniform, 4);
    Instruction add;
    add.modifiers.type = Type::U32;
    const isa::DecodedInstruction d = decoded({Type::U32, 4, 1});
    CHECK(bare_access(add, d, memory, isa::Level::V2).run == d.run);
    CHECK(bare_access(add, d, memory, isa::Level::V2).displacement == d.displacement);
}
