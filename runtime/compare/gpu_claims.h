// GpuClaims: the memory on the GPU in which an instrumented launch notes who writes into owned
// buffers.
#pragma once

#include <vector>

#include "runtime/compare/claims.h"
#include "runtime/compare/instrument.h"
#include "runtime/driver/context.h"
#include "sim/checkers/ownership_log.h"

namespace warpscope::compare {

class GpuClaims {
public:
    /// `owned`: at their addresses on the GPU. `module` was made by noting_writes.
    static Result<GpuClaims> begin(const driver::Context& context, const driver::Module& module,
                                   const std::vector<OwnedBuffer>& owned);

    /// What the launch noted, once it has ended; without the list of buffers. Positions are sites'
    /// numbers, in CodePosition::instruction.
    Result<OwnershipLog> end() const;

private:
    explicit GpuClaims(const driver::Context& context) : context_(&context) {}
    Status allocate(std::uint64_t bytes, Address& address);
    Status place(const std::vector<OwnedBuffer>& owned);

    const driver::Context* context_;
    Address table_ = 0; ///< the module's variable
    std::vector<driver::Buffer> memory_;
    ClaimTable written_; ///< as the launch found it
};

} // namespace warpscope::compare
