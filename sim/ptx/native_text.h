// The text of a module that an NVIDIA driver's compiler is to get.
#pragma once

#include <string>

#include "sim/base/result.h"
#include "sim/program/module.h"
#include "sim/ptx/printer.h"

namespace warpscope::ptx {

/// How the compiler may treat products and sums of floating-point numbers.
enum class Fusing : std::uint8_t {
    AsWritten, ///< the text as it was read: add, sub and mul without rounding may be fused
    Never,     ///< printed with an explicit `.rn` where none stood: bits as the emulator's
};

/// Instructions that Warpscope cannot read are in the text as it was read, and in no printed one:
/// then the diagnostic is theirs.
/// `options` are for printing; text as written has none, unless variables have places.
Result<std::string> native_text(const Module& module, Fusing fusing, PrintOptions options = {});

} // namespace warpscope::ptx
