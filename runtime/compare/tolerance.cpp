// Reading and applying tolerances.
#include "runtime/compare/tolerance.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::compare {
namespace {

Diagnostic refused(const std::string& text) {
    return {{},
            fmt::format("\"{}\" is no tolerance", text),
            "[BUFFER=]bits, [BUFFER=]ulp:4 or [BUFFER=]rel:1e-5, where BUFFER is the number of a "
            "parameter or the name of a variable"};
}

} // namespace

Result<ToleranceRule> parse_tolerance(const std::string& text) {
    ToleranceRule rule;
    std::string how = text;
    if (const std::size_t equals = text.find('='); equals != std::string::npos) {
        rule.buffer = text.substr(0, equals);
        how = text.substr(equals + 1);
        if (rule.buffer.empty()) return refused(text);
    }
    if (how == "bits") return rule;
    const bool ulp = how.starts_with("ulp:"), relative = how.starts_with("rel:");
    if (!ulp && !relative) return refused(text);
    rule.tolerance.kind = ulp ? Tolerance::Kind::Ulp : Tolerance::Kind::Relative;
    const char* const first = how.data() + 4;
    const char* const last = how.data() + how.size();
    const auto [end, error] = std::from_chars(first, last, rule.tolerance.limit);
    const double limit = rule.tolerance.limit;
    if (error != std::errc{} || end != last || !std::isfinite(limit) || limit < 0 ||
        (ulp && limit != std::floor(limit)))
        return refused(text);
    return rule;
}

Result<std::vector<ToleranceRule>> parse_tolerances(const std::vector<std::string>& texts) {
    std::vector<ToleranceRule> rules;
    for (const std::string& text : texts) {
        Result<ToleranceRule> rule = parse_tolerance(text);
        if (!rule) return rule.error();
        rules.push_back(std::move(*rule));
    }
    return rules;
}

std::string text_of(const Tolerance& tolerance) {
    switch (tolerance.kind) {
    case Tolerance::Kind::Ulp: return fmt::format("ulp:{:.0f}", tolerance.limit);
    case Tolerance::Kind::Relative: return fmt::format("rel:{:g}", tolerance.limit);
    default: return "bits";
    }
}

Tolerance tolerance_for(const std::vector<ToleranceRule>& rules,
                        const std::vector<std::string>& names) {
    Tolerance found;
    bool named = false;
    for (const ToleranceRule& rule : rules) {
        const bool names_it = std::find(names.begin(), names.end(), rule.buffer) != names.end();
        if (!names_it && (named || !rule.buffer.empty())) continue;
        found = rule.tolerance;
        named = names_it;
    }
    return found;
}

bool allows(const Tolerance& tolerance, Type type, const Distance& distance) {
    if (distance.kind == Distance::Kind::None) return true;
    if (tolerance.kind == Tolerance::Kind::Bits || !is_float(type)) return false;
    if (distance.kind == Distance::Kind::SignOfZero) return true;
    if (distance.kind == Distance::Kind::Special) return false;
    return tolerance.kind == Tolerance::Kind::Ulp
               ? static_cast<double>(distance.units) <= tolerance.limit
               : distance.relative <= tolerance.limit;
}

} // namespace warpscope::compare
