// Functions that the emulator provides to device code: vprintf, __assertfail, malloc and free.
#include "sim/exec/system_calls.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "sim/exec/device_format.h"
#include "sim/exec/engine.h"

namespace warpscope {
const SystemFunction* system_function(std::string_view name) {
    static constexpr SystemFunction kFunctions[] = {
        {"vprintf", SystemCall::Print, 2, 0},
        {"__assertfail", SystemCall::AssertFail, 4, 0},
        {"malloc", SystemCall::Allocate, 1, 1},
        {"free", SystemCall::Free, 1, 0},
        {"__ws_contract_clause", SystemCall::ContractClause, 9, 0},
        {"__ws_contract_fact", SystemCall::ContractFact, 1, 1},
    };
    for (const SystemFunction& f : kFunctions)
        if (f.name == name) return &f;
    return nullptr;
}

std::uint8_t* value_place(const Context& c, const CallValue& v, unsigned lane) {
    return v.lane_vector != isa::kNoOperand
               ? c.registers + v.lane_vector + std::size_t{lane} * std::max(v.size, 4u)
               : c.frame_parameters + std::size_t{lane} * c.frame_parameter_stride + v.offset;
}

std::uint64_t argument(const Context& c, const CallValue& v, unsigned lane) {
    std::uint64_t value = 0;
    std::memcpy(&value, value_place(c, v, lane), std::min<std::size_t>(v.size, sizeof value));
    return value;
}

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

/// False after a fault.
bool Engine::system_call(const CallSite& site) {
    switch (site.system) {
    case SystemCall::Print: print(site); return true;
    case SystemCall::AssertFail: fail_assertion(site); return false;
    case SystemCall::Allocate: allocate_blocks(site); return true;
    case SystemCall::Free: return free_blocks(site);
    case SystemCall::ContractClause: tell_clause(site); return true;
    case SystemCall::ContractFact: answer_fact(site); return true;
    case SystemCall::None: break;
    }
    return true;
}

void Engine::fail_assertion(const CallSite& site) {
    const Context& c = context_;
    const unsigned lane = first_lane(c.active);
    const std::string expression = read_string(c, lane, argument(c, site.arguments[0], lane));
    const std::string file = read_string(c, lane, argument(c, site.arguments[1], lane));
    const std::string line = std::to_string(argument(c, site.arguments[2], lane));
    const std::string function = read_string(c, lane, argument(c, site.arguments[3], lane));
    // One part a line: file, line, function, expression.
    raise(FaultKind::AssertFailed, c.active,
          file + "\n" + line + "\n" + function + "\n" + expression);
}

void Engine::print(const CallSite& site) {
    const Context& c = context_;
    for_each_lane(c.active, [&](unsigned lane) {
        const std::string format = read_string(c, lane, argument(c, site.arguments[0], lane));
        const Address values = argument(c, site.arguments[1], lane);
        const FormattedText printed = format_device_text(c, lane, format, values);
        const PrintEvent event = {warp_id(), position(), lane, printed.text};
        for (BlockObserver* o : observers)
            o->on_print(event);
        for (const CallValue& v : site.results)
            std::memcpy(value_place(c, v, lane), &printed.arguments,
                        std::min<std::size_t>(v.size, sizeof printed.arguments));
    });
}

} // namespace warpscope
