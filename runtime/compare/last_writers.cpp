// Stores and atomics that reach a watched word.
#include "runtime/compare/last_writers.h"

#include "sim/base/lane_mask.h"

namespace warpscope::compare {

class LastWriters::Part : public BlockObserver {
public:
    explicit Part(std::unordered_map<Address, LastWriter>& words) : words_(words) {}

    void on_access(const AccessEvent& event) override {
        if (event.space != Space::Global || event.kind == AccessKind::Load) return;
        for (LaneMask rest = event.lanes; rest != 0; rest &= rest - 1)
            note(event, static_cast<unsigned>(__builtin_ctz(rest)));
    }

private:
    void note(const AccessEvent& event, unsigned lane) {
        const Address first = event.address(lane), end = first + event.width;
        for (Address word = first / kWordBytes * kWordBytes; word < end; word += kWordBytes) {
            const auto found = words_.find(word);
            if (found == words_.end()) continue;
            const std::uint64_t element = event.element == 0 ? event.width : event.element;
            const std::uint64_t inside = word > first ? word - first : 0;
            found->second = {true,
                             event.warp,
                             event.at,
                             static_cast<std::uint8_t>(lane),
                             static_cast<std::uint8_t>(element),
                             first + inside / element * element};
        }
    }

    std::unordered_map<Address, LastWriter>& words_;
};

void LastWriters::on_launch_restart(const LaunchEvent&) {
    for (auto& [address, writer] : words_)
        writer = {};
}

std::unique_ptr<BlockObserver> LastWriters::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(words_);
}

} // namespace warpscope::compare
