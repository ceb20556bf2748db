// Writes modules as PTX text.
#include "sim/ptx/printer.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_set>

#include "sim/ptx/print_lines.h"
#include "sim/ptx/print_variables.h"
#include "sim/ptx/spelling.h"

namespace warpscope::ptx {
namespace {

/// `add.ftz.f32` means `add.rn.ftz.f32`, save that it may be fused (PTX ISA, "Floating-Point
/// Instructions").
bool may_be_fused(const Instruction& instruction) {
    const std::string_view mnemonic =
        std::string_view(instruction.form).substr(0, instruction.form.find('.'));
    const bool fusible = mnemonic == "add" || mnemonic == "sub" || mnemonic == "mul";
    return fusible && is_float(instruction.modifiers.type) &&
           instruction.modifiers.rounding == Rounding::None;
}

class FunctionPrinter {
public:
    /// `number` of the function in its module.
    FunctionPrinter(std::string& out, const Function& function, std::uint32_t number,
                    const PrintOptions& options, NameTable& names, bool with_chains)
        : out_(out), function_(function), number_(number), options_(options),
          lines_(names, with_chains) {}

    void print_head(bool as_prototype) {
        out_ += spelled(function_.linkage);
        out_ += function_.is_entry ? ".entry " : ".func ";
        for (const std::string& directive : function_.directives)
            if (directive.compare(0, 10, ".attribute") == 0) out_ += directive + " ";
        if (!function_.results.empty()) {
            print_parameters(function_.results, false);
            out_ += ' ';
        }
        out_ += function_.name;
        print_parameters(function_.parameters, true);
        for (const std::string& directive : function_.directives) {
            const bool belongs =
                !as_prototype || directive == ".noreturn" || function_.is_declaration;
            if (belongs && directive.compare(0, 10, ".attribute") != 0) out_ += "\n" + directive;
        }
        if (as_prototype) out_ += ";\n";
    }

    void print_definition() {
        print_head(false);
        out_ += "\n{\n";
        print_registers();
        print_places();
        for (const Variable& variable : function_.variables) {
            out_ += '\t';
            append_declaration(out_, variable);
        }
        for (const CallPrototype& prototype : function_.prototypes)
            print_prototype(prototype);
        print_branch_tables();
        print_body();
        out_ += "}\n";
    }

private:
    void print_parameters(const std::vector<Variable>& parameters, bool in_lines) {
        out_ += '(';
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (i > 0) out_ += ',';
            if (in_lines) out_ += "\n\t";
            append_variable(out_, parameters[i]);
        }
        if (in_lines && !parameters.empty()) out_ += '\n';
        out_ += ')';
    }

    /// Registers that share what stands before their number.
    struct Group {
        std::string prefix;
        Type type = Type::None;
        std::uint64_t count = 0;
        std::vector<const Register*> members;
        bool uniform = true;
    };

    std::vector<Group> register_groups() const {
        std::unordered_set<std::string_view> parameters;
        for (const auto* list : {&function_.results, &function_.parameters})
            for (const Variable& parameter : *list)
                parameters.insert(parameter.name);
        std::map<std::string, Group>
            groups; // sorted: the order must not depend on that of first use
        for (const Register& reg : function_.registers) {
            if (parameters.count(reg.name) != 0) continue;
            const std::size_t digits = reg.name.find_last_not_of("0123456789") + 1;
            const std::string number = reg.name.substr(digits);
            const bool numbered =
                !number.empty() && number.size() <= 6 && (number.size() == 1 || number[0] != '0');
            const std::string prefix = numbered ? reg.name.substr(0, digits) : reg.name;
            Group& group = groups[numbered ? prefix : prefix + " "];
            if (group.members.empty()) group = {prefix, reg.type, 0, {}, numbered};
            group.members.push_back(&reg);
            group.uniform = group.uniform && group.type == reg.type;
            if (numbered)
                group.count = std::max<std::uint64_t>(group.count, std::stoull(number) + 1);
        }
        std::vector<Group> list;
        for (auto& [key, group] : groups)
            list.push_back(std::move(group));
        return list;
    }

