// Golden files: what hardware answered, one line a form.
//
// results.tsv      row, form, digest, the 16 chunk digests one after another: what hardware runs
// refused.tsv      row, form, the compiler's message: in a row's notation, but refused for sm_90
// differences.tsv  row, form, how the emulator's answer was another one when both last ran: tuples,
//                  worst distance in ulp and tuples without a distance; or "refused" or "accepted"
// rows.tsv         row, class, declared error, "compared" or why it is left out: for the page
// Lines that begin with # say which GPU and driver it was, and when.
#pragma once

#include <map>
#include <set>
#include <string>

#include "tests/conformance/replay.h"

namespace warpscope::conformance {

struct Difference {
    bool refused = false, accepted = false; ///< by the emulator alone
    std::uint32_t tuples = 0, no_distance = 0;
    std::uint64_t worst_ulp = 0;
};

struct Golden {
    std::map<std::string, Digest> results;
    std::map<std::string, std::string> refused;
    std::map<std::string, Difference> differences;
};

Result<Golden> read_golden(const std::string& folder);
/// What rows.tsv holds.
std::string rows_table();
/// Writes the four files. `notes` are the lines at their tops, without #.
Status write_golden(const std::string& folder, const std::vector<Form>& forms, const Replay& replay,
                    const std::vector<std::string>& notes);

/// Takes forms out of differences.tsv.
Status remove_differences(const std::string& folder, const std::set<std::string>& forms);

} // namespace warpscope::conformance
