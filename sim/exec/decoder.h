// Decoder: turns one function's instructions into DecodedInstructions over a frame layout.
#pragma once

#include <unordered_map>
#include <vector>

#include "sim/exec/executable.h"
#include "sim/exec/layout.h"

namespace warpscope {

/// What the decoder must know about the executable around a function.
struct DecodeContext {
    const ModuleInstance* instance = nullptr;
    const SharedLayout* shared = nullptr;
    const std::unordered_map<std::string, std::uint32_t>* function_index = nullptr; ///< by name
    const std::vector<ParameterLayout>* parameters = nullptr; ///< per function
    isa::Level level = isa::Level::V2;
};

/// Decodes `source`, which is function `self` of the executable.
Result<ExecutableFunction> decode_function(const Function& source, std::uint32_t self,
                                           const DecodeContext& context);

} // namespace warpscope
