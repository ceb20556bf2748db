// Merges several modules into one.
#include "sim/ptx/linker.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace warpscope::ptx {
namespace {

bool is_definition(const Variable& variable) {
    return variable.linkage != Linkage::Extern;
}
bool is_definition(const Function& function) {
    return !function.is_declaration;
}

/// How strongly a symbol claims its name: declarations 0, common 1, weak 2, others 3.
template<class Symbol>
unsigned strength(const Symbol& symbol) {
    if (!is_definition(symbol)) return 0;
    if (symbol.linkage == Linkage::Common) return 1;
    return symbol.linkage == Linkage::Weak ? 2 : 3;
}

/// `.extern .shared x[]` is memory that the launch provides.
bool is_dynamic_shared(const Variable& variable) {
    return variable.space == StateSpace::Shared && variable.linkage == Linkage::Extern;
}

/// Calls `visit(operand)` for every operand, nested ones included.
template<class Visit>
void visit_operands(std::vector<Operand>& operands, const Visit& visit) {
    for (Operand& operand : operands) {
        visit(operand);
        if (!operand.elements.empty()) visit_operands(operand.elements, visit);
    }
}

template<class Visit>
void visit_symbols(Function& function, const Visit& visit) {
    std::unordered_set<std::string_view> local;
    for (const auto* list : {&function.variables, &function.parameters, &function.results})
        for (const Variable& variable : *list)
            local.insert(variable.name);
    for (Instruction& instruction : function.instructions)
        visit_operands(instruction.operands, [&](Operand& operand) {
            const bool is_symbol =
                operand.kind == Operand::Kind::Symbol || operand.kind == Operand::Kind::Function;
            if (is_symbol && local.count(operand.name) == 0) visit(operand.name, instruction);
        });
    for (CallPrototype& prototype : function.prototypes)
        for (std::string& target : prototype.targets) {
            Instruction none;
            visit(target, none);
        }
    for (Variable& variable : function.variables)
        for (Relocation& relocation : variable.relocations) {
            Instruction none;
            visit(relocation.symbol, none);
        }
}

class Linker {
public:
    Linker(std::vector<Module> modules, std::vector<Renames>* renames)
        : modules_(std::move(modules)), report_(renames) {}

    Result<Module> run() {
        if (modules_.empty()) return Diagnostic{{}, "there is no PTX to link", {}};
        if (report_ != nullptr) report_->assign(modules_.size(), {});
        rename_internals();
        result_ = start();
        for (Module& module : modules_) {
            if (module.address_size != result_.address_size)
                return Diagnostic{{module.name, 0, 0},
                                  "this module has another address size than " +
                                      modules_.front().name,
                                  "compile all files for the same address size"};
            shift_lines(module);
            merge_files(module);
            for (Variable& variable : module.variables)
                if (!merge(variable, result_.variables, variables_, module))
                    return std::move(*error_);
            for (Function& function : module.functions)
                if (!merge(function, result_.functions, functions_, module))
                    return std::move(*error_);
            for (Alias& alias : module.aliases)
                result_.aliases.push_back(std::move(alias));
        }
        if (!check_undefined()) return std::move(*error_);
        return std::move(result_);
    }

private:
    /// Version and target are the highest of all.
    Module start() {
        Module module;
        module.name = modules_.size() == 1 ? modules_.front().name : "linked PTX";
        module.address_size = modules_.front().address_size;
        unsigned best_target = 0;
        for (const Module& part : modules_) {
            const auto version = std::pair(part.version_major, part.version_minor);
            if (version > std::pair(module.version_major, module.version_minor))
                std::tie(module.version_major, module.version_minor) = version;
            const unsigned target = target_number(part.target);
            // sm_90a has more instructions than sm_90.
            const bool richer = target > best_target || (target == best_target &&
                                                         part.target.size() > module.target.size());
            if (richer || module.target.empty()) module.target = part.target;
            best_target = std::max(best_target, target);
        }
        if (modules_.size() > 1) return module;
        module.target_options = modules_.front().target_options;
        module.sections = modules_.front().sections;
        return module;
    }

