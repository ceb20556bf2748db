// Which parts of buffers a launch touched, and who wrote them.
#include "sim/debug/buffer_survey.h"

#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

std::vector<BufferUse> surveyed(const char* kernel, Dim3 grid, Dim3 block,
                                std::uint32_t words = 64) {
    BufferSurvey survey;
    SessionOptions options;
    options.observers = {&survey};
    auto session = Session::open(small_launch(kernel, grid, block, words), options);
    REQUIRE(session);
    survey.watch((*session)->memory());
    (*session)->run_to_end();
    return survey.take_touched();
}

} // namespace

TEST_CASE("a buffer's words know their last writer", "[buffers]") {
    const std::vector<BufferUse> buffers = surveyed("reverse", {2}, {32});
    REQUIRE(buffers.size() == 1);
    const BufferUse& buffer = buffers[0];
    CHECK(buffer.bytes == 256);
    CHECK(buffer.piece_bytes == 4);
    REQUIRE(buffer.pieces.size() == 64);
    std::uint64_t writes = 0;
    for (const BufferPiece& piece : buffer.pieces) {
        writes += piece.writes;
        if (piece.writes != 0) CHECK(piece.writer < 2);
    }
    CHECK(writes == 64);
}

TEST_CASE("words that several blocks write say so", "[buffers]") {
    const std::vector<BufferUse> buffers = surveyed("count", {3}, {32});
    REQUIRE(buffers.size() == 1);
    const BufferPiece& counter = buffers[0].pieces[0];
    CHECK(counter.several);
    CHECK(counter.writes == 96);
    CHECK(counter.reads == counter.writes); // it adds
    CHECK(counter.writer < 3);
    CHECK(buffers[0].pieces[40].writer == BufferPiece::kNobody);
}

TEST_CASE("large buffers are counted in pieces of a power of two", "[buffers]") {
    const std::vector<BufferUse> buffers = surveyed("count", {1}, {32}, 10'000);
    REQUIRE(buffers.size() == 1);
    CHECK(buffers[0].piece_bytes == 16);
    CHECK(buffers[0].pieces.size() == 2500);
    CHECK(buffers[0].pieces[0].writes == 32);
    CHECK_FALSE(buffers[0].pieces[0].several);
}
