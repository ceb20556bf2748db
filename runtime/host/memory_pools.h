// MemoryPools: which pool each stream-ordered allocation came from, and how much each has given.
//
// Memory is the device's; pools only count.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "runtime/include/warpscope/memory_pool_api.h"
#include "sim/base/address.h"

struct CUmemPoolHandle_st {
    std::uint64_t used = 0, used_high = 0;         ///< bytes
    std::uint64_t reserved = 0, reserved_high = 0; ///< bytes, in large units
    std::uint64_t release_threshold = 0;           ///< bytes
    std::map<int, int> reuse;                      ///< by cudaMemPoolAttr, as set
};

namespace warpscope::host {

class MemoryPools {
public:
    cudaMemPool_t standard() { return &standard_; }
    /// Where cudaMallocAsync takes memory from.
    cudaMemPool_t current() { return current_; }
    void choose(cudaMemPool_t pool) { current_ = pool; }

    cudaMemPool_t create();
    /// False for the standard pool and what is no pool.
    bool destroy(cudaMemPool_t pool);
    bool is_pool(cudaMemPool_t pool) const;

    void allocated(cudaMemPool_t pool, Address address, std::uint64_t bytes);
    /// Memory of any origin has been freed.
    void freed(Address address);
    void trim(CUmemPoolHandle_st& pool, std::uint64_t keep);
    void clear();

private:
    struct Piece {
        cudaMemPool_t pool = nullptr; ///< null after its pool was destroyed
        std::uint64_t bytes = 0;
    };
    CUmemPoolHandle_st standard_;
    cudaMemPool_t current_ = &standard_;
    std::map<cudaMemPool_t, std::unique_ptr<CUmemPoolHandle_st>> made_;
    std::map<Address, Piece> pieces_;
};

} // namespace warpscope::host
