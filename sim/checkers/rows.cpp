// The table of checkers.
#include "sim/checkers/rows.h"

#include <algorithm>

#include "sim/checkers/initialized.h"
#include "sim/checkers/ownership.h"
#include "sim/checkers/race.h"

namespace warpscope {
namespace {

constexpr CheckerRow table[] = {
    {"memory",
     "accesses out of bounds, misaligned, to freed memory, to the wrong space, writes to constants",
     nullptr},
    {"initialized", "reads of global, shared or local memory that nothing has written",
     make_initialized_checker},
    {"race",
     "two accesses to a byte, one of them a write, that nothing orders and that are not both "
     "atomic",
     make_race_checker},
    {"sync", "barriers that not all threads reach, member masks that do not fit, deadlocks",
     nullptr},
    {"ownership",
     "elements of owned buffers that two threads or blocks write, or one that does not own them",
     make_ownership_checker},
    {"contract", "launches that break a clause of WS_REQUIRES, or make indices ambiguous", nullptr},
};

std::string all_ids() {
    std::string ids;
    for (const CheckerRow& row : table)
        ids += (ids.empty() ? "" : ", ") + std::string(row.id);
    return ids;
}

} // namespace

std::span<const CheckerRow> checker_rows() {
    return table;
}

Result<std::vector<std::string>> checkers_named(std::string_view list) {
    std::vector<std::string> ids;
    if (list == "none") return ids;
    for (std::size_t at = 0; list != "all" && at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string_view id = list.substr(at, end - at);
        if (std::none_of(std::begin(table), std::end(table),
                         [&](const CheckerRow& row) { return row.id == id; }))
            return Diagnostic{{},
                              "\"" + std::string(id) + "\" is no checker",
                              "all, none, or some of " + all_ids() + ", with commas between"};
        ids.emplace_back(id);
        at = end + 1;
    }
    if (list == "all")
        for (const CheckerRow& row : table)
            ids.emplace_back(row.id);
    return ids;
}

std::vector<std::unique_ptr<Checker>> make_checkers(const std::vector<std::string>& ids) {
    std::vector<std::unique_ptr<Checker>> checkers;
    for (const CheckerRow& row : table)
        if (row.make != nullptr && std::find(ids.begin(), ids.end(), row.id) != ids.end())
            checkers.push_back(row.make());
    return checkers;
}

} // namespace warpscope
