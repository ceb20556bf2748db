// Earlier results of compiling, found again by the content of everything that went into them.
//
// A recipe is the hash of the command lines and tools. For each recipe the cache remembers which
// files a compilation read; the hash of the recipe and of those files' present content names the
// result. Results appear under their name by a rename, so processes may share the cache; each has a
// seal, and one that is not as it was written counts as absent and is made anew.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/result.h"

namespace warpscope::compile {

/// Hashes of files' content, each file read once.
class ContentHashes {
public:
    /// A file that cannot be read has a hash too, of its absence.
    Hash of(const std::string& file);
    Hash of_all(const std::vector<std::string>& files, const Hash& seed);

private:
    std::mutex mutex_;
    std::map<std::string, Hash> known_;
};

/// What one source compiles to.
struct Unit {
    std::filesystem::path object;
    std::string container;                 // empty for plain C++
    std::string compiler_text;             // warnings
    Hash hash;                             // of everything that went into it
    std::vector<std::string> dependencies; // files it was made from
};

/// Headers compiled in advance, for one half of compilations with equal options.
struct PrecompiledHeader {
    std::filesystem::path file;
    std::vector<std::string> dependencies; // files it was made from
};

class Cache {
public:
    /// `limit_bytes` holds whenever a result is added; see trim_cache.
    Cache(std::filesystem::path directory, std::uint64_t limit_bytes);

    /// The result for this recipe and the present content of the files it read last time.
    std::optional<Unit> find_unit(const Hash& recipe, ContentHashes& contents) const;

    /// Keeps a result, with its object file. Returns the unit as kept.
    Result<Unit> store_unit(const Hash& recipe, Unit unit, ContentHashes& contents) const;

    /// The same for precompiled headers.
    std::optional<PrecompiledHeader> find_header(const Hash& recipe, ContentHashes& contents) const;
    Result<PrecompiledHeader> store_header(const Hash& recipe, PrecompiledHeader header,
                                           ContentHashes& contents) const;

    /// Whether this was asked before for the recipe; from now on it was.
    bool seen_before(const Hash& recipe) const;

    /// A file whose name and content stay the same for as long as the cache lives.
    Result<std::filesystem::path> constant_file(std::string_view text,
                                                std::string_view extension) const;

    /// A command by whatever made it; empty when there is none. Its words hold no line ends.
    std::vector<std::string> find_command(const Hash& recipe) const;
    void store_command(const Hash& recipe, const std::vector<std::string>& words) const;

    /// The executable linked from these inputs; empty when there is none.
    std::filesystem::path find_program(const Hash& inputs, const std::string& name) const;

    /// Keeps an executable. Returns where it is.
    Result<std::filesystem::path> store_program(const Hash& inputs,
                                                const std::filesystem::path& executable,
                                                const std::string& name) const;

    /// A folder on the cache's own file system, for results in the making.
    std::filesystem::path making() const { return directory_ / "making"; }

    /// Drops what was used least recently when the cache has grown over its limit.
    void trim() const;

private:
    std::optional<std::filesystem::path> intact(const char* kind, const Hash& hash) const;
    Result<std::filesystem::path> publish(const std::filesystem::path& made, const char* kind,
                                          const Hash& hash) const;
    void add_list(const Hash& recipe, const std::vector<std::string>& files) const;

    std::filesystem::path directory_;
    std::uint64_t limit_;
};

} // namespace warpscope::compile
