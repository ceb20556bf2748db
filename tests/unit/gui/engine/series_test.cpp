// Which program of a folder comes next.
#include "gui/engine/series.h"

#include <fstream>

#include "tests/catch.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;

TEST_CASE("the next program of a series has the next number", "[gui][series]") {
    const test::TemporaryFolder folder;
    for (const char* name : {"1_naive.cu", "2_shared.cu", "3_padded.cu", "10_last.cu",
                             "3_notes.txt", "common.cu", "4.cu"})
        std::ofstream(folder.path / name) << "\n";
    const auto next = [&](const char* name) {
        const auto found = gui::next_in_series(folder.path / name);
        return found ? found->filename().string() : "";
    };
    CHECK(next("1_naive.cu") == "2_shared.cu");
    CHECK(next("2_shared.cu") == "3_padded.cu");
    CHECK(next("3_padded.cu") == "10_last.cu");
    CHECK(next("10_last.cu").empty());
    CHECK(next("common.cu").empty());
    CHECK(next("7_missing.cu") == "10_last.cu");
    CHECK_FALSE(gui::next_in_series(folder.path / "nowhere" / "1_a.cu"));
    CHECK_FALSE(gui::next_in_series(""));
}