    /// Numbered registers of one prefix and one type are declared as a range, others one by one.
    void print_registers() {
        auto to = std::back_inserter(out_);
        for (Group& group : register_groups()) {
            if (group.uniform && group.members.size() > 1) {
                fmt::format_to(to, "\t.reg .{} {}<{}>;\n", name_of(group.type), group.prefix,
                               group.count);
                continue;
            }
            std::sort(group.members.begin(), group.members.end(),
                      [](const Register* a, const Register* b) { return a->name < b->name; });
            for (const Register* reg : group.members)
                fmt::format_to(to, "\t.reg .{} {};\n", name_of(reg->type), reg->name);
        }
    }

    /// A register for each placed variable that the function names, under the variable's name:
    /// addresses that are numbers exist for local memory only.
    void print_places() {
        std::set<std::string> named;
        for (const Instruction& instruction : function_.instructions)
            for (const Operand& operand : instruction.operands)
                note_places(operand, named);
        for (const std::string& name : named)
            fmt::format_to(std::back_inserter(out_), "\t.reg .b64 {};\n", name);
        places_ = std::move(named);
    }

    void note_places(const Operand& operand, std::set<std::string>& named) const {
        if (operand.kind == Operand::Kind::Symbol && options_.places.contains(operand.name))
            named.insert(operand.name);
        for (const Operand& element : operand.elements)
            note_places(element, named);
    }

    /// `mov d, variable+4` adds to a register then.
    bool adds_to_place(const Instruction& instruction) const {
        return instruction.operands.size() == 2 &&
               instruction.operands[1].kind == Operand::Kind::Symbol &&
               instruction.operands[1].displacement != 0 &&
               places_.contains(instruction.operands[1].name);
    }

    void print_prototype(const CallPrototype& prototype) {
        out_ += "\t" + prototype.name + ": " + prototype.text;
        for (std::size_t i = 0; i < prototype.targets.size(); ++i)
            out_ += (i > 0 ? ", " : ".calltargets ") + prototype.targets[i];
        if (!prototype.targets.empty()) out_ += ';';
        out_ += '\n';
    }

    void print_branch_tables() {
        for (std::size_t t = 0; t < function_.branch_tables.size(); ++t) {
            out_ += "\t" + function_.branch_table_names[t] + ": .branchtargets ";
            for (std::size_t i = 0; i < function_.branch_tables[t].size(); ++i)
                out_ += (i > 0 ? ", " : "") + function_.branch_tables[t][i];
            out_ += ";\n";
        }
    }

    void print_body() {
        for (const std::string& name : places_)
            fmt::format_to(std::back_inserter(out_), "\tmov.b64 {}, {};\n", name,
                           options_.places.at(name));
        std::vector<const Label*> labels;
        for (const Label& label : function_.labels)
            labels.push_back(&label);
        std::sort(labels.begin(), labels.end(), [](const Label* a, const Label* b) {
            return a->target != b->target ? a->target < b->target : a < b;
        });
        std::size_t label = 0, annotation = 0;
        const auto count = static_cast<std::uint32_t>(function_.instructions.size());
        for (std::uint32_t i = 0; i <= count; ++i) {
            for (; label < labels.size() && labels[label]->target <= i; ++label)
                out_ += labels[label]->name + ":\n";
            for (; annotation < function_.annotations.size() &&
                   function_.annotations[annotation].before <= i;
                 ++annotation)
                out_ += "\t" + function_.annotations[annotation].text + "\n";
            if (i == count) break;
            const Instruction& instruction = function_.instructions[i];
            if (options_.locations) lines_.print(out_, function_.locations[instruction.location]);
            if (options_.before) options_.before(out_, number_, i);
            print_instruction(instruction);
            if (options_.after) options_.after(out_, number_, i);
        }
    }

    void print_instruction(const Instruction& instruction) {
        out_ += '\t';
        if (instruction.guard.present()) {
            out_ += instruction.guard.negated ? "@!" : "@";
            out_ += function_.registers[instruction.guard.reg].name + " ";
        }
        if (options_.explicit_rounding && may_be_fused(instruction)) {
            const std::size_t dot = instruction.form.find('.');
            out_.append(instruction.form, 0, dot).append(".rn").append(instruction.form, dot);
        } else if (adds_to_place(instruction)) {
            const Operand& place = instruction.operands[1];
            fmt::format_to(std::back_inserter(out_), "add.s64 {}, {}, {};\n",
                           spelled(instruction.operands[0], function_), place.name,
                           place.displacement);
            return;
        } else {
            out_ += instruction.form;
        }
        const std::size_t before = out_.size();
        out_ += ' ';
        append_operands(out_, instruction, function_);
        if (out_.size() == before + 1) out_.pop_back();
        out_ += ";\n";
    }

