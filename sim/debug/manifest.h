// The manifest of a capsule and its outcome as JSON text, both ways. Internal to sim/debug and its
// tests.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sim/debug/capsule.h"

namespace warpscope {

inline constexpr const char* kPageStore = "pages";
inline constexpr const char* kTextStore = "texts";

/// Gives the content with this hash out of one of the stores; anything longer than `largest` bytes
/// is an error.
using LoadStored =
    std::function<Result<std::string>(const char* store, const Hash& hash, std::uint64_t largest)>;

std::string manifest_text(const Capsule& capsule);
/// Checks everything; `file` is what diagnostics name. The outcome is not part of it.
Result<Capsule> parse_manifest(std::string_view text, const std::string& file,
                               const LoadStored& load);

std::string outcome_text(const CapsuleOutcome& outcome);
Result<CapsuleOutcome> parse_outcome(std::string_view text, const std::string& file);

} // namespace warpscope
