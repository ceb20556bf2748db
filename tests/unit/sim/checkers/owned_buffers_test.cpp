// Tests of owned buffers: spans among parameter bytes, owners of elements, and who wrote what.
#include "sim/checkers/owned_buffers.h"

#include <cstring>

#include "sim/checkers/writer_shadow.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k)
        bytes.push_back(static_cast<std::uint8_t>(value >> 8 * k));
}

std::vector<std::uint8_t> span_bytes(std::uint64_t data, std::uint32_t size, std::uint32_t code,
                                     std::uint32_t element) {
    std::vector<std::uint8_t> bytes;
    append(bytes, data, 8);
    append(bytes, size, 4);
    append(bytes, 0xD15A0000u | code << 12 | element, 4);
    return bytes;
}

ThreadPlace thread(std::uint32_t block_x, std::uint32_t x, std::uint32_t y = 0) {
    ThreadPlace place;
    place.block = {block_x, 0, 0};
    place.thread = {x, y, 0};
    place.warp = x / 32;
    return place;
}

} // namespace

TEST_CASE("tagged spans are found among other parameters") {
    std::vector<std::uint8_t> bytes;
    append(bytes, 0x12345678, 8);
    for (std::uint8_t b : span_bytes(0x7000, 100, 1, 4))
        bytes.push_back(b);
    for (std::uint8_t b : span_bytes(0x8000, 64, 7, 8))
        bytes.push_back(b);
    append(bytes, 16, 4);
    append(bytes, 2u << 16 | 4, 4);
    const auto found = find_tagged_spans(bytes);
    REQUIRE(found.size() == 2);
    CHECK(found[0].base == 0x7000);
    CHECK(found[0].bytes == 400);
    CHECK(found[0].division == Division::Linear);
    CHECK(found[1].division == Division::Tiles);
    CHECK(found[1].element_bytes == 8);
    CHECK(found[1].pitch == 16);
    CHECK(found[1].rows == 2);
    CHECK(found[1].columns == 4);
}

TEST_CASE("bytes that are no whole span are none") {
    CHECK(find_tagged_spans({}).empty());
    std::vector<std::uint8_t> bytes = span_bytes(0x7000, 100, 2, 4); // its shape is missing
    CHECK(find_tagged_spans(bytes).empty());
    append(bytes, 0, 8); // rows of no elements
    CHECK(find_tagged_spans(bytes).empty());
    CHECK(find_tagged_spans(span_bytes(0x7000, 100, 0, 4)).empty());
    CHECK(find_tagged_spans(span_bytes(0x7000, 100, 9, 4)).empty());
    CHECK(find_tagged_spans(span_bytes(0x7000, 100, 1, 0)).empty());
    CHECK(find_tagged_spans(span_bytes(0x7000, 0, 1, 4)).empty());
}

TEST_CASE("owners are the threads that the index functions name") {
    const Dim3 block{64, 1, 1}, grid{4, 1, 1};
    OwnedBuffer b;
    CHECK(owns(b, 70, thread(1, 6), block));
    CHECK_FALSE(owns(b, 70, thread(1, 7), block));
    CHECK(owner_text(b, 70, grid, block) == "thread (6, 0, 0) of block (1, 0, 0)");
    CHECK(owner_text(b, 256, grid, block) == "no thread of this launch");
    b.division = Division::Runs;
    b.columns = 4;
    CHECK(owns(b, 259, thread(1, 0), block));
    CHECK_FALSE(owns(b, 260, thread(1, 0), block));
    b.division = Division::Warps;
    CHECK(owns(b, 3, thread(1, 40), block));
    CHECK(owner_text(b, 3, grid, block) == "warp 1 of block (1, 0, 0)");
}

TEST_CASE("owners in matrices go by row and column") {
    const Dim3 block{8, 4, 1}, grid{2, 2, 1};
    OwnedBuffer b;
    b.division = Division::Rows;
    b.pitch = 10;
    CHECK(owns(b, 23, thread(0, 3, 2), block));
    CHECK_FALSE(owns(b, 23, thread(0, 3, 1), block));
    CHECK(owns(b, 29, thread(1, 1, 2), block));
    b.division = Division::Tiles;
    b.rows = 2, b.columns = 4;
    CHECK(owns(b, 34, thread(0, 1, 1), block)); // row 3, column 4
    b.division = Division::BlockTiles;
    ThreadPlace in_block;
    in_block.block = {1, 1, 0};
    CHECK(owns(b, 34, in_block, block));
    CHECK(owner_text(b, 34, grid, block) == "block (1, 1, 0)");
}

TEST_CASE("the shadow tells two writers apart and remembers the first one's instruction") {
    WriterShadow shadow(4, 5000, 1000);
    WriterShadow::Writer before;
    CHECK(shadow.note(4999, 7, {0, 3}, before));
    CHECK(shadow.note(4999, 7, {0, 4}, before));
    CHECK_FALSE(shadow.note(4999, 8, {0, 4}, before));
    CHECK(before.id == 7);
    CHECK(before.has_position);
    CHECK(before.at == CodePosition{0, 3});
    CHECK(shadow.note(0, 999, {0, 4}, before));
    CHECK_FALSE(shadow.note(0, 0, {0, 3}, before));
    CHECK(before.at == CodePosition{0, 4});
}

TEST_CASE("small elements have small cells, which tell fewer writers apart") {
    WriterShadow bytes(1, 100, 1000);
    WriterShadow::Writer before;
    CHECK(bytes.note(5, 3, {0, 1}, before));
    CHECK(bytes.note(5, 3 + 255, {0, 1}, before)); // as the documentation says
    CHECK_FALSE(bytes.note(5, 4, {0, 1}, before));
    WriterShadow shorts(2, 100, 60000);
    CHECK(shorts.note(5, 59999, {0, 1}, before));
    CHECK_FALSE(shorts.note(5, 3, {0, 2}, before));
    CHECK(before.id == 59999);
}

TEST_CASE("a position that does not fit any more is not claimed") {
    WriterShadow shadow(2, 100, 30000); // two positions fit
    WriterShadow::Writer before;
    for (std::uint32_t k = 0; k < 3; ++k)
        CHECK(shadow.note(k, 1, {0, k}, before));
    CHECK_FALSE(shadow.note(0, 2, {0, 9}, before));
    CHECK(before.has_position);
    CHECK(before.at == CodePosition{0, 0});
    CHECK_FALSE(shadow.note(2, 2, {0, 9}, before));
    CHECK(before.id == 1);
    CHECK_FALSE(before.has_position);
}

TEST_CASE("dividing elements keeps who wrote them") {
    WriterShadow words(4, 10, 50);
    WriterShadow::Writer before;
    CHECK(words.note(3, 40, {0, 2}, before));
    WriterShadow bytes = words.divided(1);
    CHECK_FALSE(bytes.note(13, 41, {0, 5}, before));
    CHECK(before.id == 40);
    CHECK(bytes.note(16, 41, {0, 5}, before));
}
