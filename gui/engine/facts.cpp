// Reading the facts of a launch out of its session.
#include "gui/engine/facts.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "runtime/report/statistics.h"
#include "sim/base/sort_stably.h"
#include "sim/debug/named_variables.h"

namespace warpscope::gui {
namespace {

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        std::string line = text.substr(from, end - from);
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(std::move(line));
        from = end + 1;
    }
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

void add_register(const Function& function, const Operand& operand, std::vector<std::string>& to) {
    if (operand.kind == Operand::Kind::Register && operand.index < function.registers.size()) {
        const std::string& name = function.registers[operand.index].name;
        if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
    }
    for (const Operand& element : operand.elements)
        add_register(function, element, to);
}

char format_of(const Modifiers& modifiers) {
    const Type type = modifiers.type;
    if (type == Type::F32 || type == Type::TF32) return 'f';
    if (type == Type::F64) return 'F';
    if (type == Type::Pred) return 'p';
    if (is_signed(type)) return 'd';
    if (type == Type::None || is_integer(type)) return 'u';
    return size_in_bytes(type) <= 4 && is_bits(type) ? 'u' : 'x';
}

/// The statement in the PTX text, split into guard, mnemonic and operands.
void take_text(const std::vector<std::string>& ptx, CodeLine& line) {
    if (line.ptx_line == 0 || line.ptx_line > ptx.size()) return;
    std::string text = ptx[line.ptx_line - 1];
    if (const auto comment = text.find("//"); comment != std::string::npos) text.resize(comment);
    std::replace(text.begin(), text.end(), '\t', ' ');
    const auto first = text.find_first_not_of(" {");
    if (first == std::string::npos) return;
    text = text.substr(first, text.find_last_not_of(' ') - first + 1);
    if (text.starts_with('@')) {
        const auto space = text.find(' ');
        line.guard = text.substr(0, space) + " ";
        text = space == std::string::npos ? "" : text.substr(text.find_first_not_of(' ', space));
    }
    const auto space = text.find(' ');
    if (space == std::string::npos) {
        if (text.ends_with(';')) text.pop_back();
        line.mnemonic = text;
        return;
    }
    line.mnemonic = text.substr(0, space);
    line.operands = text.substr(text.find_first_not_of(' ', space));
    // Labels and mangled names are longer than any line that is read.
    if (line.operands.size() > 160) line.operands = line.operands.substr(0, 157) + "…";
}

CodeLine code_line(const Module& module, const Function& function, std::uint32_t function_index,
                   std::uint32_t index, const std::vector<std::string>& ptx) {
    const Instruction& instruction = function.instructions[index];
    CodeLine line;
    line.function = function_index;
    line.instruction = index;
    line.ptx_line = instruction.line;
    line.mnemonic = instruction.form;
    take_text(ptx, line);
    if (instruction.location < function.locations.size()) {
        for (const SourceFrame& frame : function.locations[instruction.location].frames) {
            if (frame.line == 0 || frame.file >= module.files.size()) continue;
            line.file = module.files[frame.file];
            line.line = frame.line;
            break;
        }
    }
    const Traits& traits = instruction.traits;
    line.barrier = traits.barrier;
    line.branch = traits.branch;
    line.memory = traits.memory;
    line.format = format_of(instruction.modifiers);
    const bool writes = !traits.branch && !(traits.store && !traits.atomic) && !traits.barrier;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        const Operand& operand = instruction.operands[i];
        const bool destination =
            writes && (i == 0 || operand.joined) && operand.kind != Operand::Kind::Address;
        add_register(function, operand, destination ? line.destinations : line.sources);
    }
    return line;
}

std::vector<ParameterFact> parameters_of(const Session& session) {
    std::vector<ParameterFact> facts;
    unsigned number = 0;
    const auto& bytes = session.request().parameters;
    for (const ParameterSlot& slot : session.executable().parameters) {
        ParameterFact fact;
        fact.name = fmt::format("parameter {}", number++);
        fact.bytes = slot.size;
        // Structures are no one value; the instructions that read their members show those.
        if (slot.size <= 8 && slot.offset + slot.size <= bytes.size()) {
            std::memcpy(&fact.bits, bytes.data() + slot.offset, slot.size);
            fact.format = slot.type == Type::F32   ? 'f'
                          : slot.type == Type::F64 ? 'F'
                          : slot.size == 8         ? 'x'
                                                   : 'u';
            facts.push_back(std::move(fact));
        }
    }
    return facts;
}

std::vector<SharedVariable> shared_variables(const Executable& executable) {
    std::vector<SharedVariable> shared;
    for (const NamedVariable& v : named_variables_of(executable).entries)
        if (v.space == Space::Shared && v.size != 0)
            shared.push_back({v.short_name, v.size, v.address});
    return shared;
}

} // namespace

LaunchFacts facts_of(const Session& session) {
    LaunchFacts facts;
    const Executable& executable = session.executable();
    const Module& module = *executable.instance->module;
    facts.program = module.name;
    facts.launch = session.request().id;
    facts.kernel = report::demangle(executable.kernel);
    if (const auto bracket = facts.kernel.find('('); bracket != std::string::npos)
        facts.kernel.resize(bracket);
    // Of a template's instance the type that it returns stands in front, always the same.
    if (facts.kernel.starts_with("void ")) facts.kernel.erase(0, 5);
    facts.grid = session.request().grid;
    facts.block = session.request().block;
    facts.static_shared_bytes = executable.static_shared_bytes;
    facts.dynamic_shared_bytes = session.request().dynamic_shared_bytes;
    facts.gpu = session.gpu();
    facts.seed = session.options().seed;
    const std::vector<std::string> ptx = split_lines(module.text);
    for (std::uint32_t f = 0; f < executable.functions.size(); ++f) {
        const Function& function = *executable.functions[f].source;
        std::vector<CodeLine> lines;
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i)
            lines.push_back(code_line(module, function, f, i, ptx));
        facts.code.push_back(std::move(lines));
    }
    facts.shared = shared_variables(executable);
    facts.parameters = parameters_of(session);
    for (const SourceText& source : session.sources())
        facts.sources.push_back({source.file, split_lines(source.text)});
    // The file that most instructions of the kernel come from stands first.
    const auto share = [&](const SourceFileText& text) {
        return std::count_if(facts.code[0].begin(), facts.code[0].end(),
                             [&](const CodeLine& line) { return line.file == text.file; });
    };
    sort_stably(facts.sources, [&](const SourceFileText& a, const SourceFileText& b) {
        return share(a) > share(b);
    });
    return facts;
}

bool names_file(const std::string& reported, const std::string& file) {
    if (reported == file) return true;
    return !reported.empty() && reported.front() != '/' && file.ends_with("/" + reported);
}

} // namespace warpscope::gui
