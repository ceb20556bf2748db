// Checkpoints, versions of pages, and going from one to another.
#include "sim/debug/history.h"

#include <algorithm>
#include <cstring>

namespace warpscope {
namespace {

/// With more checkpoints than these every second is forgotten, and the interval doubles.
constexpr std::size_t kMostCheckpoints = 256;
/// How often `cancel` is looked at, in warp instructions.
constexpr std::uint64_t kCancelGrain = std::uint64_t{1} << 16;

std::uint64_t bytes_of(const HeapImage& image) {
    std::uint64_t sum = sizeof image + image.freed.size() * sizeof(FreedRange);
    for (const HeapImage::Piece& piece : image.blocks)
        sum += sizeof piece + piece.bytes.size();
    return sum;
}

void sort_once(std::vector<Address>& pages) {
    std::sort(pages.begin(), pages.end());
    pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
}

} // namespace

History::History(SteppedLaunch& launch, DeviceMemory& memory, std::uint64_t most_bytes,
                 std::uint64_t interval)
    : launch_(launch), memory_(memory), most_bytes_(most_bytes), interval_(interval),
      tracker_(DependenceTracker::of_pages(memory)) {
    launch_.set_tracker(tracker_.get());
    add_checkpoint();
}

History::~History() {
    launch_.set_tracker(nullptr);
}

void History::add_checkpoint() {
    Checkpoint point;
    point.position = launch_.position();
    point.state = launch_.state();
    point.heap = std::make_shared<HeapImage>(memory_.heap_image());
    bytes_ += point.state->bytes() + bytes_of(*point.heap);
    points_.push_back(std::move(point));
    thin_out();
}

/// Notes the pages that were written since the last checkpoint, and what they held before their
/// first write of all.
void History::take_written() {
    std::vector<Address>& written = points_.back().written;
    tracker_->take_pages([&](Address base, const std::uint8_t* before, std::uint64_t size) {
        written.push_back(base);
        std::vector<Version>& versions = pages_[base];
        if (!versions.empty()) return;
        versions.push_back({0, std::make_shared<std::vector<std::uint8_t>>(before, before + size)});
        bytes_ += size + sizeof(Version);
    });
    sort_once(written);
}

/// The launch stands at `position`, where the next checkpoint will be: keeps the pages as they are
/// now that were written since `from`.
void History::keep_versions(const Checkpoint& from, std::uint64_t position) {
    for (Address page : from.written) {
        std::vector<Version>& versions = pages_[page];
        const Allocation* a = memory_.find(page);
        const std::uint8_t* now = a->bytes() + (page - a->base);
        const Bytes last = versions.back().bytes;
        const bool same = std::memcmp(last->data(), now, last->size()) == 0;
        versions.push_back(
            {position,
             same ? last : std::make_shared<std::vector<std::uint8_t>>(now, now + last->size())});
        bytes_ += sizeof(Version) + (same ? 0 : last->size());
    }
}

/// The first version of after `position`.
std::vector<History::Version>::iterator History::after_position(std::vector<Version>& versions,
                                                                std::uint64_t position) {
    return std::upper_bound(versions.begin(), versions.end(), position,
                            [](std::uint64_t p, const Version& v) { return p < v.position; });
}

/// Neither the first nor the last.
void History::drop_checkpoint(std::size_t index) {
    Checkpoint& before = points_[index - 1];
    const Checkpoint& dropped = points_[index];
    const std::uint64_t next = points_[index + 1].position;
    for (Address page : before.written) {
        // Where a later version serves the next checkpoint, nobody asks for this one any more.
        std::vector<Version>& versions = pages_[page];
        const auto later = after_position(versions, dropped.position);
        const auto here = std::prev(later);
        if (here->position <= before.position || later == versions.end() || later->position > next)
            continue;
        bytes_ -= sizeof(Version) + (here->bytes.use_count() == 1 ? here->bytes->size() : 0);
        versions.erase(here);
    }
    before.written.insert(before.written.end(), dropped.written.begin(), dropped.written.end());
    sort_once(before.written);
    bytes_ -= dropped.state->bytes() + bytes_of(*dropped.heap);
    points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(index));
}

void History::thin_out() {
    while (points_.size() > kMostCheckpoints || (bytes_ > most_bytes_ && points_.size() > 4)) {
        for (std::size_t index = points_.size() - 2; index >= 1; index = index < 2 ? 0 : index - 2)
            drop_checkpoint(index);
        interval_ *= 2;
    }
}

std::size_t History::index_before(std::uint64_t position) const {
    const auto after =
        std::upper_bound(points_.begin(), points_.end(), position,
                         [](std::uint64_t p, const Checkpoint& c) { return p < c.position; });
    return static_cast<std::size_t>(after - points_.begin()) - 1;
}

std::uint64_t History::checkpoint_before(std::uint64_t position) const {
    return points_[index_before(position)].position;
}

bool History::may_have_written(std::uint64_t position, Address from, std::uint64_t size) const {
    const std::size_t index = index_before(position);
    if (index + 1 == points_.size()) return true; // its pages are still being collected
    const std::vector<Address>& written = points_[index].written;
    const auto first = std::upper_bound(written.begin(), written.end(), from + size - 1);
    return first != written.begin() && *std::prev(first) + kPageBytes > from;
}

void History::put(Address page, std::uint64_t position) {
    std::vector<Version>& versions = pages_.at(page);
    const Bytes& bytes = std::prev(after_position(versions, position))->bytes;
    memory_.write(page, bytes->data(), bytes->size());
}

/// Puts the launch back to a checkpoint, or forward to it.
void History::restore(std::size_t target) {
    if (launch_.position() == frontier_) {
        take_written();
        launch_.set_tracker(nullptr);
    }
    const std::size_t here = index_before(launch_.position());
    std::vector<Address> pages;
    for (std::size_t k = std::min(here, target); k <= std::max(here, target); ++k)
        pages.insert(pages.end(), points_[k].written.begin(), points_[k].written.end());
    sort_once(pages);
    memory_.restore_heap(*points_[target].heap);
    for (Address page : pages)
        put(page, points_[target].position);
    launch_.restore(*points_[target].state);
    if (points_[target].position == frontier_) launch_.set_tracker(tracker_.get());
}

/// Forward from here, with new checkpoints on new ground.
void History::advance(std::uint64_t position, const std::atomic<bool>* cancel) {
    while (launch_.position() < position && !launch_.ended()) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
        const std::uint64_t here = launch_.position();
        std::uint64_t stop = std::min(position, here + kCancelGrain);
        if (here < frontier_) {
            launch_.run(std::min(stop, frontier_) - here);
            if (launch_.position() == frontier_) launch_.set_tracker(tracker_.get());
            continue;
        }
        const std::uint64_t next = points_.back().position + interval_;
        launch_.run(std::min(stop, next) - here);
        frontier_ = launch_.position();
        if (frontier_ < next || launch_.ended()) continue;
        take_written();
        keep_versions(points_.back(), frontier_);
        add_checkpoint();
    }
}

void History::go_to(std::uint64_t position, const std::atomic<bool>* cancel) {
    const std::size_t target = index_before(position);
    if (position < launch_.position() || points_[target].position > launch_.position())
        restore(target);
    advance(position, cancel);
}

} // namespace warpscope
