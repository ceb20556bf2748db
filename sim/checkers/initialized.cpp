// Remembers of every byte whether it was written, and looks at every read.
#include "sim/checkers/initialized.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "sim/checkers/allocation_map.h"
#include "sim/checkers/written_bytes.h"

namespace warpscope {
namespace {

/// Of local memory, which lanes wrote each byte of a warp's.
class LocalBytes {
public:
    void mark(std::uint64_t offset, std::uint64_t size, LaneMask lanes) {
        if (offset + size > written_.size()) written_.resize(offset + size);
        for (std::uint64_t b = offset; b < offset + size; ++b)
            written_[b] |= lanes;
    }
    /// Of `lanes`, those that have not written all of the bytes.
    LaneMask missing(std::uint64_t offset, std::uint64_t size, LaneMask lanes) const {
        LaneMask written = lanes;
        for (std::uint64_t b = offset; b < offset + size; ++b)
            written &= b < written_.size() ? written_[b] : 0;
        return lanes & ~written;
    }

private:
    std::vector<LaneMask> written_;
};

/// Lanes that read what nothing wrote.
struct Missing {
    LaneMask partly = 0; ///< some bytes of an element: padding, or the rest of a word
    LaneMask wholly = 0; ///< all bytes of an element
    LaneMask lanes() const { return partly | wholly; }
    void operator|=(const Missing& m) { partly |= m.partly, wholly |= m.wholly; }
};

class InitializedChecker;

class Part : public BlockObserver {
public:
    Part(InitializedChecker& owner, std::uint64_t shared_bytes)
        : owner_(owner), shared_(shared_bytes) {}
    void on_access(const AccessEvent& access) override;

private:
    Missing local_access(const AccessEvent& access);

    InitializedChecker& owner_;
    WrittenBytes shared_;
    std::map<std::uint32_t, LocalBytes> local_; ///< by warp
};

class InitializedChecker : public Checker {
public:
    Interest interest() const override { return {.accesses = true, .one_thread = true}; }

    void on_allocation(const AllocationEvent& a) override {
        memory_.add(a.base, a.size, WrittenBytes(a.size));
    }
    void on_free(const FreeEvent& a) override { memory_.remove(a.base); }
    void on_host_copy(const HostCopyEvent& copy) override {
        if (copy.direction == HostCopyEvent::Direction::FromDevice || copy.size == 0) return;
        const bool on_device = copy.direction == HostCopyEvent::Direction::DeviceToDevice;
        Memory* const source = on_device ? memory_.find(copy.source, copy.size) : nullptr;
        Memory* const memory = memory_.find(copy.destination, copy.size);
        if (memory == nullptr) return;
        const std::uint64_t to = copy.destination - memory->base;
        if (source == nullptr) return memory->value.mark(to, copy.size);
        const std::uint64_t from = copy.source - source->base;
        for (std::uint64_t b = 0; b < copy.size; ++b) // what was nothing stays nothing
            if (source->value.all(from + b, 1)) memory->value.mark(to + b, 1);
    }
    void on_launch(const LaunchEvent& launch) override {
        launch_ = launch.launch;
        shared_bytes_ = launch.static_shared_bytes + launch.dynamic_shared_bytes;
        found_.clear();
        memory_.each([&](Memory& m) { m.value.keep_undo(!launch.ordered); });
    }
    void on_launch_restart(const LaunchEvent&) override {
        found_.clear();
        memory_.each([](Memory& m) { m.value.undo(); });
    }
    void on_launch_end(const LaunchEndEvent&) override {
        memory_.each([](Memory& m) { m.value.keep_undo(false); });
        for (auto& [place, violation] : found_)
            violations_.push_back(std::move(violation));
        found_.clear();
    }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return std::make_unique<Part>(*this, shared_bytes_);
    }
    std::vector<Violation> take_violations() override { return std::exchange(violations_, {}); }
    std::uint64_t shadow_bytes() const override {
        std::uint64_t sum = 0;
        memory_.each([&](const Memory& m) { sum += m.value.bytes(); });
        return sum;
    }

