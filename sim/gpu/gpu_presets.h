// GPU models as TOML text: reading presets, checking every field, writing them for another process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/gpu/gpu_spec.h"

namespace warpscope {

/// The preset that is compiled in: NVIDIA H200, equal to assets/gpus/h200.toml.
GpuSpec default_gpu();

/// Reads a model from TOML text. Every field must be there, have its type and lie in its range, and
/// no other may be; diagnostics call the text `name`.
Result<GpuSpec> parse_gpu(std::string_view text, const std::string& name);

/// The same for a file.
Result<GpuSpec> load_gpu(const std::filesystem::path& file);

/// A preset's id ("h200") or a path to a TOML file. `presets` is the folder with the presets.
Result<GpuSpec> find_gpu(const std::string& id_or_file, const std::filesystem::path& presets);

/// All presets of a folder, by id. The first one that cannot be read is the error.
Result<std::vector<GpuSpec>> list_gpus(const std::filesystem::path& presets);

/// TOML text that parse_gpu reads back to an equal value.
std::string to_toml(const GpuSpec& gpu);

} // namespace warpscope
