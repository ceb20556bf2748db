// Maps of buffers whose use is known.
#include "gui/views/buffer_map.h"

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

gui::LaunchFacts facts_with(std::uint64_t bytes, std::uint64_t piece_bytes) {
    gui::LaunchFacts facts;
    facts.grid = {4, 2, 1};
    BufferUse use;
    use.address = 0x1000;
    use.bytes = bytes;
    use.piece_bytes = piece_bytes;
    use.allocation = 2;
    use.pieces.resize((bytes + piece_bytes - 1) / piece_bytes);
    facts.buffers.push_back(use);
    return facts;
}

gui::LaneAccess row_at(Address first) {
    gui::LaneAccess access;
    access.width = access.element = 4;
    access.lanes = kAllLanes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        access.address[lane] = first + 4 * lane;
    return access;
}

} // namespace

TEST_CASE("a map marks the cells of the access, and heat by powers", "[gui][views]") {
    gui::LaunchFacts facts = facts_with(256, 4);
    auto& pieces = facts.buffers[0].pieces;
    pieces[0].reads = 1;
    pieces[1].reads = 20;
    pieces[2].reads = 1000;
    const BufferMap map = buffer_map(row_at(0x1000 + 64), facts);
    REQUIRE(map.cells.size() == 64);
    for (std::size_t i = 0; i < 64; ++i)
        CHECK(map.cells[i].now == (i >= 16 && i < 48));
    CHECK(map.cells[0].heat == 1);
    CHECK(map.cells[1].heat > map.cells[0].heat);
    CHECK(map.cells[2].heat == 6);
    CHECK(map.cells[3].heat == 0);
    CHECK(map.sentence == "256 B, 4 B a cell; the launch touches 3 of 64 cells");
}

TEST_CASE("words know whether several blocks wrote them, larger cells do not", "[gui][views]") {
    for (const std::uint64_t piece : {4u, 64u}) {
        gui::LaunchFacts facts = facts_with(256, piece);
        facts.buffers[0].pieces[1] = {2, 3, 5, true};
        const BufferMap map = buffer_map(row_at(0x1000), facts);
        CHECK(map.cells[1].several == (piece == 4));
        CHECK(map.written_by_several == (piece == 4 ? 1 : 0));
        CHECK(map.owners == 1);
        const std::string said = describe_cell(map, 1, facts);
        CHECK_THAT(said, Catch::Matchers::ContainsSubstring("2 reads, 3 writes"));
        CHECK_THAT(said, Catch::Matchers::ContainsSubstring("block (1,1,0)"));
    }
}

TEST_CASE("an access into no buffer that was surveyed has no map", "[gui][views]") {
    const gui::LaunchFacts facts = facts_with(256, 4);
    CHECK(buffer_map(row_at(0x9000), facts).empty());
    gui::LaneAccess none = row_at(0x1000);
    none.lanes = 0;
    CHECK(buffer_map(none, facts).empty());
}
