// What `run`, `exec` and `compare` share: carrying out options that were read.
#pragma once

#include "cli/run_options.h"

namespace warpscope::cli {

/// CUDA sources, or one PTX file. `app` tells which options were given.
int run_files(const CLI::App& app, const RunOptions& options);
/// A program that `warpscope build` made.
int run_built(const CLI::App& app, const RunOptions& options);

} // namespace warpscope::cli
