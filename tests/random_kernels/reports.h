// What the program prints, and how its results are held against golden files.
#pragma once

#include <string>

#include "tests/random_kernels/bulk.h"
#include "tests/random_kernels/golden.h"

namespace warpscope::random_kernels {

/// Counts, and a line for each kernel on which the devices do not agree. True when they all do.
bool report(const BulkSettings& settings, const BulkResult& result);

/// Writes the golden file: whole groups only, and what could not be compared is left out.
Status record(const std::string& path, const BulkSettings& settings, const BulkResult& result);

/// Holds what the emulator gave to the golden file; prints kernels that differ. True when none
/// does, and all groups are there. `texts_differ` is set when the kernels are not those that were
/// recorded.
bool check(const Golden& golden, const BulkSettings& settings, const BulkResult& result);

/// Rows whose instructions ran, and those that did not with the reason.
void report_coverage(const std::vector<std::uint64_t>& executions);

} // namespace warpscope::random_kernels
