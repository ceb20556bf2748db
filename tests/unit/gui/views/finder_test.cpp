// Finding commands by words, what was opened before, and paths that are typed.
#include "gui/views/finder.h"

#include <cstdlib>
#include <fstream>

#include "gui/engine/paths.h"
#include "gui/layout/recent.h"
#include "tests/catch.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
using namespace warpscope::gui;
using namespace warpscope::test;
using views::match;

TEST_CASE("words of a name are found by how they begin", "[gui][finder]") {
    CHECK(match("", "anything") == 1);
    CHECK(match("step", "step back") == 2);
    CHECK(match("back", "step back") == 1);
    CHECK(match("BA st", "step back") == 1);
    CHECK(match("ack", "step back") == 0);
    CHECK(match("step forwards", "step back") == 0);
    CHECK(match("2_sh", "/home/a/2_shared.cu") == 1);
    CHECK(match("shared", "/home/a/2_shared.cu") == 1);
    CHECK(match("/a/2", "/home/a/2_shared.cu") == 1);
    CHECK(match("  ", "x") == 1);
}

TEST_CASE("the newest program comes first, once, and ten are kept", "[gui][finder]") {
    std::vector<RecentProgram> recent;
    for (int i = 0; i < 12; ++i)
        add_recent(recent, {"/p" + std::to_string(i), {}, {}});
    REQUIRE(recent.size() == kMostRecent);
    CHECK(recent.front().path == "/p11");
    add_recent(recent, {"/p5", {"70", "a b"}, {"--gpu", "h200"}});
    CHECK(recent.size() == kMostRecent);
    CHECK(recent.front().arguments == std::vector<std::string>{"70", "a b"});
    CHECK(recent[1].path == "/p11");
    const auto again = read_recent(save_recent(recent), "file");
    REQUIRE(again);
    CHECK(*again == recent);
    for (const char* wrong : {"", "{}", "[1]", "{\"warpscope-gui-recent\":2,\"programs\":[]}",
                              "{\"warpscope-gui-recent\":1,\"programs\":3}"})
        CHECK_FALSE(read_recent(wrong, "file"));
    // What is no program is passed over.
    const auto some = read_recent(
        R"({"warpscope-gui-recent":1,"programs":[3,{"path":1},{"path":"/a","arguments":[1,"x"]}]})",
        "file");
    REQUIRE(some);
    REQUIRE(some->size() == 1);
    CHECK((*some)[0].arguments == std::vector<std::string>{"x"});
}

TEST_CASE("paths are completed by programs, launches and folders", "[gui][finder]") {
    const TemporaryFolder folder;
    const std::string root = folder.path.string() + "/";
    std::filesystem::create_directories(folder.path / "inner/deep");
    std::filesystem::create_directories(folder.path / "capture/launch-0001");
    std::filesystem::create_directories(folder.path / ".hidden");
    for (const char* file : {"b.cu", "a.cu", "notes.txt", "capture/launch-0001/manifest.json"})
        std::ofstream(folder.path / file) << "x";
    auto choices = path_choices(root, 10);
    REQUIRE(choices.size() == 4);
    CHECK(choices[0].path == root + "a.cu");
    CHECK(choices[0].kind == PathChoice::Kind::Program);
    CHECK(choices[2].path == root + "capture/");
    CHECK(choices[2].kind == PathChoice::Kind::Launch);
    CHECK(choices[3].path == root + "inner/");
    CHECK(choices[3].kind == PathChoice::Kind::Folder);
    CHECK(path_choices(root, 2).size() == 2);
    choices = path_choices(root + "capture/la", 10);
    REQUIRE(choices.size() == 1);
    CHECK(choices[0].kind == PathChoice::Kind::Launch);
    CHECK(path_choices(root + ".h", 10).size() == 1);
    CHECK(path_choices(root + "missing/", 10).empty());
}

TEST_CASE("the example is found beside an installation and in a source tree", "[gui][finder]") {
    const TemporaryFolder folder;
    CHECK(find_example(folder.path / "bin").empty());
    const auto installed = folder.path / "share/warpscope/kernels/transpose";
    std::filesystem::create_directories(installed);
    std::ofstream(installed / "2_shared.cu") << "x";
    CHECK(find_example(folder.path / "bin") == installed / "2_shared.cu");
    const auto source = folder.path / "tree/kernels/transpose";
    std::filesystem::create_directories(source);
    std::ofstream(source / "2_shared.cu") << "x";
    CHECK(find_example(folder.path / "tree/build/release/bin") == source / "2_shared.cu");
}