    static unsigned target_number(const std::string& target) {
        unsigned number = 0;
        for (std::size_t i = target.find('_') + 1;
             i < target.size() && target[i] >= '0' && target[i] <= '9'; ++i)
            number = number * 10 + static_cast<unsigned>(target[i] - '0');
        return number;
    }

    void rename_internals() {
        std::unordered_set<std::string> taken;
        const auto each_symbol = [](Module& module, const auto& visit) {
            for (Variable& variable : module.variables)
                visit(variable.name, variable.linkage);
            for (Function& function : module.functions)
                visit(function.name, function.linkage);
        };
        for (Module& module : modules_)
            each_symbol(module, [&](const std::string& name, Linkage linkage) {
                if (linkage != Linkage::Internal) taken.insert(name);
            });
        for (std::size_t m = 0; m < modules_.size(); ++m) {
            Renames renames;
            each_symbol(modules_[m], [&](const std::string& name, Linkage linkage) {
                if (linkage != Linkage::Internal || taken.insert(name).second) return;
                std::string fresh = name + "$m" + std::to_string(m + 1);
                while (!taken.insert(fresh).second)
                    fresh += "_";
                renames.emplace(name, std::move(fresh));
            });
            if (renames.empty()) continue;
            apply(renames, modules_[m]);
            if (report_ != nullptr) (*report_)[m] = std::move(renames);
        }
    }

    static void apply(const Renames& renames, Module& module) {
        const auto rename = [&](std::string& name) {
            if (const auto found = renames.find(name); found != renames.end()) name = found->second;
        };
        for (Variable& variable : module.variables) {
            rename(variable.name);
            for (Relocation& relocation : variable.relocations)
                rename(relocation.symbol);
        }
        for (Function& function : module.functions) {
            rename(function.name);
            visit_symbols(function, [&](std::string& name, const Instruction&) { rename(name); });
        }
        for (Alias& alias : module.aliases) {
            rename(alias.name);
            rename(alias.target);
        }
    }

    /// Lines of all parts count through the joined text.
    void shift_lines(Module& module) {
        const std::uint32_t offset = offset_ = lines_;
        if (modules_.size() > 1 && !module.text.empty() && module.text.back() != '\n')
            module.text += '\n';
        result_.text += module.text;
        lines_ +=
            static_cast<std::uint32_t>(std::count(module.text.begin(), module.text.end(), '\n'));
        if (offset == 0) return;
        for (Variable& variable : module.variables)
            variable.line += offset;
        for (Function& function : module.functions) {
            function.line += offset;
            for (auto* list : {&function.variables, &function.parameters, &function.results})
                for (Variable& variable : *list)
                    variable.line += offset;
            for (Instruction& instruction : function.instructions)
                instruction.line += offset;
        }
    }

    void merge_files(Module& module) {
        std::vector<std::uint32_t> index;
        for (std::string& file : module.files) {
            const auto fresh = static_cast<std::uint32_t>(result_.files.size());
            const auto [place, is_new] = files_.try_emplace(file, fresh);
            index.push_back(place->second);
            if (is_new) result_.files.push_back(std::move(file));
        }
        for (Function& function : module.functions)
            for (SourceLocation& location : function.locations)
                for (SourceFrame& frame : location.frames)
                    if (frame.file < index.size()) frame.file = index[frame.file];
    }

