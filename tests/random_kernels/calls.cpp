// Calls of device functions, by name and through pointers.
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

std::string list_of(const std::string& letters, const std::string& name) {
    std::string text;
    for (std::size_t i = 0; i < letters.size(); ++i)
        text += (i == 0 ? "" : ", ") + name + std::to_string(i);
    return text;
}

std::string prototype(const Callee& callee) {
    std::string parameters;
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
        parameters += join({i == 0 ? "" : ", ", ".param .", bits_type(callee.parameters[i]), " _"});
    return "(" + result_declaration(callee.results, "_") + ") _ (" + parameters + ")";
}

} // namespace

std::string result_declaration(const std::string& letters, const std::string& name) {
    if (letters.size() == 1) return ".param ." + bits_type(letters[0]) + " " + name;
    return ".param .align 8 .b8 " + name + "[" + std::to_string(8 * letters.size()) + "]";
}

bool make_call(Scope& scope, const Flow& flow, Node& node) {
    if (scope.callees.empty()) return false;
    Random& random = scope.random;
    const Callee callee = random.pick(scope.callees);
    if (callee.takes_mask && flow.mask.empty()) return false;
    for (const char letter : callee.parameters + callee.results)
        if (!scope.has(letter)) return false;
    // Another function that takes the same, to choose from by lane.
    std::string target, other;
    for (const Callee& c : scope.callees)
        if (c.name != callee.name && c.parameters == callee.parameters &&
            c.results == callee.results && !c.takes_mask && !callee.takes_mask)
            other = c.name;
    Lines lines;
    std::string proto;
    if (!other.empty() && random.one_in(2)) {
        const std::string a = scope.fresh('d'), b = scope.fresh('d'),
                          p = scope.lane_condition(lines);
        target = scope.fresh('d'), proto = scope.label("proto");
        lines.add({"mov.u64 ", a, ", ", callee.name, ";"});
        lines.add({"mov.u64 ", b, ", ", other, ";"});
        const bool negated = p[0] == '!';
        lines.add({"selp.u64 ", target, ", ", negated ? b : a, ", ", negated ? a : b, ", ",
                   negated ? p.substr(1) : p, ";"});
        lines.add({proto, ": .callprototype ", prototype(callee), ";"});
    }
    lines.add({"{"});
    const std::string parameters = callee.parameters + (callee.takes_mask ? "r" : "");
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string name = "a" + std::to_string(i);
        lines.add({".param .", bits_type(parameters[i]), " ", name, ";"});
        const bool mask = i == callee.parameters.size();
        lines.add({"st.param.", bits_type(parameters[i]), " [", name, "], ",
                   mask ? flow.mask : scope.variable(parameters[i]), ";"});
    }
    lines.add({result_declaration(callee.results, "o"), ";"});
    lines.add({"call", flow.block_uniform && target.empty() && random.one_in(3) ? ".uni (" : " (",
               "o), ", target.empty() ? callee.name : target, ", (", list_of(parameters, "a"), ")",
               proto.empty() ? "" : ", " + proto, ";"});
    std::vector<std::string> results;
    for (std::size_t i = 0; i < callee.results.size(); ++i) {
        const std::string value = scope.variable(callee.results[i]);
        lines.add({"ld.param.", bits_type(callee.results[i]), " ", value, ", [o+",
                   std::to_string(8 * i), "];"});
        results.push_back(value);
    }
    lines.add({"}"});
    for (const std::string& value : results)
        scope.mix(lines, value);
    node.lines(lines);
    return true;
}

} // namespace warpscope::random_kernels
