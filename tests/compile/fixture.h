// What the tests of compiling share: a folder for each test, a compiler set up to use it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/compile/compile.h"

namespace warpscope::compile::test {

/// A folder with a cache of its own and sources written by the test; removed at the end.
class Workplace {
public:
    Workplace();
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    ~Workplace();

    std::filesystem::path path(std::string_view name) const { return folder_ / name; }
    std::filesystem::path write(std::string_view name, std::string_view text) const;

    /// Options with these sources, the cache here, and compiler text collected in `text`.
    CompileOptions options(std::vector<std::filesystem::path> sources);

    /// What the compilers printed so far.
    std::string text;

private:
    std::filesystem::path folder_;
};

/// This build's headers and device library with the recording runtime of these tests.
Installation installation();

/// Runs a program; its standard output, and its status unless that is 0.
std::string run(const std::filesystem::path& program);

/// The texts after `// KEY: ` in a source.
std::vector<std::string> expectations(std::string_view source, std::string_view key);

} // namespace warpscope::compile::test
