// Resolves labels and symbols of debug information to instructions, registers and offsets.
#include "sim/debug/source_scopes.h"

#include <algorithm>
#include <optional>

#include "sim/exec/layout.h"
#include "sim/program/control_flow.h"

namespace warpscope {
namespace {

using Labels = std::unordered_map<std::string, std::uint32_t>;

std::optional<CodeRange> range_between(const Labels& labels, const std::string& low,
                                       const std::string& high) {
    const auto from = labels.find(low), to = labels.find(high);
    if (from == labels.end() || to == labels.end()) return std::nullopt;
    return CodeRange{from->second, to->second};
}

/// What an instruction may do to the local variables of its function.
struct LocalWrite {
    std::uint32_t instruction = 0;
    std::uint64_t first = 0, size = 0; ///< bytes that are stored to, or one whose address is taken
};

/// Finds the stores to the frame of a function, as compilers write them: a register has the address
/// of the .local variable, or its generic form, and accesses add a displacement.
class LocalWrites {
public:
    LocalWrites(const Function& function, const OffsetsByName& locals) : locals_(locals) {
        // Twice: the generic form of an address may be made behind its first use in a loop.
        for (unsigned round = 0; round < 2; ++round)
            for (const Instruction& i : function.instructions)
                find_base(i);
        for (std::uint32_t at = 0; at < function.instructions.size(); ++at)
            look_at(at, function.instructions[at]);
    }
    const std::vector<LocalWrite>& all() const { return writes_; }
    /// An address went where it cannot be followed: any variable may be stored to behind it.
    const std::vector<std::uint32_t>& escapes() const { return escapes_; }

private:
    std::optional<std::uint64_t> base_of(const Operand& operand) const {
        if (operand.kind == Operand::Kind::Register) {
            const auto found = bases_.find(operand.index);
            if (found != bases_.end()) return found->second;
        }
        if (operand.kind == Operand::Kind::Symbol)
            if (const auto local = locals_.find(operand.name); local != locals_.end())
                return local->second.offset + static_cast<std::uint64_t>(operand.displacement);
        return std::nullopt;
    }
    bool keeps_base(const Instruction& i) const {
        return i.operands.size() == 2 && i.operands[0].kind == Operand::Kind::Register &&
               (i.form.starts_with("mov") || i.form.starts_with("cvta"));
    }
    void find_base(const Instruction& i) {
        if (!keeps_base(i)) return;
        if (const auto base = base_of(i.operands[1])) bases_[i.operands[0].index] = *base;
    }
    void look_at(std::uint32_t at, const Instruction& i) {
        if (keeps_base(i) && base_of(i.operands[1])) return;
        for (const Operand& operand : i.operands) {
            if (operand.kind == Operand::Kind::Address && !operand.elements.empty()) {
                const auto base = base_of(operand.elements[0]);
                if (!base || (i.traits.load && !i.traits.atomic)) continue;
                const std::uint64_t size =
                    std::uint64_t{size_in_bytes(i.modifiers.type)} * i.modifiers.vector;
                writes_.push_back(
                    {at, *base + static_cast<std::uint64_t>(operand.displacement), size});
            } else if (const auto base = base_of(operand)) {
                take_address(at, i, *base);
            } else {
                for (const Operand& element : operand.elements)
                    if (base_of(element)) escapes_.push_back(at);
            }
        }
    }
    /// `add.u64 %rd1, %SP, 16` is the address of what lies at 16.
    void take_address(std::uint32_t at, const Instruction& i, std::uint64_t base) {
        const bool adds = i.form.starts_with("add") && i.operands.size() == 3 &&
                          i.operands[2].kind == Operand::Kind::Immediate;
        if (adds)
            writes_.push_back({at, base + i.operands[2].bits, 1});
        else
            escapes_.push_back(at);
    }

