// The account of a workload's time, and what is said of the machine and the build.
#include "cli/bench_report.h"

#include <algorithm>
#include <fstream>
#include <map>

namespace warpscope::cli {
namespace {

std::vector<BenchAccount::Row> sorted(std::map<std::string, BenchAccount::Row>& sums) {
    std::vector<BenchAccount::Row> rows;
    for (auto& [name, sum] : sums) {
        sum.name = name;
        rows.push_back(std::move(sum));
    }
    std::sort(rows.begin(), rows.end(), [](const BenchAccount::Row& a, const BenchAccount::Row& b) {
        return a.checked_seconds > b.checked_seconds;
    });
    return rows;
}

void add(BenchAccount::Row& sum, const OperationCost& cost) {
    const double executions = static_cast<double>(cost.executions);
    sum.executions += cost.executions;
    sum.bare_seconds += executions * cost.bare * 1e-9;
    sum.checked_seconds += executions * cost.checked * 1e-9;
}

} // namespace

BenchAccount account_of(const BenchResult& result) {
    std::map<std::string, BenchAccount::Row> classes, forms;
    for (const OperationCost& cost : result.costs.operations) {
        add(classes[std::string(name_of(cost.instruction_class))], cost);
        add(forms[cost.form], cost);
    }
    BenchAccount account;
    account.classes = sorted(classes);
    account.forms = sorted(forms);
    const double instructions = static_cast<double>(result.warp_instructions);
    account.total = median(result.find(BenchObservers::Off, 1)->times());
    account.bare = median(result.costs.bare_loop) * instructions * 1e-9;
    const double checked = median(result.costs.checked_loop) * instructions * 1e-9;
    account.checks = checked - account.bare;
    account.rest = account.total - checked;
    return account;
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "unknown";
}

std::string compiler_name() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

bool assertions_on() {
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

} // namespace warpscope::cli
