// TemporaryFolder: an empty folder that is gone with its owner.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/catch.h"

namespace warpscope::test {

struct TemporaryFolder {
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "warpscope-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path path;
};

} // namespace warpscope::test
