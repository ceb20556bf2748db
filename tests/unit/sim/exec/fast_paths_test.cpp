// The fast paths' law: whatever the addresses and masks of a warp, every level and the reference
// execution leave the same memory, the same faults and the same state after every instruction, and
// announce the same events.
#include "sim/exec/stepped_launch.h"
#include <cstring>
#include <random>

#include "sim/debug/instruction_table.h"
#include "tests/unit/sim/exec/event_hash.h"
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

constexpr unsigned kTable = 256; ///< bytes of offsets and masks at the buffer's start
constexpr unsigned kBuffer = 8192;

struct Access {
    std::string space, type;
    unsigned width = 4; ///< bytes a lane touches
    unsigned elements = 1;
    bool narrow = false; ///< the address register has 32 bits
};

std::string list(const std::string& prefix, unsigned count) {
    if (count == 1) return prefix + "0";
    std::string text = "{";
    for (unsigned k = 0; k < count; ++k)
        text += (k != 0 ? ", " : "") + prefix + std::to_string(k);
    return text + "}";
}

/// Lane l of the warp reads its offset and whether it takes part, then reads twice and writes once
/// at that offset.
std::string text_of(const Access& a) {
    const bool wide = a.type.ends_with("64");
    const std::string value = wide ? "%v" : "%w", other = wide ? "%y" : "%x";
    const std::string form =
        "." + a.space + (a.elements > 1 ? ".v" + std::to_string(a.elements) : "") + "." + a.type;
    std::string body = "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 4;\nadd.u64 %d2, %d0, %d1;\n"
                       "ld.global.u32 %r1, [%d2];\nld.global.u32 %r2, [%d2+128];\n";
    const std::string address = a.narrow ? "%r4" : "%d3";
    if (a.space == "global")
        body += "cvt.u64.u32 %d3, %r1;\nadd.u64 %d3, %d3, %d0;\nadd.u64 %d3, %d3, " +
                std::to_string(kTable) + ";\n";
    else
        body += "mov.u64 %d4, area;\ncvt.u64.u32 %d3, %r1;\nadd.u64 %d3, %d3, %d4;\ncvt.u32.u64 "
                "%r4, %d3;\n";
    if (a.space != "global") // something to read
        for (unsigned k = 0; k < 8; ++k)
            body +=
                "mul.wide.u32 %d5, %r0, 4;\nadd.u64 %d5, %d5, %d4;\nmad.lo.u32 %r5, %r0, 40503, " +
                std::to_string(977 * k) + ";\nst." + a.space + ".u32 [%d5+" +
                std::to_string(128 * k) + "], %r5;\n";
    body += "setp.eq.u32 %p0, %r2, 0;\n@%p0 bra DONE;\n";
    body += "ld" + form + " " + list(value, a.elements) + ", [" + address + "];\n";
    body += "ld" + form + " " + list(other, a.elements) + ", [" + address + "+" +
            std::to_string(a.width) + "];\n";
    for (unsigned k = 0; k < a.elements; ++k) {
        const std::string n = std::to_string(k), t = wide ? "u64" : "u32";
        body += "mad.lo." + t + " " + value + n + ", " + other + n + ", 3, " + value + n + ";\n";
    }
    body += "st" + form + " [" + address + "+" + std::to_string(2 * a.width) + "], " +
            list(value, a.elements) + ";\n";
    body += "DONE:\nld" + form + " " + list(other, a.elements) + ", [" + address + "];\n";
    body += "st.global." + std::string(wide ? "u64" : "u32") + " [%d2+4096], " + other + "0;\n";
    return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 "
           "buffer)\n{\n"
           ".reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .b32 %w<4>; .reg .b32 %x<4>;\n"
           ".reg .b64 %v<4>; .reg .b64 %y<4>;\n" +
           (a.space == "global" ? "" : "." + a.space + " .align 16 .b8 area[2048];\n") +
           "ld.param.u64 %d0, [buffer];\n" + body + "ret;\n}\n";
}

/// Offsets of 32 lanes in one of the ways that kernels have, or none at all.
std::vector<std::uint32_t> offsets(std::mt19937& random, unsigned width) {
    const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
    std::vector<std::uint32_t> of(32);
    const unsigned step = width << below(3), first = width * below(8), kind = below(8);
    for (unsigned l = 0; l < 32; ++l) {
        switch (kind) {
        case 0: of[l] = first; break;
        case 1: of[l] = first + l * step; break;
        case 2: of[l] = first + (l / 8) * step; break;
        case 3: of[l] = first + (l % 8) * width + (l / 8) * 64; break;
        case 4: of[l] = first + (l ^ 5u) * width; break;
        case 5: of[l] = first + (31 - l) * width; break;
        case 6: of[l] = width * below(24); break;
        default: of[l] = below(700); break; // misaligned for most
        }
    }
    if (below(16) == 0) of[below(32)] = below(2) == 0 ? 0xFFFFFFF0u : 2048; // far outside
    return of;
}

