// The table of GpuSpec's fields: what the TOML reader and writer know about each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "sim/gpu/gpu_spec.h"

namespace warpscope {

/// One number of a GpuSpec. The key in the TOML file is the name of the member.
struct GpuField {
    std::string_view name;
    std::variant<unsigned GpuSpec::*, std::uint64_t GpuSpec::*> member;
    std::uint64_t least, most;
    std::string_view meaning; ///< for messages: "streaming multiprocessors"
};

/// All numbers, in the order in which they are written. `id` and `name` are the only strings.
std::span<const GpuField> gpu_fields();

std::uint64_t get(const GpuSpec& gpu, const GpuField& field);
void set(GpuSpec& gpu, const GpuField& field, std::uint64_t value);

} // namespace warpscope