    /// Marks what the access writes; the lanes that read what was not written.
    Missing global_access(const AccessEvent& access);
    void report(const AccessEvent& access, const Missing& missing);

private:
    using Memory = AllocationMap<WrittenBytes>::Entry;

    AllocationMap<WrittenBytes> memory_;
    LaunchId launch_ = 0;
    std::uint64_t shared_bytes_ = 0;
    std::map<std::tuple<std::uint32_t, std::uint32_t, Space>, Violation> found_;
    std::vector<Violation> violations_;
};

bool reads(AccessKind kind) {
    return kind != AccessKind::Store;
}

/// Whether the lanes' bytes lie side by side, from `first` on.
bool is_one_range(const AccessEvent& access, std::uint64_t& first, std::uint64_t& size) {
    if (!access.regular()) return false;
    first = access.address(first_lane(access.lanes));
    size = access.width;
    if (access.stride == 0) return true;
    const LaneMask shifted = access.lanes >> first_lane(access.lanes);
    if (access.stride != access.width || (shifted & (shifted + 1)) != 0) return false;
    size *= count_lanes(access.lanes);
    return true;
}

struct OffsetRange {
    std::uint32_t low = 0, high = 0;
};
/// Of all lanes: those that take no part are where one of the others is.
OffsetRange range_of(const std::uint32_t* offset) {
    using Four = std::int32_t __attribute__((vector_size(16)));
    constexpr std::int32_t kSign = INT32_MIN; // so that they compare as unsigned numbers
    Four low = Four{} + INT32_MAX, high = Four{} + INT32_MIN;
    for (unsigned l = 0; l < kLanes; l += 4) {
        Four v;
        std::memcpy(&v, offset + l, sizeof v);
        v ^= kSign;
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    std::int32_t least = low[0], most = high[0];
    for (unsigned k = 1; k < 4; ++k) {
        least = std::min(least, low[k]);
        most = std::max(most, high[k]);
    }
    return {static_cast<std::uint32_t>(least ^ kSign), static_cast<std::uint32_t>(most ^ kSign)};
}

/// One element of a lane, of whose bytes is_written tells.
template<class IsWritten>
void add_element(Missing& missing, unsigned lane, unsigned bytes, IsWritten is_written) {
    unsigned written = 0;
    for (unsigned b = 0; b < bytes; ++b)
        written += is_written(b) ? 1 : 0;
    if (written == bytes) return;
    (written == 0 ? missing.wholly : missing.partly) |= LaneMask{1} << lane;
}

/// Applies an access to `written`, whose first byte has the address `base`.
Missing apply(const AccessEvent& access, WrittenBytes& written, Address base) {
    Missing missing;
    std::uint64_t first = 0, size = 0;
    if (is_one_range(access, first, size)) {
        if (access.kind == AccessKind::Store) {
            written.mark(first - base, size);
            return {};
        }
        if (written.all(first - base, size)) return {};
    } else if (reads(access.kind) && access.offset != nullptr) {
        // All that lies between, too: the rows and columns of tiles.
        const OffsetRange range = range_of(access.offset);
        if (range.high - range.low < WrittenBytes::kPage &&
            written.all(access.first + range.low - base, range.high - range.low + access.width))
            return {};
    }
    if (reads(access.kind))
        for_each_lane(access.lanes, [&](unsigned l) {
            const std::uint64_t at = access.address(l) - base;
            if (written.all(at, access.width)) return;
            for (unsigned e = 0; e < access.width; e += access.element)
                add_element(missing, l, access.element,
                            [&](unsigned b) { return written.all(at + e + b, 1); });
        });
    if (access.kind != AccessKind::Load)
        for_each_lane(access.lanes,
                      [&](unsigned l) { written.mark(access.address(l) - base, access.width); });
    return missing;
}

Missing InitializedChecker::global_access(const AccessEvent& access) {
    Memory* const memory = memory_.find(access.address(first_lane(access.lanes)), access.width);
    const auto is_there = [&](Address address) {
        return memory != nullptr && address - memory->base < memory->size;
    };
    bool together = true;
    if (access.regular()) {
        together =
            is_there(access.address(31u - static_cast<unsigned>(std::countl_zero(access.lanes))));
    } else if (access.offset != nullptr) {
        const OffsetRange range = range_of(access.offset);
        together = is_there(access.first + range.low) && is_there(access.first + range.high);
    } else {
        for_each_lane(access.lanes,
                      [&](unsigned l) { together = together && is_there(access.address(l)); });
    }
    if (together && memory->value.complete()) return {};
    if (together) return apply(access, memory->value, memory->base);
    Missing missing;
    for_each_lane(access.lanes, [&](unsigned l) {
        Memory* of_lane = memory_.find(access.address(l), access.width);
        if (of_lane == nullptr) return;
        AccessEvent one = access;
        one.lanes = 1u << l;
        missing |= apply(one, of_lane->value, of_lane->base);
    });
    return missing;
}

void InitializedChecker::report(const AccessEvent& access, const Missing& missing) {
    // Of 8 bits there are no atomic operations: those of 16 read the neighbour, too.
    const bool strong = access.order != 0;
    const LaneMask lanes = strong ? missing.wholly : missing.lanes();
    if (lanes == 0) return;
    const auto [place, fresh] =
        found_.try_emplace({access.at.function, access.at.instruction, access.space});
    Violation& v = place->second;
    v.times += fresh ? 0 : 1;
    if (!fresh) return;
    const bool shared = access.space == Space::Shared, local = access.space == Space::Local;
    const char* space = shared ? "shared" : local ? "local" : "global";
    v.kind = "Uninitialized";
    v.classes = {space, (missing.wholly & lanes) != 0 ? "wholly" : "partly"};
    v.message = "read of " + std::string(space) +
                " memory that nothing has written: " + std::to_string(access.width) + "-byte " +
                (access.kind == AccessKind::Load ? "load" : "atomic operation");
    v.advice = shared  ? "let the block write every element that it reads, edges of tiles "
                         "included, with __syncthreads() between"
               : local ? "give the variable or every element of the array a value first"
                       : "copy or set the buffer before the launch (cudaMemcpy, cudaMemset), and "
                         "check which elements earlier kernels wrote";
    v.here = {"reads", launch_, access.warp, first_lane(lanes), lanes, access.at};
    v.has_address = true;
    v.space = access.space;
    v.address = access.address(first_lane(lanes));
    v.width = access.width;
}

Missing Part::local_access(const AccessEvent& access) {
    LocalBytes& local = local_[access.warp.warp];
    Missing missing;
    for_each_lane(access.lanes, [&](unsigned l) {
        const std::uint64_t at = access.address(l);
        const LaneMask lane = LaneMask{1} << l;
        if (access.kind != AccessKind::Load) return local.mark(at, access.width, lane);
        if (local.missing(at, access.width, lane) == 0) return;
        for (unsigned e = 0; e < access.width; e += access.element)
            add_element(missing, l, access.element,
                        [&](unsigned b) { return local.missing(at + e + b, 1, lane) == 0; });
    });
    return missing;
}

void Part::on_access(const AccessEvent& access) {
    Missing missing;
    if (access.space == Space::Local && access.regular() && access.stride == 0) {
        // All lanes at one offset, which is how compilers lay out local variables.
        LocalBytes& local = local_[access.warp.warp];
        if (access.kind != AccessKind::Load)
            return local.mark(access.first, access.width, access.lanes);
        if (local.missing(access.first, access.width, access.lanes) == 0) return;
    }
    switch (access.space) {
    case Space::Global: missing = owner_.global_access(access); break;
    case Space::Shared:
        if (shared_.complete()) return;
        missing = apply(access, shared_, 0);
        break;
    case Space::Local: missing = local_access(access); break;
    default: return;
    }
    if (missing.lanes() != 0) owner_.report(access, missing);
}

} // namespace

std::unique_ptr<Checker> make_initialized_checker() {
    return std::make_unique<InitializedChecker>();
}

} // namespace warpscope
