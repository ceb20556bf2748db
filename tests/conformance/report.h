// Reports of replays: what both devices disagree about, and the comparison with golden files.
#pragma once

#include <set>

#include "tests/conformance/golden.h"

namespace warpscope::conformance {

/// Prints what both devices disagree about, with `first` tuples a form, then a table of rows.
void report(const std::vector<Form>& forms, const Replay& replay, std::size_t first);

void print_digests(const std::vector<Form>& forms, const Replay& replay);

/// Exit status 0 when the emulator answers as hardware did, but for the differences on record.
/// `gone` receives the recorded differences that exist no more.
int check(const std::vector<Form>& forms, const Replay& replay, const Golden& golden,
          std::uint32_t tuples, bool all_forms, std::set<std::string>& gone);

} // namespace warpscope::conformance