    std::string& out_;
    const Function& function_;
    std::uint32_t number_;
    const PrintOptions& options_;
    LinePrinter lines_;
    std::set<std::string> places_; ///< that the function names
};

class ModulePrinter {
public:
    ModulePrinter(const Module& module, const PrintOptions& options)
        : module_(module), options_(options) {
        const unsigned version = module.version_major * 10 + module.version_minor;
        with_chains_ = version >= 72;
        // The names that .loc refers to are written anew; sections that count bytes in the old
        // strings go.
        with_sections_ = options.debug_sections;
        for (const Section& section : module.sections)
            if (section.name != ".debug_str" &&
                section.text.find(".debug_str") != std::string::npos)
                with_sections_ = false;
    }

    std::string print() {
        print_header();
        out_ += options_.preamble;
        print_prototypes();
        for (std::uint32_t v : declaration_order(module_))
            if (!options_.places.contains(module_.variables[v].name))
                append_declaration(out_, module_.variables[v], options_.places);
        print_definitions();
        for (const Alias& alias : module_.aliases)
            out_ += ".alias " + alias.name + ", " + alias.target + ";\n";
        print_sections();
        return std::move(out_);
    }

private:
    FunctionPrinter printer(const Function& function) {
        const auto number = static_cast<std::uint32_t>(&function - module_.functions.data());
        return FunctionPrinter(out_, function, number, options_, names_, with_chains_);
    }

    void print_header() {
        fmt::format_to(std::back_inserter(out_),
                       ".version {}.{}\n.target {}{}\n.address_size {}\n\n", module_.version_major,
                       module_.version_minor, module_.target, target_options(),
                       module_.address_size);
        if (!options_.locations) return;
        for (std::size_t f = 0; f < module_.files.size(); ++f)
            fmt::format_to(std::back_inserter(out_), "\t.file\t{} \"{}\"\n", f + 1,
                           module_.files[f]);
    }

    /// `debug` asks for DWARF sections; without them it goes too.
    std::string target_options() const {
        std::string options = module_.target_options;
        const std::size_t debug = options.find(", debug");
        if (!with_sections_ && debug != std::string::npos) options.erase(debug, 7);
        return options;
    }

    /// Functions may call each other, and initialisers may name them, before they are defined:
    /// those get prototypes. Functions come before kernels, so that reading the text gives the
    /// order it was printed in.
    void order_functions() {
        std::unordered_set<std::string_view> named;
        for (const Variable& variable : module_.variables)
            for (const Relocation& relocation : variable.relocations)
                named.insert(relocation.symbol);
        for (unsigned rank = 0; rank < 3; ++rank)
            for (const Function& function : module_.functions) {
                const bool early = function.is_declaration || named.count(function.name) != 0;
                const unsigned own_rank = !function.is_entry ? 0 : early ? 1 : 2;
                if (rank != own_rank) continue;
                functions_.push_back(&function);
                if (rank < 2) prototypes_ = functions_.size();
            }
    }

    void print_prototypes() {
        order_functions();
        for (std::size_t f = 0; f < prototypes_; ++f)
            printer(*functions_[f]).print_head(true);
    }

    void print_definitions() {
        for (const Function* function : functions_) {
            if (function->is_declaration) continue;
            out_ += '\n';
            printer(*function).print_definition();
        }
    }

    void print_sections() {
        for (const Section& section : module_.sections)
            if (with_sections_ && section.name != ".debug_str")
                out_ += "\t.section\t" + section.name + "\n\t{" + section.text + "}\n";
        out_ += names_.section();
    }

    const Module& module_;
    const PrintOptions& options_;
    bool with_chains_ = true, with_sections_ = false;
    std::vector<const Function*> functions_; ///< in the order printed
    std::size_t prototypes_ = 0;             ///< the first so many have one
    std::string out_;
    NameTable names_;
};

} // namespace

std::string print(const Module& module, const PrintOptions& options) {
    return ModulePrinter(module, options).print();
}

} // namespace warpscope::ptx
