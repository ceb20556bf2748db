// Finds GPU models: the compiled-in one, files, and the presets of a folder.
#include "sim/gpu/gpu_presets.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// The TOML files of a folder, by name; empty when there is no such folder.
std::vector<fs::path> preset_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".toml") files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string preset_names(const fs::path& folder) {
    std::string names;
    for (const fs::path& file : preset_files(folder)) {
        names += (names.empty() ? "" : ", ") + file.stem().string();
    }
    return names;
}

bool looks_like_a_file(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".toml");
}

} // namespace

GpuSpec default_gpu() {
    GpuSpec gpu;
    gpu.id = "h200";
    gpu.name = "NVIDIA H200";
    return gpu;
}

Result<GpuSpec> load_gpu(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error)) {
        return Diagnostic{{file.string()},
                          "there is no such file",
                          "give the path of a GPU description (TOML), or the name of a preset; "
                          "`warpscope gpus` lists those"};
    }
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    if (!fs::is_regular_file(file, error) || !(text << stream.rdbuf())) {
        return Diagnostic{{file.string()},
                          "cannot be read as a GPU description",
                          "it should be a TOML file like those in assets/gpus"};
    }
    return parse_gpu(text.str(), file.string());
}

Result<GpuSpec> find_gpu(const std::string& id_or_file, const fs::path& presets) {
    if (looks_like_a_file(id_or_file)) return load_gpu(id_or_file);
    std::string id = id_or_file;
    std::transform(id.begin(), id.end(), id.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const fs::path file = presets / (id + ".toml");
    std::error_code error;
    if (!id.empty() && fs::exists(file, error)) return load_gpu(file);

    const std::string names = preset_names(presets);
    if (names.empty()) {
        // A broken installation still has the default.
        if (id == default_gpu().id) return default_gpu();
        return Diagnostic{{},
                          fmt::format("no GPU named \"{}\": the folder of presets {} is empty or "
                                      "missing",
                                      id_or_file, presets.string()),
                          "give the path of a TOML file, or install Warpscope again"};
    }
    return Diagnostic{{},
                      fmt::format("no GPU named \"{}\"", id_or_file),
                      fmt::format("one of {}, or the path of a TOML file", names)};
}

Result<std::vector<GpuSpec>> list_gpus(const fs::path& presets) {
    std::vector<GpuSpec> all;
    for (const fs::path& file : preset_files(presets)) {
        Result<GpuSpec> gpu = load_gpu(file);
        if (!gpu) return gpu.error();
        all.push_back(std::move(*gpu));
    }
    if (all.empty()) {
        return Diagnostic{{presets.string()}, "holds no GPU presets", "install Warpscope again"};
    }
    return all;
}

} // namespace warpscope