    const OffsetsByName& locals_;
    std::unordered_map<std::uint32_t, std::uint64_t> bases_; ///< by register: offset in the frame
    std::vector<LocalWrite> writes_;
    std::vector<std::uint32_t> escapes_;
};

using Writers = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

void add_registers(const Operand& operand, std::uint32_t at, Writers& writers) {
    if (operand.kind == Operand::Kind::Register) writers[operand.index].push_back(at);
    for (const Operand& element : operand.elements)
        add_registers(element, at, writers);
}

/// By register: the instructions that may write it. Destinations come first.
Writers writers_of(const Function& function) {
    Writers writers;
    for (std::uint32_t at = 0; at < function.instructions.size(); ++at) {
        const std::vector<Operand>& operands = function.instructions[at].operands;
        for (std::size_t k = 0; k < operands.size(); ++k)
            if (k == 0 || operands[k].joined) add_registers(operands[k], at, writers);
    }
    return writers;
}

/// The instructions that control may come to behind one of `from`.
std::vector<bool> reached_behind(const ControlFlow& flow, std::size_t instructions,
                                 const std::vector<std::uint32_t>& from) {
    std::vector<bool> reached(instructions + 1);
    std::vector<bool> entered(flow.blocks.size());
    std::vector<std::uint32_t> open;
    const auto leave = [&](const BasicBlock& block) {
        for (const std::uint32_t next : block.successors)
            if (next >= flow.blocks.size())
                reached[instructions] = true;
            else if (!entered[next])
                entered[next] = true, open.push_back(next);
    };
    for (const std::uint32_t at : from) {
        const BasicBlock& block = flow.blocks[flow.block_of[at]];
        for (std::uint32_t i = at + 1; i <= block.last; ++i)
            reached[i] = true;
        leave(block);
    }
    while (!open.empty()) {
        const BasicBlock& block = flow.blocks[open.back()];
        open.pop_back();
        for (std::uint32_t i = block.first; i <= block.last; ++i)
            reached[i] = true;
        leave(block);
    }
    return reached;
}

/// What the places of one function's variables are resolved with.
struct Names {
    const Executable& executable;
    const OffsetsByName& shared;
    OffsetsByName locals;
    Labels labels, registers;
    bool is_kernel = false;
};

std::optional<ScopedPlace> resolved(const ptx::VariablePlace& place, const Names& names) {
    ScopedPlace found;
    if (!place.low.empty()) {
        const auto range = range_between(names.labels, place.low, place.high);
        if (!range) return std::nullopt;
        found.code = *range;
    }
    if (!place.reg.empty()) {
        const auto known = names.registers.find(place.reg);
        if (known == names.registers.end()) return std::nullopt;
        found.in_register = true;
        found.register_index = known->second;
        return found;
    }
    const auto lies = [&](Space space, Address address) {
        found.space = space;
        found.address = address + place.offset;
        return found;
    };
    if (const auto local = names.locals.find(place.symbol); local != names.locals.end())
        return lies(Space::Local, local->second.offset);
    if (const auto in_shared = names.shared.find(place.symbol); in_shared != names.shared.end())
        return lies(Space::Shared, in_shared->second.offset);
    if (names.is_kernel)
        for (const ParameterSlot& slot : names.executable.parameters)
            if (slot.name == place.symbol) return lies(Space::Parameter, slot.offset);
    if (const Address global = names.executable.instance->address_of(place.symbol); global != 0)
        return lies(Space::Global, global);
    return std::nullopt;
}

} // namespace

bool ScopedVariable::in_scope(std::uint32_t instruction) const {
    return scope.empty() || std::any_of(scope.begin(), scope.end(), [&](const CodeRange& range) {
               return range.contains(instruction);
           });
}

SourceScopes::SourceScopes(std::shared_ptr<const Executable> executable)
    : executable_(std::move(executable)),
      table_(ptx::read_source_variables(*executable_->instance->module)),
      functions_(executable_->functions.size()) {
    if (table_.variables.empty()) return;
    std::vector<const Function*> sources;
    for (const ExecutableFunction& f : executable_->functions)
        sources.push_back(f.source);
    const OffsetsByName shared = lay_out_shared(*executable_->instance->module, sources).variables;
    for (std::uint32_t f = 0; f < executable_->functions.size(); ++f)
        functions_[f] = read_function(f, shared);
}

SourceScopes::FunctionScopes SourceScopes::read_function(std::uint32_t index,
                                                         const OffsetsByName& shared) const {
    const Function& function = *executable_->functions[index].source;
    Names names{*executable_, shared, {}, {}, {}, index == 0};
    std::uint32_t bytes = 0;
    names.locals = lay_out_locals(function, bytes);
    for (const Label& label : function.labels)
        names.labels.emplace(label.name, label.target);
    for (std::size_t r = 0; r < function.registers.size(); ++r)
        names.registers.emplace(function.registers[r].name, static_cast<std::uint32_t>(r));
    const LocalWrites writes(function, names.locals);
    const Writers writers = writers_of(function);
    const ControlFlow flow = analyse_control_flow(function);

    FunctionScopes scopes;
    const auto add = [&](const ptx::SourceVariable& source) {
        ScopedVariable variable;
        variable.source = &source;
        for (const auto& [low, high] : source.scope)
            if (const auto range = range_between(names.labels, low, high))
                variable.scope.push_back(*range);
        if (!source.function_low.empty() && variable.scope.empty()) return;
        for (const ptx::VariablePlace& place : source.places)
            if (const auto found = resolved(place, names)) variable.places.push_back(*found);
        const bool one_place = variable.places.size() == 1 && !flow.blocks.empty();
        const std::uint64_t size = source.type == ptx::kNoType ? 0 : table_.types[source.type].size;
        if (one_place && variable.places[0].in_register) {
            const auto written = writers.find(variable.places[0].register_index);
            if (written != writers.end())
                variable.assigned =
                    reached_behind(flow, function.instructions.size(), written->second);
        } else if (one_place && variable.places[0].space == Space::Local && size != 0) {
            const Address first = variable.places[0].address, last = first + size;
            std::vector<std::uint32_t> from = writes.escapes();
            for (const LocalWrite& write : writes.all())
                if (write.first < last && first < write.first + write.size)
                    from.push_back(write.instruction);
            variable.assigned = reached_behind(flow, function.instructions.size(), from);
        }
        scopes.by_name[source.name].push_back(static_cast<std::uint32_t>(scopes.variables.size()));
        scopes.variables.push_back(std::move(variable));
    };
    for (const ptx::SourceVariable& source : table_.variables)
        if (source.function_low.empty()) add(source);
    for (const ptx::SourceVariable& source : table_.variables)
        if (!source.function_low.empty() && names.labels.contains(source.function_low)) add(source);
    return scopes;
}

const std::vector<ScopedVariable>& SourceScopes::variables(std::uint32_t function) const {
    return functions_[function].variables;
}

const ScopedVariable* SourceScopes::find(std::uint32_t function, std::uint32_t instruction,
                                         const std::string& name) const {
    const FunctionScopes& scopes = functions_[function];
    const auto found = scopes.by_name.find(name);
    if (found == scopes.by_name.end()) return nullptr;
    for (auto v = found->second.rbegin(); v != found->second.rend(); ++v)
        if (scopes.variables[*v].in_scope(instruction)) return &scopes.variables[*v];
    return nullptr;
}

const ptx::SourceVariable* SourceScopes::known(const std::string& name) const {
    for (const ptx::SourceVariable& variable : table_.variables)
        if (variable.name == name) return &variable;
    return nullptr;
}

} // namespace warpscope
