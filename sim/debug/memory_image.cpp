// Copying device memory, and using the copies' storage again.
#include "sim/debug/memory_image.h"

#include <cstring>

namespace warpscope {

void MemoryImage::take(const DeviceMemory& memory) {
    pieces_.resize(memory.allocations().size());
    auto piece = pieces_.begin();
    for (const auto& [base, a] : memory.allocations()) {
        Piece& p = *piece++;
        p.base = base;
        p.size = a.size;
        p.kind = a.kind;
        p.read_only = a.read_only;
        p.id = a.id;
        p.name = a.name;
        p.allocated_at = a.allocated_at;
        p.bytes.resize(a.size);
        std::memcpy(p.bytes.data(), a.bytes(), a.size);
    }
    cursor_ = memory.cursor();
    objects_ = memory.objects();
}

void MemoryImage::clear() {
    pieces_ = {};
    objects_ = {};
}

std::uint64_t image_bytes(const DeviceMemory& memory) {
    std::uint64_t bytes = 0;
    for (const auto& [base, a] : memory.allocations())
        bytes += a.size;
    return bytes;
}

} // namespace warpscope
