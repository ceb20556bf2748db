// Counting what pools give and get back.
#include "runtime/host/memory_pools.h"

#include <algorithm>

namespace warpscope::host {
namespace {

/// Pools take memory from the device in units of this many bytes, as on an H200.
constexpr std::uint64_t kUnit = std::uint64_t{32} << 20;

std::uint64_t units(std::uint64_t bytes) {
    return (bytes + kUnit - 1) / kUnit * kUnit;
}

} // namespace

cudaMemPool_t MemoryPools::create() {
    auto pool = std::make_unique<CUmemPoolHandle_st>();
    const cudaMemPool_t handle = pool.get();
    made_.emplace(handle, std::move(pool));
    return handle;
}

bool MemoryPools::destroy(cudaMemPool_t pool) {
    if (made_.erase(pool) == 0) return false;
    if (current_ == pool) current_ = &standard_;
    for (auto& [address, piece] : pieces_)
        if (piece.pool == pool) piece.pool = nullptr;
    return true;
}

bool MemoryPools::is_pool(cudaMemPool_t pool) const {
    return pool == &standard_ || made_.contains(pool);
}

void MemoryPools::allocated(cudaMemPool_t pool, Address address, std::uint64_t bytes) {
    pieces_[address] = {pool, bytes};
    pool->used += bytes;
    pool->used_high = std::max(pool->used_high, pool->used);
    pool->reserved = std::max(pool->reserved, units(pool->used));
    pool->reserved_high = std::max(pool->reserved_high, pool->reserved);
}

void MemoryPools::freed(Address address) {
    const auto found = pieces_.find(address);
    if (found == pieces_.end()) return;
    if (found->second.pool != nullptr) found->second.pool->used -= found->second.bytes;
    pieces_.erase(found);
}

void MemoryPools::trim(CUmemPoolHandle_st& pool, std::uint64_t keep) {
    pool.reserved = std::min(pool.reserved, std::max(units(pool.used), keep));
}

void MemoryPools::clear() {
    pieces_.clear();
    made_.clear();
    standard_ = {};
    current_ = &standard_;
}

} // namespace warpscope::host
