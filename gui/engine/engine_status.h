// EngineStatus: what the engine does now, and what came of what it was asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/engine/compiler_messages.h"
#include "gui/engine/program_run.h"
#include "sim/base/diagnostic.h"

namespace warpscope::gui {

/// How the last program that was opened came out.
struct BuildOutcome {
    std::uint64_t number = 0; ///< another one for each; 0: none yet
    bool good = false;
    std::vector<CompilerMessage> messages;
    std::string note; ///< where it stands, when that is not where it was to go back to
};

struct EngineStatus {
    bool busy = false;
    std::string doing;               ///< "compiling and running 2_shared.cu", "going to 12,345"
    std::uint64_t target = 0;        ///< where it goes, when it goes somewhere
    std::optional<Diagnostic> error; ///< of the last command
    std::string program;             ///< what is open
    std::vector<std::filesystem::path> launches; ///< capsules to choose from
    std::filesystem::path capsule;               ///< the one that is open
    std::filesystem::path report; ///< of the run that captured it, as JSON; empty: there is none
    std::optional<ProgramRun>
        ran; ///< what was compiled and run for it; nothing: a capsule was opened
    BuildOutcome built;
    bool searching = false;     ///< it runs through the launch, so progress means something
    std::uint64_t progress = 0; ///< warp instructions that a run has gone through
    double busy_seconds = 0;    ///< with what it does now
    /// What is wrong with breakpoints, by id.
    std::vector<std::pair<unsigned, Diagnostic>> troubles;
};

} // namespace warpscope::gui
