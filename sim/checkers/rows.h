// The checkers: what each looks for, and how to get one. A checker is a file and a row here.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/checkers/checker.h"

namespace warpscope {

struct CheckerRow {
    std::string_view id; ///< of `--check`, and Finding::checker
    std::string_view reports;
    /// Null: the emulator itself stops such launches with a fault, whatever is checked.
    std::unique_ptr<Checker> (*make)() = nullptr;
};

std::span<const CheckerRow> checker_rows();

/// Ids of the rows that "all", "none" or a list like "race,initialized" names.
Result<std::vector<std::string>> checkers_named(std::string_view list);

/// One of each that `ids` names and that is more than faults.
std::vector<std::unique_ptr<Checker>> make_checkers(const std::vector<std::string>& ids);

} // namespace warpscope
