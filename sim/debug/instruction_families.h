// Which families of PTX instructions, as counted in real programs, the emulator executes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace warpscope {

/// One line of assets/ptx-families.tsv. A family is a mnemonic with the suffixes that matter and a
/// kind of type: "add.int", "mul.wide.int", "cvt.f32<-int" (to f32 from an integer),
/// "ld.global.nc".
struct InstructionFamily {
    char tier = 'A';
    std::string name;
    unsigned files = 0, kernels = 0; ///< that use it
    std::vector<std::string> rows;   ///< the rows that execute it; empty: not supported
};

/// Reads the table and finds the rows of each family. `file` is what diagnostics name.
Result<std::vector<InstructionFamily>> read_families(std::string_view text,
                                                     const std::string& file);

} // namespace warpscope
