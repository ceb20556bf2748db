// The device code that instrumented kernels call before each write: who writes into an owned buffer
// claims the element, by one compare-and-swap.
#include "runtime/compare/claims.h"

#define WS_DEVICE __attribute__((device))

using namespace warpscope;
using namespace warpscope::compare;

extern "C" WS_DEVICE ClaimTable warpscope_claims;
WS_DEVICE ClaimTable warpscope_claims{};

namespace {

WS_DEVICE Dim3 dim3_of(int x, int y, int z) {
    return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
            static_cast<std::uint32_t>(z)};
}

WS_DEVICE Dim3 grid_extent() {
    return dim3_of(__nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(),
                   __nvvm_read_ptx_sreg_nctaid_z());
}

WS_DEVICE Dim3 block_extent() {
    return dim3_of(__nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(),
                   __nvvm_read_ptx_sreg_ntid_z());
}

WS_DEVICE ThreadPlace calling_thread() {
    ThreadPlace place;
    place.block = dim3_of(__nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(),
                          __nvvm_read_ptx_sreg_ctaid_z());
    place.thread = dim3_of(__nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(),
                           __nvvm_read_ptx_sreg_tid_z());
    place.warp = static_cast<std::uint32_t>(linear_index(place.thread, block_extent()) / kLanes);
    return place;
}

WS_DEVICE std::uint64_t writer_of(const OwnedBuffer& buffer, const ThreadPlace& who) {
    const std::uint64_t block = linear_index(who.block, grid_extent());
    if (buffer.belongs_to_blocks()) return block;
    return block * volume(block_extent()) + linear_index(who.thread, block_extent());
}

WS_DEVICE void record(std::uint32_t buffer, std::uint32_t site, std::uint64_t element,
                      std::uint64_t writer, std::uint64_t first) {
    ClaimTable& table = warpscope_claims;
    const auto number = static_cast<std::uint64_t>(
        __nvvm_atom_add_gen_ll(reinterpret_cast<long long*>(&table.found), 1));
    if (number >= table.capacity) return;
    reinterpret_cast<ClaimRecord*>(table.records)[number] = {buffer, site, element, writer, first};
}

WS_DEVICE void claim(std::uint32_t index, const ClaimBuffer& claimed, std::uint64_t element,
                     std::uint32_t site) {
    const OwnedBuffer& buffer = claimed.buffer;
    const ThreadPlace who = calling_thread();
    const std::uint64_t writer = writer_of(buffer, who);
    if (buffer.has_known_owners()) {
        if (!owns(buffer, element, who, block_extent())) record(index, site, element, writer, 0);
        return;
    }
    const std::uint64_t mine = claim_of(writer, site);
    auto* const cell = reinterpret_cast<long long*>(claimed.cells) + element;
    const auto before =
        static_cast<std::uint64_t>(__nvvm_atom_cas_gen_ll(cell, 0, static_cast<long long>(mine)));
    if (before != 0 && writer_of_claim(before) != writer)
        record(index, site, element, writer, before);
}

WS_DEVICE bool is_written(const OwnedBuffer& buffer, Address from, Address to) {
    return from < buffer.base + buffer.bytes && buffer.base < to;
}

} // namespace

/// Whoever calls it is about to write [address, address + bytes).
extern "C" WS_DEVICE void warpscope_note_write(Address address, std::uint32_t bytes,
                                               std::uint32_t site) {
    const ClaimTable& table = warpscope_claims;
    const Address from = address, to = address + bytes;
    if (bytes == 0 || from >= table.end || to <= table.lowest) return;
    const auto* const buffers = reinterpret_cast<const ClaimBuffer*>(table.buffers);
    std::uint32_t written = 0;
    for (std::uint32_t b = 0; b < table.count; ++b)
        written += is_written(buffers[b].buffer, from, to) ? 1u : 0u;
    // Bytes of two owned buffers are a mistake of the launch, which is found before it runs.
    if (written != 1) return;
    for (std::uint32_t b = 0; b < table.count; ++b) {
        const OwnedBuffer& buffer = buffers[b].buffer;
        if (!is_written(buffer, from, to)) continue;
        const Address buffer_end = buffer.base + buffer.bytes;
        const Address first = from < buffer.base ? buffer.base : from;
        const Address last = (to > buffer_end ? buffer_end : to) - 1;
        for (std::uint64_t e = (first - buffer.base) / buffer.element_bytes;
             e <= (last - buffer.base) / buffer.element_bytes; ++e)
            claim(b, buffers[b], e, site);
    }
}
