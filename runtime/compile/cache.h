// Earlier results of compiling, found again by the content of everything that went into them.
//
// A recipe is the hash of the command lines and tools. For each recipe the cache remembers which
// files a compilation read; the hash of the recipe and of those files' present content names the
// result. Results appear under their name by a rename, so processes may share the cache.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
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
    std::string container;     // empty for plain C++
    std::string compiler_text; // warnings
    Hash hash;                 // of everything that went into it
    std::vector<std::string> dependencies; // files it was made from
};

class Cache {
public:
    explicit Cache(std::filesystem::path directory);

    /// The result for this recipe and the present content of the files it read last time.
    std::optional<Unit> find_unit(const Hash& recipe, ContentHashes& contents) const;

    /// Keeps a result, moving its object file into the cache. Returns the unit as kept.
    Result<Unit> store_unit(const Hash& recipe, Unit unit, ContentHashes& contents) const;

    /// The executable linked from these inputs; empty when there is none.
    std::filesystem::path find_program(const Hash& inputs, const std::string& name) const;

    /// Keeps an executable, moving it into the cache. Returns where it is.
    Result<std::filesystem::path> store_program(const Hash& inputs,
                                                const std::filesystem::path& executable,
                                                const std::string& name) const;

    /// A folder on the cache's own file system, for results in the making.
    const std::filesystem::path& directory() const { return directory_; }

private:
    std::filesystem::path directory_;
};

} // namespace warpscope::compile
