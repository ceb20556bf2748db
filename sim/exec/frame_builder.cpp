// Lays out frames: the carry flags, predicates, registers, then immediates and special registers.
#include "sim/exec/frame_builder.h"

#include <cstring>

#include "sim/exec/layout.h"
#include "sim/state/lane_storage.h"

namespace warpscope {
namespace {

std::uint32_t round_up(std::uint32_t value) {
    constexpr std::uint32_t a = kLaneVectorAlignment;
    return (value + a - 1) / a * a;
}

} // namespace

FrameBuilder::FrameBuilder(const Function& source, ExecutableFunction& target) : target_(target) {
    // Offset 0 holds the carry flag CC.CF, one bit per lane, alone in its cache line with the
    // predicates.
    std::uint32_t next = 4;
    target.register_offset.assign(source.registers.size(), 0);
    for (std::size_t r = 0; r < source.registers.size(); ++r)
        if (source.registers[r].type == Type::Pred) {
            target.register_offset[r] = next;
            next += 4;
        }
    next = round_up(next);
    for (std::size_t r = 0; r < source.registers.size(); ++r)
        if (source.registers[r].type != Type::Pred) {
            target.register_offset[r] = next;
            next += 32 * slot_bytes(source.registers[r].type);
        }
    constants_start_ = next;
}

std::uint32_t FrameBuilder::append(unsigned bytes_per_lane) {
    const std::uint32_t offset =
        constants_start_ + static_cast<std::uint32_t>(target_.template_bytes.size());
    target_.template_bytes.resize(target_.template_bytes.size() + std::size_t{32} * bytes_per_lane,
                                  0);
    return offset;
}

std::uint32_t FrameBuilder::constant(std::uint64_t bits, unsigned bytes) {
    const auto known = constants_.find({bits, bytes});
    if (known != constants_.end()) return known->second;
    const std::uint32_t offset = append(bytes);
    for (unsigned lane = 0; lane < 32; ++lane)
        std::memcpy(target_.template_bytes.data() + (offset - constants_start_) +
                        std::size_t{lane} * bytes,
                    &bits, bytes < 8 ? bytes : 8);
    constants_[{bits, bytes}] = offset;
    return offset;
}

std::uint32_t FrameBuilder::constant_predicate(bool value) {
    return constant(value ? 0xFFFFFFFFu : 0, 4);
}

std::uint32_t FrameBuilder::special(SpecialRegister special, bool wide) {
    const auto known = specials_.find({special, wide});
    if (known != specials_.end()) return known->second;
    const std::uint32_t offset = append(wide ? 8 : 4);
    target_.frame_vectors.push_back({offset, special, wide});
    specials_[{special, wide}] = offset;
    return offset;
}

std::uint32_t FrameBuilder::local_address(std::uint32_t local_offset, bool wide) {
    const auto known = locals_.find({local_offset, wide});
    if (known != locals_.end()) return known->second;
    const unsigned bytes = wide ? 8 : 4;
    const std::uint32_t offset = append(bytes);
    for (unsigned lane = 0; lane < 32; ++lane)
        std::memcpy(target_.template_bytes.data() + (offset - constants_start_) +
                        std::size_t{lane} * bytes,
                    &local_offset, sizeof local_offset);
    target_.frame_vectors.push_back({offset, SpecialRegister::None, wide});
    locals_[{local_offset, wide}] = offset;
    return offset;
}

void FrameBuilder::finish() {
    target_.template_offset = constants_start_;
    target_.register_bytes =
        round_up(constants_start_ + static_cast<std::uint32_t>(target_.template_bytes.size()));
}

} // namespace warpscope
