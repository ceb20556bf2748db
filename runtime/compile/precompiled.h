// Headers of CUDA sources, compiled in advance: most of the time of compiling a small program goes
// into cuda_runtime.h and the standard library.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/compile/cache.h"
#include "runtime/compile/command_lines.h"

namespace warpscope::compile {

/// A precompiled header and the source of `#include` lines it was made from.
struct Precompiled {
    std::filesystem::path header; // empty: there is none, and the source is compiled without
    std::filesystem::path prefix;
    std::vector<std::string> dependencies; // files the header was made from

    /// Whether what a compiler printed speaks of either, of which the user knows nothing.
    bool shows_in(std::string_view compiler_text) const;
};

/// Finds precompiled headers in the cache, and makes those that are missing.
class Precompiler {
public:
    /// Without a cache nothing is precompiled. All outlive this.
    Precompiler(const Setting& setting, const Cache* cache, ContentHashes& contents)
        : setting_(setting), cache_(cache), contents_(contents) {}

    /// For one half of a source: cuda_runtime.h, then the headers that the source includes first,
    /// be it through files of its own.
    /// What clang makes of the source is the same with it and without.
    Precompiled header_for(const std::filesystem::path& source, Half half) const;

private:
    std::string prefix_of(const std::filesystem::path& source) const;
    bool may_be_included_twice(const std::string& header) const;
    Hash recipe_of(const std::filesystem::path& prefix, Half half) const;
    std::optional<PrecompiledHeader> make(const Hash& recipe, const std::filesystem::path& prefix,
                                          Half half) const;

    const Setting& setting_;
    const Cache* cache_;
    ContentHashes& contents_;
};

/// The variables in which compilers look for more folders of headers, as they are.
std::vector<std::string> header_variables();

/// Whether one of the files changed after `start`: nobody knows which content a compiler saw that
/// was started then.
bool changed_since(std::filesystem::file_time_type start, const std::vector<std::string>& files);

} // namespace warpscope::compile
