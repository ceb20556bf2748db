// Lays out the table of claims, and reads records back.
#include "runtime/compare/gpu_claims.h"

#include <algorithm>

namespace warpscope::compare {
namespace {

constexpr const char* kTableName = "warpscope_claims";
/// A raw pointer into which the emulator saw nobody write.
constexpr std::uint32_t kUnknownElementBytes = 4;

} // namespace

Result<GpuClaims> GpuClaims::begin(const driver::Context& context, const driver::Module& module,
                                   const std::vector<OwnedBuffer>& owned) {
    GpuClaims claims(context);
    const auto [table, bytes] = module.variable(kTableName);
    if (table == 0 || bytes != sizeof(ClaimTable))
        return Diagnostic{{}, "the code that watches owners is not in the module", ""};
    claims.table_ = table;
    if (Status placed = claims.place(owned); !placed) return placed.error();
    const driver::DriverApi& api = context.api();
    const driver::Error error = api.cuMemcpyHtoD(table, &claims.written_, sizeof(ClaimTable));
    if (error != driver::Error::Success) return api.failure("cuMemcpyHtoD", error);
    return claims;
}

/// Zeroed.
Status GpuClaims::allocate(std::uint64_t bytes, Address& address) {
    Result<driver::Buffer> buffer = driver::Buffer::allocate(*context_, bytes);
    if (!buffer) return buffer.error();
    address = buffer->address();
    const driver::Error error = buffer->fill(0);
    memory_.push_back(std::move(*buffer));
    if (error != driver::Error::Success) return context_->api().failure("cuMemsetD8", error);
    return Done{};
}

Status GpuClaims::place(const std::vector<OwnedBuffer>& owned) {
    ClaimTable& table = written_;
    table.lowest = UINT64_MAX;
    std::vector<ClaimBuffer> buffers;
    for (const OwnedBuffer& buffer : owned) {
        ClaimBuffer claimed{buffer, 0};
        if (buffer.element_bytes == 0) claimed.buffer.element_bytes = kUnknownElementBytes;
        table.lowest = std::min(table.lowest, buffer.base);
        table.end = std::max(table.end, buffer.base + buffer.bytes);
        const std::uint64_t elements = buffer.bytes / claimed.buffer.element_bytes + 1;
        if (!buffer.has_known_owners())
            if (Status good = allocate(elements * sizeof(std::uint64_t), claimed.cells); !good)
                return good;
        buffers.push_back(claimed);
    }
    table.count = buffers.size();
    table.capacity = OwnershipLog::kMostRecords;
    if (Status good = allocate(buffers.size() * sizeof(ClaimBuffer), table.buffers); !good)
        return good;
    const driver::Error error =
        memory_.back().write(buffers.data(), buffers.size() * sizeof(ClaimBuffer));
    if (error != driver::Error::Success) return context_->api().failure("cuMemcpyHtoD", error);
    return allocate(table.capacity * sizeof(ClaimRecord), table.records);
}

Result<OwnershipLog> GpuClaims::end() const {
    const driver::DriverApi& api = context_->api();
    ClaimTable table;
    driver::Error error = api.cuMemcpyDtoH(&table, table_, sizeof table);
    if (error != driver::Error::Success) return api.failure("cuMemcpyDtoH", error);
    std::vector<ClaimRecord> records(std::min(table.found, table.capacity));
    error = memory_.back().read(records.data(), records.size() * sizeof(ClaimRecord));
    if (error != driver::Error::Success) return api.failure("cuMemcpyDtoH", error);
    OwnershipLog log;
    log.cut = table.found > table.capacity;
    for (const ClaimRecord& r : records) {
        OwnershipRecord record;
        record.buffer = r.buffer;
        record.element = r.element;
        record.writer = r.writer;
        record.at.instruction = r.site;
        record.has_first = r.first != 0;
        if (record.has_first) {
            record.first_writer = writer_of_claim(r.first);
            record.first_at.instruction = site_of_claim(r.first);
        }
        log.records.push_back(record);
    }
    return log;
}

} // namespace warpscope::compare
