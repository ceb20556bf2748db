// Resolves calls (PTX ISA, "call"): the callee or its prototype, and each value's place in the
// caller.
#include "sim/exec/call_sites.h"

#include "sim/exec/system_calls.h"

namespace warpscope {
namespace {

class CallDecoder {
public:
    CallDecoder(const Instruction& call, const Function& caller, const ParameterLayout& layout,
                FrameBuilder& builder, const DecodeContext& context)
        : call_(call), caller_(caller), layout_(layout), builder_(builder), context_(context) {}

    Result<CallSite> run() {
        const Status target = is_indirect(call_) ? find_targets() : find_callee();
        if (!target) return target.error();
        if (Status s = place(call_.operands[2].elements, *signature_.parameters, site_.arguments);
            !s)
            return s.error();
        if (Status s = place(call_.operands[0].elements, *signature_.results, site_.results); !s)
            return s.error();
        return std::move(site_);
    }

private:
    Diagnostic problem(std::string message, std::string hint = {}) const {
        return {
            {context_.instance->module->name, call_.line, 0}, std::move(message), std::move(hint)};
    }

    Status find_targets() {
        const Operand& pointer = call_.operands[1];
        site_.target = builder_.register_slot(pointer.index);
        site_.target_is_wide = size_in_bytes(pointer.type) == 8;
        signature_ = signature_of(call_, caller_, *context_.instance->module);
        if (signature_.results == nullptr)
            return problem("an indirect call does not say what it may reach",
                           "name a .callprototype or a list of .calltargets after the arguments");
        return Done{};
    }

    Status find_callee() {
        const std::string& name = call_.operands[1].name;
        const Function* callee = context_.instance->module->find_function(name);
        if (callee == nullptr) return problem("call of '" + name + "', which is not declared");
        signature_ = signature_of(*callee);
        if (!callee->is_declaration) {
            site_.callee = context_.function_index->at(callee->name);
            return Done{};
        }
        const SystemFunction* provided = system_function(name);
        if (provided == nullptr)
            return problem("call of '" + name + "', which the emulator does not provide",
                           "provided are vprintf, __assertfail, malloc and free; define other "
                           "functions in the program");
        if (callee->parameters.size() < provided->parameters ||
            callee->results.size() < provided->results)
            return problem("'" + name + "' is declared with too few parameters or results");
        for (const Variable& result : callee->results)
            if (provided->call == SystemCall::Allocate && result.size != 8)
                return problem("malloc is declared to return no address");
        site_.system = provided->call;
        return Done{};
    }

    Status place(const std::vector<Operand>& given, const std::vector<Variable>& formals,
                 std::vector<CallValue>& values) {
        if (given.size() != formals.size())
            return problem("the call passes " + std::to_string(given.size()) +
                           " values where the function declares " + std::to_string(formals.size()));
        for (std::size_t k = 0; k < given.size(); ++k) {
            Result<CallValue> value = place(given[k], formals[k]);
            if (!value) return value.error();
            values.push_back(*value);
        }
        return Done{};
    }

    Result<CallValue> place(const Operand& given, const Variable& formal) {
        CallValue value;
        value.size = static_cast<std::uint32_t>(formal.size);
        std::uint64_t room = 0;
        if (given.kind == Operand::Kind::Register) {
            value.lane_vector = builder_.register_slot(given.index);
            room = given.type == Type::Pred ? 0 : slot_bytes(given.type);
        } else if (given.kind == Operand::Kind::Immediate) {
            value.lane_vector = builder_.constant(given.bits, value.size <= 4 ? 4 : 8);
            room = is_float(given.type) ? size_in_bytes(given.type) : 8;
            if (is_float(given.type) && room != value.size) room = 0;
        } else if (const auto area = layout_.areas.find(given.name); area != layout_.areas.end()) {
            value.offset = area->second.offset;
            room = area->second.size;
        } else {
            return problem("'" + given.name + "' is not a .param variable of this function");
        }
        if (room < value.size ||
            (given.kind == Operand::Kind::Register && room != 4 && room != value.size))
            return problem("the call passes a value of another size than the " +
                           std::to_string(value.size) + " bytes that '" + formal.name + "' takes");
        return value;
    }

    const Instruction& call_;
    const Function& caller_;
    const ParameterLayout& layout_;
    FrameBuilder& builder_;
    const DecodeContext& context_;
    Signature signature_;
    CallSite site_;
};

bool same_sizes(const std::vector<Variable>& a, const std::vector<Variable>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
        if (a[k].size != b[k].size) return false;
    return true;
}

/// The first function of a list of targets: all of a list have one signature.
Signature signature_of_first(const std::string& name, const Module& module) {
    const Function* first = module.find_function(name);
    return first == nullptr ? Signature{} : signature_of(*first);
}

} // namespace

bool is_indirect(const Instruction& call) {
    return call.operands[1].kind == Operand::Kind::Register;
}

Signature signature_of(const Function& function) {
    return {&function.results, &function.parameters};
}

Signature signature_of(const Instruction& call, const Function& caller, const Module& module) {
    const Operand& declared = call.operands[3];
    if (declared.kind == Operand::Kind::Label && declared.index < caller.prototypes.size()) {
        const CallPrototype& prototype = caller.prototypes[declared.index];
        if (!prototype.targets.empty())
            return signature_of_first(prototype.targets.front(), module);
        return {&prototype.results, &prototype.parameters};
    }
    if (declared.kind != Operand::Kind::Symbol) return {};
    const Variable* table = module.find_variable(declared.name);
    if (table == nullptr || table->relocations.empty()) return {};
    return signature_of_first(table->relocations.front().symbol, module);
}

bool same_sizes(const Signature& a, const Signature& b) {
    return same_sizes(*a.results, *b.results) && same_sizes(*a.parameters, *b.parameters);
}

std::vector<CallValue> places_of_formals(const std::vector<Variable>& formals,
                                         const Function& function, const ParameterLayout& layout,
                                         const FrameBuilder& builder) {
    std::vector<CallValue> places;
    for (const Variable& formal : formals) {
        CallValue& place = places.emplace_back();
        place.size = static_cast<std::uint32_t>(formal.size);
        place.offset = layout.areas.at(formal.name).offset;
        if (formal.space != StateSpace::Register) continue;
        for (std::uint32_t r = 0; r < function.registers.size(); ++r)
            if (function.registers[r].name == formal.name)
                place.lane_vector = builder.register_slot(r);
    }
    return places;
}

Result<CallSite> decode_call_site(const Instruction& call, const Function& caller,
                                  const ParameterLayout& layout, FrameBuilder& builder,
                                  const DecodeContext& context) {
    return CallDecoder(call, caller, layout, builder, context).run();
}

} // namespace warpscope
