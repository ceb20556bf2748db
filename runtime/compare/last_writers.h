// LastWriters: who wrote some words of global memory last, and as what type.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "sim/events/observer.h"

namespace warpscope::compare {

inline constexpr std::uint64_t kWordBytes = 4;

struct LastWriter {
    bool known = false;
    WarpId warp;
    CodePosition at;
    std::uint8_t lane = 0;
    std::uint8_t element = 0; ///< bytes
    Address start = 0;        ///< of the element that reaches into the word first
};

/// Follows one launch.
class LastWriters : public Observer {
public:
    /// `address` is that of a word.
    void watch(Address address) { words_.try_emplace(address); }
    const LastWriter& of(Address address) const { return words_.at(address); }

    Interest interest() const override {
        Interest interest;
        interest.accesses = interest.one_thread = true;
        return interest;
    }
    void on_launch_restart(const LaunchEvent&) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override;

private:
    class Part;
    std::unordered_map<Address, LastWriter> words_;
};

} // namespace warpscope::compare
