// Words around the driver's words.
#include "runtime/report/gpu_fault.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

constexpr std::size_t kShownFindings = 4;

/// One line: what, how the memory lies, who and where.
std::string line_of(const Finding& f) {
    std::string text = f.message;
    if (f.has_address && !f.details.empty()) text += ", " + f.details[0];
    if (f.has_thread) text += fmt::format("; block {}, thread {}", index(f.block), index(f.thread));
    if (!f.source.empty())
        return text + fmt::format(", at {}:{}", f.source[0].file, f.source[0].line);
    if (f.ptx_line != 0) text += fmt::format(", PTX line {}: {}", f.ptx_line, f.ptx_text);
    return text;
}

void add(const char* how, const std::vector<Finding>& findings, Finding& fault) {
    for (std::size_t i = 0; i < std::min(kShownFindings, findings.size()); ++i)
        fault.details.push_back(how + line_of(findings[i]));
    if (findings.size() > kShownFindings)
        fault.details.push_back(fmt::format("and {} more", grouped(findings.size() - kShownFindings)));
}

} // namespace

std::vector<std::string> gpu_fault_details(const Dim3& grid, const Dim3& block,
                                           const std::string& causes) {
    std::vector<std::string> details = {
        fmt::format("grid {}, block {}", extent(grid), extent(block))};
    if (!causes.empty()) details.push_back("GPUs give this error for " + causes);
    return details;
}

void add_search(const FaultSearch& search, Finding& fault) {
    if (search.conclusion.empty()) return;
    add("the emulator runs into: ", search.faults, fault);
    add("the emulator's checkers find: ", search.noticed, fault);
    fault.details.push_back(search.conclusion);
    const std::vector<Finding>& named = search.faults.empty() ? search.noticed : search.faults;
    if (named.empty()) {
        fault.advice = "what depends on how fast threads are may show in other orders: `warpscope "
                       "run --seed N --check all`";
        return;
    }
    fault.source = named[0].source;
    fault.advice = named[0].advice;
}

} // namespace warpscope::report
