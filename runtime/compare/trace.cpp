// Writes the text that traces, and lays out its memory.
#include "runtime/compare/trace.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "runtime/compare/instrument.h"
#include "sim/exec/liveness.h"
#include "sim/ptx/native_text.h"
#include "sim/ptx/spelling.h"

namespace warpscope::compare {
namespace {

/// The number of records, those that are skipped included.
constexpr const char* kCounter = "warpscope_trace";

class Tracer {
public:
    Tracer(const Module& module, const TracedThread& thread, Address records, std::uint64_t skip)
        : module_(module), thread_(thread), records_(records), skip_(skip) {}

    void before(std::string& out, std::uint32_t f, std::uint32_t i) {
        if (i == 0) out += beginning();
        const Function& function = module_.functions[f];
        const Instruction& instruction = function.instructions[i];
        if (result_registers(function, instruction).empty()) return;
        out += guard_text(instruction, function, "%ws_take") +
               "\tand.pred %ws_take, %ws_take, %ws_traced;\n";
        const Operand* const place = read_place(instruction);
        if (place == nullptr) return;
        note(out, {f, i, 0, true},
             fmt::format("\tmov.b64 %ws_value, {};\n\tadd.s64 %ws_value, %ws_value, {};\n",
                         ptx::spelled(place->elements[0], function), place->displacement));
    }

    void after(std::string& out, std::uint32_t f, std::uint32_t i) {
        const Function& function = module_.functions[f];
        for (const std::uint32_t reg : result_registers(function, function.instructions[i]))
            note(out, {f, i, reg, false}, value_of(function.registers[reg]));
    }

    std::vector<TraceSite> take_sites() { return std::move(sites_); }

private:
    /// Of functions, too: whoever calls them, a thread stays what it is.
    std::string beginning() const {
        std::string text = "\t.reg .pred %ws_traced, %ws_take, %ws_room;\n"
                           "\t.reg .b16 %ws_half;\n\t.reg .b32 %ws_word;\n"
                           "\t.reg .b64 %ws_value, %ws_number, %ws_at;\n"
                           "\tmov.u32 %ws_word, %tid.x;\n"
                           "\tsetp.eq.u32 %ws_traced, %ws_word, " +
                           std::to_string(thread_.thread.x) + ";\n";
        const std::pair<const char*, std::uint32_t> others[] = {{"%tid.y", thread_.thread.y},
                                                                {"%tid.z", thread_.thread.z},
                                                                {"%ctaid.x", thread_.block.x},
                                                                {"%ctaid.y", thread_.block.y},
                                                                {"%ctaid.z", thread_.block.z}};
        for (const auto& [name, value] : others)
            text += fmt::format("\tmov.u32 %ws_word, {};\n"
                                "\tsetp.eq.and.u32 %ws_traced, %ws_word, {}, %ws_traced;\n",
                                name, value);
        return text;
    }

    /// Those that the instruction writes and that have up to 64 bits.
    static std::vector<std::uint32_t> result_registers(const Function& function,
                                                       const Instruction& instruction) {
        std::vector<std::uint32_t> registers;
        const auto add = [&](const Operand& operand) {
            if (operand.kind == Operand::Kind::Register &&
                size_in_bytes(function.registers[operand.index].type) <= 8)
                registers.push_back(operand.index);
        };
        if (instruction.traits.branch) return registers;
        const std::size_t count =
            std::min<std::size_t>(destination_count(instruction), instruction.operands.size());
        for (std::size_t o = 0; o < count; ++o) {
            add(instruction.operands[o]);
            if (instruction.operands[o].kind == Operand::Kind::Vector)
                for (const Operand& element : instruction.operands[o].elements)
                    add(element);
        }
        return registers;
    }

    /// Where a load or an atomic reads memory that can be written, else null.
    static const Operand* read_place(const Instruction& instruction) {
        const StateSpace space = instruction.modifiers.space;
        if (!instruction.traits.load && !instruction.traits.atomic) return nullptr;
        if (space != StateSpace::Global && space != StateSpace::Generic) return nullptr;
        for (const Operand& operand : instruction.operands)
            if (operand.kind == Operand::Kind::Address) return &operand;
        return nullptr;
    }

    /// Into %ws_value.
    static std::string value_of(const Register& reg) {
        if (reg.type == Type::Pred)
            return fmt::format("\tselp.u64 %ws_value, 1, 0, {};\n", reg.name);
        switch (size_in_bytes(reg.type)) {
        case 1:
        case 2:
            return fmt::format("\tmov.b16 %ws_half, {};\n\tcvt.u64.u16 %ws_value, %ws_half;\n",
                               reg.name);
        case 4:
            return fmt::format("\tmov.b32 %ws_word, {};\n\tcvt.u64.u32 %ws_value, %ws_word;\n",
                               reg.name);
        default: return fmt::format("\tmov.b64 %ws_value, {};\n", reg.name);
        }
    }

    void note(std::string& out, const TraceSite& site, const std::string& value) {
        out += fmt::format("\t@!%ws_take bra $ws_{0};\n"
                           "{1}"
                           "\tld.global.u64 %ws_number, [{2}];\n"
                           "\tadd.u64 %ws_at, %ws_number, 1;\n"
                           "\tst.global.u64 [{2}], %ws_at;\n"
                           "\tsub.u64 %ws_number, %ws_number, {3};\n"
                           "\tsetp.lt.u64 %ws_room, %ws_number, {4};\n"
                           "\t@!%ws_room bra $ws_{0};\n"
                           "\tmov.u64 %ws_at, {5};\n"
                           "\tmad.lo.u64 %ws_at, %ws_number, 16, %ws_at;\n"
                           "\tmov.u64 %ws_number, {0};\n"
                           "\tst.global.u64 [%ws_at], %ws_number;\n"
                           "\tst.global.u64 [%ws_at+8], %ws_value;\n"
                           "$ws_{0}:\n",
                           sites_.size(), value, kCounter, skip_, kTraceRecords, records_);
        sites_.push_back(site);
    }

    const Module& module_;
    const TracedThread thread_;
    const Address records_;
    const std::uint64_t skip_;
    std::vector<TraceSite> sites_;
};

} // namespace

Result<TracedLaunch> traced(const Capsule& before, const Module& module, const TracedThread& thread,
                            std::uint64_t skip) {
    Tracer tracer(module, thread, side_buffer_address(before), skip);
    ptx::PrintOptions options;
    options.preamble = fmt::format(".visible .global .align 8 .b64 {};\n", kCounter);
    options.before = [&](std::string& out, std::uint32_t f, std::uint32_t i) {
        tracer.before(out, f, i);
    };
    options.after = [&](std::string& out, std::uint32_t f, std::uint32_t i) {
        tracer.after(out, f, i);
    };
    Result<std::string> text = ptx::native_text(module, ptx::Fusing::Never, options);
    if (!text) return text.error();
    return TracedLaunch{side_launch(before, std::move(*text), kCounter, sizeof(std::uint64_t),
                                    kTraceRecords * sizeof(TraceRecord)),
                        tracer.take_sites()};
}

} // namespace warpscope::compare
