// Collects what a kernel can reach, lays it out, decodes it, and tells whether its blocks are
// independent.
#include "sim/exec/executable.h"

#include <algorithm>
#include <unordered_map>

#include "sim/exec/decoder.h"
#include "sim/exec/liveness.h"
#include "sim/exec/reachable.h"

namespace warpscope {
namespace {

/// Why blocks may see each other through this instruction, or null.
const char* order_reason(const Instruction& i, const isa::DecodedInstruction& d,
                         const ExecutableFunction& f) {
    if (i.traits.instruction_class == InstructionClass::Call) {
        const SystemCall system = f.calls[d.target].system;
        const bool heap = system == SystemCall::Allocate || system == SystemCall::Free;
        return heap ? "malloc or free" : nullptr;
    }
    const StateSpace space = i.modifiers.space;
    if (space != StateSpace::Global && space != StateSpace::Generic) return nullptr;
    if (i.traits.atomic) {
        if (is_float(i.modifiers.type)) return "a floating-point atomic";
        if (destination_count(i) == 1 && d.operand[0] != isa::kNoOperand)
            return "an atomic whose result is used";
        return nullptr;
    }
    if ((i.traits.load || i.traits.store) && i.modifiers.order != Order::Weak)
        return "a volatile or ordered memory access";
    return nullptr;
}

void classify(Executable& executable) {
    for (const ExecutableFunction& f : executable.functions)
        for (std::size_t k = 0; k < f.source->instructions.size(); ++k) {
            const Instruction& i = f.source->instructions[k];
            if (const char* reason = order_reason(i, f.code[k], f)) {
                executable.independent = false;
                executable.ordered_reason =
                    std::string(reason) + " in PTX line " + std::to_string(i.line);
                return;
            }
        }
}

/// Local memory of `function` and the deepest chain of direct calls from it, which `known` keeps; a
/// function that is being looked at already adds nothing, so that recursion counts once.
std::uint64_t deepest_calls(const Executable& executable, std::uint32_t function,
                            std::unordered_map<std::uint32_t, std::uint64_t>& known) {
    const auto [entry, is_new] = known.try_emplace(function, 0);
    if (!is_new) return entry->second;
    const ExecutableFunction& f = executable.functions[function];
    std::uint64_t deepest = 0;
    for (const CallSite& site : f.calls)
        if (site.system == SystemCall::None && site.target == isa::kNoOperand)
            deepest = std::max(deepest, deepest_calls(executable, site.callee, known));
    return known[function] = f.local_bytes + deepest;
}

void describe_parameters(Executable& executable, const Function& kernel,
                         const ParameterLayout& layout) {
    for (const Variable& v : kernel.parameters) {
        const NamedOffset& place = layout.formals.at(v.name);
        executable.parameters.push_back(
            {v.name, v.type, place.offset, static_cast<std::uint32_t>(v.size)});
    }
    executable.parameter_bytes = layout.formal_bytes;
}

Result<const Function*> find_kernel(const Module& module, const std::string& name) {
    const Function* kernel = module.find_function(name);
    if (kernel != nullptr && kernel->is_entry && !kernel->is_declaration) return kernel;
    std::string known;
    for (const Function* entry : module.entries())
        known += (known.empty() ? "" : ", ") + entry->name;
    return Diagnostic{{module.name, 0, 0},
                      "there is no kernel named '" + name + "'",
                      known.empty() ? "the module has no kernels" : "the kernels are " + known};
}

/// Where each function of the module, or the one that it is another name of, stands in the
/// executable.
std::vector<std::uint32_t>
index_by_address(const Module& module,
                 const std::unordered_map<std::string, std::uint32_t>& index) {
    std::vector<std::uint32_t> by_address(module.functions.size(), kNoFunction);
    for (std::size_t f = 0; f < module.functions.size(); ++f) {
        const Function* meant = module.find_function(module.functions[f].name);
        if (meant == nullptr || meant->is_entry) continue;
        if (const auto found = index.find(meant->name); found != index.end())
            by_address[f] = found->second;
    }
    return by_address;
}

} // namespace

std::uint32_t Executable::function_at(Address address) const {
    const Address offset = address - kFunctionBase;
    if (address < kFunctionBase || offset % 16 != 0 || offset / 16 >= function_index.size())
        return kNoFunction;
    return static_cast<std::uint32_t>(offset / 16);
}

Result<std::shared_ptr<const Executable>>
build_executable(std::shared_ptr<const ModuleInstance> instance, const std::string& kernel_name,
                 isa::Level level) {
    const Module& module = *instance->module;
    Result<const Function*> kernel = find_kernel(module, kernel_name);
    if (!kernel) return kernel.error();
    const std::vector<const Function*> functions = reachable_functions(module, **kernel);
    for (const Function* f : functions)
        if (!f->problems.empty()) return f->problems.front();

    Result<std::vector<LaunchDemand>> demands = read_launch_demands(functions);
    if (!demands) return demands.error();

    auto executable = std::make_shared<Executable>();
    executable->demands = std::move(*demands);
    executable->instance = instance;
    executable->kernel = kernel_name;
    const SharedLayout shared = lay_out_shared(module, functions);
    executable->static_shared_bytes = shared.static_bytes;
    executable->dynamic_shared_alignment = shared.dynamic_alignment;
    std::unordered_map<std::string, std::uint32_t> index;
    std::vector<ParameterLayout> parameters;
    for (const Function* f : functions) {
        index.emplace(f->name, static_cast<std::uint32_t>(index.size()));
        parameters.push_back(lay_out_parameters(*f));
    }
    executable->function_index = index_by_address(module, index);
    describe_parameters(*executable, **kernel, parameters[0]);
    const DecodeContext context = {instance.get(), &shared, &index, &parameters, level};
    for (std::uint32_t f = 0; f < functions.size(); ++f) {
        Result<ExecutableFunction> decoded = decode_function(*functions[f], f, context);
        if (!decoded) return decoded.error();
        executable->functions.push_back(std::move(*decoded));
    }
    std::unordered_map<std::uint32_t, std::uint64_t> known;
    executable->direct_call_bytes = deepest_calls(*executable, 0, known);
    classify(*executable);
    return std::shared_ptr<const Executable>(std::move(executable));
}

bool calls(const Executable& executable, SystemCall system) {
    for (const ExecutableFunction& f : executable.functions)
        for (const CallSite& call : f.calls)
            if (call.system == system) return true;
    return false;
}

} // namespace warpscope
