// Golden file: digests of what hardware made of the kernels, a line for each group of seeds.
//
//   first seed, digest of the kernels' texts and shapes, digest of the outputs, then four
//   hexadecimal digits of each kernel's output, or ---- where it is left out, because no two runs
//   need agree
// Lines that begin with # say which GPU and driver it was, and when.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::random_kernels {

inline constexpr unsigned kGroup = 100; ///< seeds

struct GoldenGroup {
    std::uint64_t texts = 0, outputs = 0;
    std::vector<std::int32_t> kernels; ///< 16 bits each; -1: left out
};
using Golden = std::map<std::uint64_t, GoldenGroup>; ///< by first seed

/// Of all kernels of a group; `outputs` of a kernel that is left out do not count.
GoldenGroup make_group(const std::vector<std::uint64_t>& texts,
                       const std::vector<std::uint64_t>& outputs,
                       const std::vector<bool>& left_out);

Result<Golden> read_golden(const std::string& path);
Status write_golden(const std::string& path, const Golden& golden,
                    const std::vector<std::string>& notes);

} // namespace warpscope::random_kernels
