// Parses and applies `--owned`.
#include "runtime/report/owned_rules.h"

#include <algorithm>
#include <charconv>

#include "runtime/report/statistics.h"

namespace warpscope::report {
namespace {

Diagnostic bad_rule(std::string_view text, const std::string& what) {
    return {{},
            "--owned " + std::string(text) + ": " + what,
            "write PARAMETER=element, PARAMETER=block, PARAMETER=tile:RxC or =tile:RxCxW, with the "
            "number of the parameter from 0, and KERNEL: before it if it matters"};
}

bool read_number(std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// "16x16" or "16x16x1024".
bool read_tile(std::string_view text, OwnedParameter& owned) {
    std::vector<std::uint64_t> numbers;
    while (true) {
        const std::size_t end = std::min(text.find('x'), text.size());
        if (!read_number(text.substr(0, end), numbers.emplace_back()) || numbers.back() == 0 ||
            numbers.back() > UINT32_MAX)
            return false;
        if (end == text.size()) break;
        text.remove_prefix(end + 1);
    }
    if (numbers.size() != 2 && numbers.size() != 3) return false;
    owned.division = Division::BlockTiles;
    owned.rows = static_cast<std::uint32_t>(numbers[0]);
    owned.columns = static_cast<std::uint32_t>(numbers[1]);
    owned.pitch = numbers.size() == 3 ? numbers[2] : 0;
    return owned.pitch == 0 || owned.pitch >= owned.columns;
}

bool read_division(std::string_view text, OwnedParameter& owned) {
    if (text == "element") return owned.division = Division::Scatter, true;
    if (text == "block") return owned.division = Division::Blocks, true;
    return text.starts_with("tile:") && read_tile(text.substr(5), owned);
}

} // namespace

Result<OwnedRule> parse_owned_rule(std::string_view text) {
    OwnedRule rule;
    rule.text = text;
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos || equals == 0)
        return bad_rule(text, "no '=' behind the name of a parameter");
    std::string_view name = text.substr(0, equals);
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos) {
        rule.kernel = name.substr(0, colon);
        name.remove_prefix(colon + 1);
    }
    rule.parameter = name;
    if (rule.parameter.empty()) return bad_rule(text, "no parameter");
    if (!read_division(text.substr(equals + 1), rule.owned))
        return bad_rule(text, "'" + std::string(text.substr(equals + 1)) + "' is no division");
    return rule;
}

bool names_kernel(const OwnedRule& rule, const Executable& kernel) {
    if (rule.kernel.empty() || rule.kernel == kernel.kernel) return true;
    std::string name = demangle(kernel.kernel.substr(0, kernel.kernel.find("$m")));
    constexpr std::string_view kUnnamed = "(anonymous namespace)::";
    for (std::size_t at = 0; (at = name.find(kUnnamed)) != std::string::npos;)
        name.erase(at, kUnnamed.size());
    name = name.substr(0, name.find_first_of("(<"));
    // `void f<int>(int)`: templates are named with their result.
    if (const std::size_t blank = name.rfind(' '); blank != std::string::npos)
        name = name.substr(blank + 1);
    return rule.kernel == name || name.ends_with("::" + rule.kernel);
}

Result<OwnedParameter> parameter_of(const OwnedRule& rule, const Executable& kernel) {
    const std::vector<ParameterSlot>& slots = kernel.parameters;
    std::uint64_t number = 0;
    auto slot = slots.end();
    if (read_number(rule.parameter, number)) {
        if (number < slots.size()) slot = slots.begin() + static_cast<std::ptrdiff_t>(number);
    } else {
        slot = std::find_if(slots.begin(), slots.end(),
                            [&](const ParameterSlot& s) { return s.name == rule.parameter; });
    }
    const std::string name = demangle(kernel.kernel);
    if (slot == slots.end())
        return Diagnostic{{},
                          "--owned " + rule.text + ": " + name + " has no such parameter",
                          "it has " + std::to_string(slots.size()) + ", numbered from 0"};
    if (slot->size != sizeof(Address))
        return Diagnostic{{},
                          "--owned " + rule.text + ": that parameter of " + name + " is no pointer",
                          "name one that takes 8 bytes"};
    OwnedParameter owned = rule.owned;
    owned.offset = slot->offset;
    return owned;
}

std::vector<OwnedParameter> parameters_of(const std::vector<OwnedRule>& rules,
                                          const Executable& kernel) {
    std::vector<OwnedParameter> parameters;
    for (const OwnedRule& rule : rules) {
        if (!names_kernel(rule, kernel)) continue;
        if (const Result<OwnedParameter> parameter = parameter_of(rule, kernel))
            parameters.push_back(*parameter);
    }
    return parameters;
}

} // namespace warpscope::report
