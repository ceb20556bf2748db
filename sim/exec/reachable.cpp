// Follows calls from a kernel; an indirect one may reach all functions whose address is taken.
#include "sim/exec/reachable.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sim/exec/call_sites.h"

namespace warpscope {
namespace {

class Reach {
public:
    explicit Reach(const Module& module) : module_(module) {
        for (const Function& f : module.functions)
            if (!f.is_declaration) by_name_.emplace(f.name, &f);
        for (const Alias& a : module.aliases)
            if (const auto found = by_name_.find(a.target); found != by_name_.end())
                by_name_.emplace(a.name, found->second);
    }

    std::vector<const Function*> from(const Function& kernel) {
        add(&kernel);
        for (std::size_t next = 0; next < found_.size(); ++next)
            for (const Instruction& i : found_[next]->instructions)
                if (i.traits.instruction_class == InstructionClass::Call) follow(i, *found_[next]);
        return std::move(found_);
    }

private:
    const Function* named(std::string_view name) const {
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? nullptr : found->second;
    }

    void add(const Function* function) {
        if (function != nullptr && known_.insert(function).second) found_.push_back(function);
    }

    void follow(const Instruction& call, const Function& caller) {
        if (!is_indirect(call)) return add(named(call.operands[1].name));
        const Signature wanted = signature_of(call, caller, module_);
        if (wanted.results == nullptr) return;
        if (!collected_) collect_addresses();
        for (const Function* f : taken_)
            if (same_sizes(wanted, signature_of(*f))) add(f);
    }

    /// Functions whose address code or an initialiser takes, in the order of the module.
    void collect_addresses() {
        collected_ = true;
        for (const Variable& v : module_.variables)
            take_initializer(v);
        for (const Function& f : module_.functions) {
            for (const Variable& v : f.variables)
                take_initializer(v);
            for (const Instruction& i : f.instructions) {
                const bool call = i.traits.instruction_class == InstructionClass::Call;
                for (std::size_t k = 0; k < i.operands.size(); ++k)
                    if (!call || k != 1) take_operand(i.operands[k]);
            }
        }
    }

    void take(std::string_view name) {
        const Function* f = named(name);
        if (f != nullptr && !f->is_entry && taken_set_.insert(f).second) taken_.push_back(f);
    }
    void take_initializer(const Variable& v) {
        for (const Relocation& r : v.relocations)
            take(r.symbol);
    }
    void take_operand(const Operand& operand) {
        if (operand.kind == Operand::Kind::Function || operand.kind == Operand::Kind::Symbol)
            take(operand.name);
        for (const Operand& e : operand.elements)
            take_operand(e);
    }

    const Module& module_;
    std::unordered_map<std::string_view, const Function*> by_name_;
    std::vector<const Function*> found_, taken_;
    std::unordered_set<const Function*> known_, taken_set_;
    bool collected_ = false;
};

} // namespace

std::vector<const Function*> reachable_functions(const Module& module, const Function& kernel) {
    return Reach(module).from(kernel);
}

} // namespace warpscope
