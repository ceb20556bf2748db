// Tests the occupancy rule against numbers of NVIDIA's occupancy calculator.
#include "sim/rules/occupancy.h"

#include <filesystem>

#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"
#include "warpscope_paths.h"

using namespace warpscope;

namespace {

GpuSpec preset(const std::string& id) {
    return find_gpu(id, std::filesystem::path(WARPSCOPE_ASSETS_DIR) / "gpus").value();
}

} // namespace

TEST_CASE("occupancy: warps limit plain blocks", "[occupancy]") {
    const Occupancy found = occupancy({.threads = 256}, preset("h200"));
    CHECK(found.blocks_per_sm == 8);
    CHECK(found.warps_per_sm == 64);
    CHECK(found.fraction == 1.0);
    CHECK(found.limit == OccupancyLimit::Warps);
}

TEST_CASE("occupancy: small blocks run out of block slots", "[occupancy]") {
    const Occupancy found = occupancy({.threads = 32}, preset("h200"));
    CHECK(found.blocks_per_sm == 32);
    CHECK(found.fraction == 0.5);
    CHECK(found.limit == OccupancyLimit::Blocks);
    CHECK(occupancy({.threads = 1}, preset("rtx4090")).blocks_per_sm == 24);
}

TEST_CASE("occupancy: registers are given out to whole warps", "[occupancy]") {
    const GpuSpec gpu = preset("a100");
    CHECK(occupancy({.threads = 256, .registers_per_thread = 32}, gpu).blocks_per_sm == 8);
    CHECK(occupancy({.threads = 256, .registers_per_thread = 33}, gpu).blocks_per_sm == 6);
    CHECK(occupancy({.threads = 256, .registers_per_thread = 64}, gpu).blocks_per_sm == 4);
    const Occupancy most = occupancy({.threads = 256, .registers_per_thread = 255}, gpu);
    CHECK(most.blocks_per_sm == 1);
    CHECK(most.limit == OccupancyLimit::Registers);
    CHECK(occupancy({.threads = 1024, .registers_per_thread = 65}, gpu).blocks_per_sm == 0);
    CHECK(occupancy({.threads = 32, .registers_per_thread = 256}, gpu).blocks_per_sm == 0);
}

TEST_CASE("occupancy: shared memory counts with the system's share", "[occupancy]") {
    const GpuSpec gpu = preset("h200");
    // 48 KB and 1 KB for the system: four times 49 KB are 196 of 228 KB.
    const Occupancy found = occupancy({.threads = 128, .shared_bytes = 49152}, gpu);
    CHECK(found.blocks_per_sm == 4);
    CHECK(found.limit == OccupancyLimit::SharedMemory);
    CHECK(occupancy({.threads = 128, .shared_bytes = 232448}, gpu).blocks_per_sm == 1);
    CHECK(occupancy({.threads = 128, .shared_bytes = 232449}, gpu).blocks_per_sm == 0);
    // One byte takes a whole unit: 1,152 bytes a block.
    CHECK(occupancy({.threads = 32, .shared_bytes = 1}, gpu).by_shared == 202);
    CHECK(occupancy({.threads = 32}, preset("t4")).by_shared == UINT32_MAX);
}

TEST_CASE("occupancy: of equal limits the harder one is named", "[occupancy]") {
    // 2 blocks by warps, and 2 by shared memory.
    const Occupancy found = occupancy({.threads = 1024, .shared_bytes = 100000}, preset("h200"));
    CHECK(found.by_warps == 2);
    CHECK(found.by_shared == 2);
    CHECK(found.limit == OccupancyLimit::Warps);
}

TEST_CASE("occupancy: impossible blocks do not fit", "[occupancy]") {
    CHECK(occupancy({.threads = 0}, preset("h200")).blocks_per_sm == 0);
    CHECK(occupancy({.threads = 1025}, preset("h200")).blocks_per_sm == 0);
}
