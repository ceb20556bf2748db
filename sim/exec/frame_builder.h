// FrameBuilder: hands out lane vectors of a function's frame: registers, immediates, special
// registers.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/exec/executable.h"

namespace warpscope {

class FrameBuilder {
public:
    /// Lays out the registers of `source` in `target`; constants follow behind them as they are
    /// asked for.
    FrameBuilder(const Function& source, ExecutableFunction& target);

    std::uint32_t register_slot(std::uint32_t index) const {
        return target_.register_offset[index];
    }
    /// A vector that holds `bits` in every lane of `bytes` (4, 8 or 16) bytes.
    std::uint32_t constant(std::uint64_t bits, unsigned bytes);
    /// A predicate that is the same in all lanes.
    std::uint32_t constant_predicate(bool value);
    std::uint32_t special(SpecialRegister special, bool wide);
    /// The address of a .local variable: its offset plus the frame's local base.
    std::uint32_t local_address(std::uint32_t offset, bool wide);
    /// Ends the layout: fixes register_bytes and the template.
    void finish();

private:
    std::uint32_t append(unsigned bytes_per_lane);

    ExecutableFunction& target_;
    std::uint32_t constants_start_ = 0;
    std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> constants_;
    std::map<std::pair<SpecialRegister, bool>, std::uint32_t> specials_;
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> locals_;
};

} // namespace warpscope
