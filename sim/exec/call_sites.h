// Call sites: what crosses between a caller and the functions that a call may reach.
#pragma once

#include "sim/exec/decoder.h"
#include "sim/exec/frame_builder.h"

namespace warpscope {

/// Results and parameters of a call, declared by a function or by a prototype.
struct Signature {
    const std::vector<Variable>* results = nullptr;
    const std::vector<Variable>* parameters = nullptr;
};
Signature signature_of(const Function& function);
/// What the indirect call `call` of `caller` declares; both lists are null when it declares
/// nothing.
Signature signature_of(const Instruction& call, const Function& caller, const Module& module);
bool is_indirect(const Instruction& call);

/// Whether values passed for one signature are values for the other: as many, of equal sizes.
bool same_sizes(const Signature& a, const Signature& b);

/// Where a device function keeps its formals, over a frame laid out by `builder`.
std::vector<CallValue> places_of_formals(const std::vector<Variable>& formals,
                                         const Function& function, const ParameterLayout& layout,
                                         const FrameBuilder& builder);

/// Resolves a call of `caller`, whose call areas `layout` holds.
Result<CallSite> decode_call_site(const Instruction& call, const Function& caller,
                                  const ParameterLayout& layout, FrameBuilder& builder,
                                  const DecodeContext& context);

} // namespace warpscope
