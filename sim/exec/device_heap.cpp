// malloc and free of device code (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and
// Operations"). Every block is an allocation of its own, so that the memory checks know its ends.
// Kernels that come here are ordered, which leaves one host thread to change the device's memory.
#include <cstring>

#include "sim/exec/engine.h"
#include "sim/exec/system_calls.h"
#include "sim/memory/allocation_events.h"

namespace warpscope {
namespace {

std::string hexadecimal(Address address) {
    char text[20];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
}

} // namespace

/// One lane's malloc; 0 when the heap does not hold the block.
Address Engine::allocate_block(std::uint64_t size) {
    DeviceMemory& memory = *plan_.memory;
    const std::uint64_t taken = DeviceMemory::heap_bytes(size);
    const std::uint64_t limit = plan_.facts.heap_limit_bytes;
    if (taken < size || taken > limit || memory.heap_used() > limit - taken) return 0;
    const Allocation* block = memory.allocate(size, AllocationKind::Heap);
    if (block == nullptr) return 0;
    for (Observer* o : plan_.observers)
        o->on_allocation(allocation_event(*block));
    return block->base;
}

/// Blocks of the lanes in rising order, so that a launch gives the same addresses every time.
void Engine::allocate_blocks(const CallSite& site) {
    for_each_lane(context_.active, [&](unsigned lane) {
        const Address block = allocate_block(argument(context_, site.arguments[0], lane));
        std::memcpy(value_place(context_, site.results[0], lane), &block, sizeof block);
    });
}

bool Engine::free_blocks(const CallSite& site) {
    bool good = true;
    for_each_lane(context_.active, [&](unsigned lane) {
        const Address address = argument(context_, site.arguments[0], lane);
        if (address == 0 || !good) return;
        const Allocation* block = plan_.memory->find(address);
        if (block != nullptr && block->kind == AllocationKind::Heap && block->base == address)
            free_block(*block);
        else
            good = refuse_free(address, lane);
    });
    return good;
}

void Engine::free_block(const Allocation& block) {
    const FreeEvent event = free_event(block);
    for (std::vector<CachedTranslation>& of_function : translations_)
        for (CachedTranslation& translation : of_function)
            if (translation.allocation == &block) translation = {};
    plan_.memory->release(block.base);
    for (Observer* o : plan_.observers)
        o->on_free(event);
}

/// Says what is wrong with the address that `lane` gave to free.
bool Engine::refuse_free(Address address, unsigned lane) {
    const Nearest nearest = plan_.memory->nearest(address);
    const LaneMask lanes = 1u << lane;
    const std::string given = "free was given " + hexadecimal(address);
    if (nearest.freed != nullptr && nearest.freed->base == address) {
        raise(FaultKind::DoubleFree, lanes,
              given + ", a block of " + std::to_string(nearest.freed->size) +
                  " bytes that has been freed before");
    } else if (nearest.allocation != nullptr && nearest.distance == 0 &&
               nearest.allocation->kind == AllocationKind::Heap) {
        raise(FaultKind::BadFree, lanes,
              given + ", which is " + std::to_string(address - nearest.allocation->base) +
                  " bytes into a block of " + std::to_string(nearest.allocation->size));
    } else {
        raise(FaultKind::BadFree, lanes, given + ", which malloc did not return");
    }
    return false;
}

} // namespace warpscope
