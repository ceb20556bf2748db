// Starting a compiled program and listening to its report channel until it ends.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/report/channel.h"
#include "runtime/report/run_settings.h"
#include "sim/base/result.h"

namespace warpscope::cli {

enum class ProgramOutput : std::uint8_t { PassedThrough, ToStandardError };

struct ChildEnd {
    int status = 0;           ///< exit status
    int signal = 0;           ///< the signal that ended it, or 0
    bool interrupted = false; ///< the user pressed Ctrl-C
};

/// Runs the program to its end. Ctrl-C reaches the program once; a second one ends it for good.
/// Whatever happens to the program, `channel` has all that it reported before.
Result<ChildEnd> run_child(const std::filesystem::path& executable, const std::string& name,
                           const std::vector<std::string>& arguments, report::RunSettings settings,
                           ProgramOutput output, report::ChannelReader& channel);

} // namespace warpscope::cli