    template<class Symbol>
    bool merge(Symbol& symbol, std::vector<Symbol>& all,
               std::unordered_map<std::string, std::uint32_t>& index, const Module& module) {
        const auto [place, is_new] =
            index.try_emplace(symbol.name, static_cast<std::uint32_t>(all.size()));
        if (is_new) {
            origin_[symbol.name] = module.name;
            all.push_back(std::move(symbol));
            return true;
        }
        Symbol& known = all[place->second];
        const unsigned old_strength = strength(known), new_strength = strength(symbol);
        if (old_strength == 3 && new_strength == 3) {
            error_ =
                Diagnostic{{module.name, symbol.line - offset_, 0},
                           "'" + symbol.name + "' is defined here and in " + origin_[symbol.name],
                           "make one of them static, or declare it extern"};
            return false;
        }
        const bool larger_common =
            old_strength == 1 && new_strength == 1 && size_of(symbol) > size_of(known);
        keep_alignment(known, symbol);
        if (new_strength <= old_strength && !larger_common) return true;
        origin_[symbol.name] = module.name;
        known = std::move(symbol);
        return true;
    }

    static std::uint64_t size_of(const Variable& variable) { return variable.size; }
    static std::uint64_t size_of(const Function&) { return 0; }
    static void keep_alignment(Variable& a, Variable& b) {
        a.align = b.align = std::max(a.align, b.align);
    }
    static void keep_alignment(Function&, Function&) {}

    bool check_undefined() {
        std::unordered_set<std::string> missing;
        for (const Variable& variable : result_.variables)
            if (!is_definition(variable) && !is_dynamic_shared(variable))
                missing.insert(variable.name);
        for (const Function& function : result_.functions)
            if (!is_definition(function) && !is_provided_function(function.name))
                missing.insert(function.name);
        for (const Alias& alias : result_.aliases)
            missing.erase(alias.name);
        if (missing.empty()) return true;
        for (Function& function : result_.functions)
            visit_symbols(function, [&](const std::string& name, const Instruction& instruction) {
                if (!error_ && missing.count(name) != 0) refuse(name, function, instruction);
            });
        for (const Variable& variable : result_.variables)
            for (const Relocation& relocation : variable.relocations)
                if (!error_ && missing.count(relocation.symbol) != 0)
                    error_ = Diagnostic{{origin_[variable.name], 0, 0},
                                        "'" + relocation.symbol + "' is not defined; '" +
                                            variable.name + "' holds its address",
                                        "add the source file that defines it"};
        return !error_;
    }

    /// Names the user's line when there is one, else the PTX line.
    void refuse(const std::string& name, const Function& function, const Instruction& instruction) {
        FilePosition where{result_.name, instruction.line, 0};
        if (instruction.location < function.locations.size()) {
            const SourceLocation& location = function.locations[instruction.location];
            if (!location.frames.empty()) {
                const SourceFrame& frame = location.frames.front();
                where = {result_.files[frame.file], frame.line, frame.column};
            }
        }
        error_ = Diagnostic{std::move(where),
                            "'" + name + "' is not defined; '" + function.name + "' uses it",
                            "add the source file that defines it"};
    }

    std::vector<Module> modules_;
    std::vector<Renames>* report_;
    Module result_;
    std::optional<Diagnostic> error_;
    std::unordered_map<std::string, std::uint32_t> variables_, functions_, files_;
    std::unordered_map<std::string, std::string> origin_; ///< the module that gave each symbol
    std::uint32_t lines_ = 0;                             ///< of the joined text so far
    std::uint32_t offset_ = 0;                            ///< lines before the module being merged
};

} // namespace

bool is_provided_function(std::string_view name) {
    static constexpr std::string_view kProvided[] = {"vprintf", "malloc", "free", "__assertfail",
                                                     "__cxa_pure_virtual", "__cxa_deleted_virtual",
                                                     "__ws_contract_clause",
                                                     "__ws_contract_fact"};
    return std::find(std::begin(kProvided), std::end(kProvided), name) != std::end(kProvided);
}

Result<Module> link(std::vector<Module> modules, std::vector<Renames>* renames) {
    return Linker(std::move(modules), renames).run();
}

} // namespace warpscope::ptx
