// Reports as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), for code hosting
// and editors that show results beside the source.
#pragma once

#include <string>
#include <string_view>

#include "sim/report/launch_report.h"

namespace warpscope::report {

/// All findings of a run as one SARIF run, indented, with a newline at its end. `version` is
/// Warpscope's.
std::string to_sarif_text(const RunReport& report, std::string_view version);

} // namespace warpscope::report