std::uint32_t mask(std::mt19937& random) {
    switch (random() % 4) {
    case 0: return random();
    case 1: return 1u << random() % 32;
    case 2: return UINT32_MAX >> random() % 32;
    default: return UINT32_MAX;
    }
}

struct Outcome {
    LaunchOutcome outcome = LaunchOutcome::Finished;
    FaultKind fault = FaultKind::None;
    LaneMask lanes = 0;
    Address address = 0;
    std::vector<std::uint8_t> memory;
    std::vector<Hash> states;
    std::uint64_t events = 0; ///< hash of all; 0 when nobody listened
    std::uint64_t misnumbered = 0;
    bool operator==(const Outcome&) const = default;
};

Outcome execute(KernelFixture& f, const std::vector<std::uint8_t>& image, isa::Level level,
                bool reference, const std::shared_ptr<const ModuleInstance>& instance,
                bool observed, std::uint64_t& numbered_again) {
    f.request.executable = *build_executable(instance, "k", level);
    f.request.grid = {1, 1, 1};
    f.request.block = {32, 1, 1};
    f.options.reference = reference;
    f.memory.write(f.buffer, image.data(), image.size());
    EventHash events;
    std::vector<Observer*> observers;
    if (observed) observers.push_back(&events);
    SteppedLaunch launch(f.request, f.gpu, f.memory, f.options, observers, false);
    Outcome o;
    // Turns of 1 and of many: patterns are forgotten between turns.
    for (unsigned turn = 0; !launch.ended(); ++turn) {
        launch.run(turn % 3 == 2 ? 1 : 7);
        o.states.push_back(launch.state_hash());
    }
    const LaunchResult& result = launch.result();
    o.outcome = result.outcome;
    o.fault = result.fault.kind;
    o.lanes = result.fault.lanes;
    o.address = result.fault.address;
    o.memory.resize(kBuffer);
    f.memory.read(f.buffer, o.memory.data(), kBuffer);
    o.events = events.value;
    o.misnumbered = events.misnumbered;
    numbered_again += events.numbered_again;
    return o;
}

} // namespace

TEST_CASE("fast paths change no result, whatever the addresses", "[fast-paths]") {
    std::mt19937 random(20261201);
    std::vector<Access> accesses;
    for (const char* space : {"global", "shared", "local"})
        for (const bool narrow : {false, true}) {
            if (narrow && std::string(space) == "global") continue;
            for (const auto& [type, bytes] :
                 {std::pair{"u8", 1u}, {"u16", 2u}, {"u32", 4u}, {"u64", 8u}})
                accesses.push_back({space, type, bytes, 1, narrow});
            accesses.push_back({space, "u32", 8, 2, narrow});
            accesses.push_back({space, "u32", 16, 4, narrow});
            accesses.push_back({space, "u64", 16, 2, narrow});
        }
    unsigned faults = 0, clean = 0;
    std::uint64_t numbered_again = 0;
    for (const Access& access : accesses) {
        KernelFixture f(text_of(access), kBuffer);
        const auto instance = f.request.executable->instance;
        for (unsigned round = 0; round < 40; ++round) {
            std::vector<std::uint8_t> image(kBuffer);
            for (std::uint8_t& byte : image)
                byte = static_cast<std::uint8_t>(random());
            const auto of = offsets(random, access.width);
            const LaneMask takes_part = mask(random);
            for (unsigned l = 0; l < 32; ++l) {
                const std::uint32_t in = takes_part >> l & 1;
                std::memcpy(image.data() + 4 * l, &of[l], 4);
                std::memcpy(image.data() + 128 + 4 * l, &in, 4);
            }
            const bool observed = round % 2 == 0;
            const Outcome expected =
                execute(f, image, isa::Level::V2, true, instance, observed, numbered_again);
            (expected.fault == FaultKind::None ? clean : faults) += 1;
            REQUIRE((expected.events != 0) == observed);
            REQUIRE(expected.misnumbered == 0);
            for (const isa::Level level : execution_levels())
                for (const bool reference : {false, true}) {
                    CAPTURE(access.space, access.type, access.elements, access.narrow, round,
                            level_name(level), reference, observed);
                    REQUIRE(execute(f, image, level, reference, instance, observed,
                                    numbered_again) == expected);
                }
        }
    }
    // All kinds must occur, or the test shows nothing.
    CHECK(faults > 100);
    CHECK(clean > 300);
    CHECK(numbered_again > 100); // once for each level there is
}
