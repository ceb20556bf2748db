// Functions that the emulator provides to device code: vprintf and __assertfail.
#include <array>
#include <cstdio>
#include <cstring>

#include "sim/exec/device_format.h"
#include "sim/exec/engine.h"

namespace warpscope {
namespace {

/// One lane's argument of a system call, widened to 64 bits.
std::uint64_t argument(const Context& c, const CallValue& v, unsigned lane) {
    std::uint64_t value = 0;
    const std::uint32_t bytes = std::min<std::uint32_t>(v.size, 8);
    const std::uint8_t* from =
        v.caller_register != isa::kNoOperand
            ? c.registers + v.caller_register + std::size_t{lane} * (v.size <= 4 ? 4 : v.size)
            : c.frame_parameters + std::size_t{lane} * c.frame_parameter_stride + v.caller_offset;
    std::memcpy(&value, from, bytes);
    return value;
}

} // namespace

bool read_generic(const Context& c, unsigned lane, Address from, void* to, std::uint64_t size) {
    if (in_window(from, kSharedWindow)) {
        const std::uint64_t offset = from - kSharedWindow;
        if (offset + size > c.block->shared.size()) return false;
        std::memcpy(to, c.block->shared.data() + offset, size);
        return true;
    }
    if (in_window(from, kLocalWindow)) {
        const std::uint64_t offset = from - kLocalWindow;
        if (offset + size > c.warp->local_stride) return false;
        std::memcpy(to, c.warp->local.data() + std::size_t{lane} * c.warp->local_stride + offset,
                    size);
        return true;
    }
    return c.memory->read(from, to, size);
}

std::string read_string(const Context& c, unsigned lane, Address from) {
    constexpr std::size_t kLongest = 64 * 1024;
    std::string text;
    char next = 0;
    while (text.size() < kLongest && read_generic(c, lane, from + text.size(), &next, 1) &&
           next != 0)
        text += next;
    return text;
}

bool Engine::system_call(const CallSite& site) {
    const Context& c = context_;
    if (site.system == SystemCall::AssertFail) {
        const unsigned lane = first_lane(c.active);
        const std::string expression = read_string(c, lane, argument(c, site.arguments[0], lane));
        const std::string file = read_string(c, lane, argument(c, site.arguments[1], lane));
        const std::string line = std::to_string(argument(c, site.arguments[2], lane));
        const std::string function = read_string(c, lane, argument(c, site.arguments[3], lane));
        // One part a line: file, line, function, expression.
        raise(FaultKind::AssertFailed, c.active,
              file + "\n" + line + "\n" + function + "\n" + expression);
        return false;
    }
    for_each_lane(c.active, [&](unsigned lane) {
        const std::string format = read_string(c, lane, argument(c, site.arguments[0], lane));
        const Address values = argument(c, site.arguments[1], lane);
        const FormattedText printed = format_device_text(c, lane, format, values);
        const PrintEvent event = {warp_id(), position(), lane, printed.text};
        for (BlockObserver* o : observers)
            o->on_print(event);
        for (const CallValue& v : site.results) {
            std::uint8_t* to = v.caller_register != isa::kNoOperand
                                   ? context_.registers + v.caller_register + std::size_t{lane} * 4
                                   : context_.frame_parameters +
                                         std::size_t{lane} * c.frame_parameter_stride +
                                         v.caller_offset;
            std::memcpy(to, &printed.arguments, sizeof printed.arguments);
        }
    });
    return true;
}

} // namespace warpscope
