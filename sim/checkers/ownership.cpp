// Compares who writes an element with who owns it.
#include "sim/checkers/ownership.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "sim/checkers/owned_buffers.h"
#include "sim/checkers/writer_shadow.h"

namespace warpscope {
namespace {

constexpr std::size_t kListedElements = 8;

class OwnershipChecker;

class Part : public BlockObserver {
public:
    explicit Part(OwnershipChecker& owner) : owner_(owner) {}
    void on_access(const AccessEvent& access) override;

private:
    OwnershipChecker& owner_;
};

/// A buffer of the launch that runs, and what was seen of it.
struct Watched {
    OwnedBuffer buffer;
    std::unique_ptr<WriterShadow> shadow; ///< without known owners, once it is written
};

struct Found {
    Violation violation;
    std::vector<std::uint64_t> elements; ///< the first few
};

class OwnershipChecker : public Checker {
public:
    explicit OwnershipChecker(OwnershipLog* log) : log_(log) {}
    Interest interest() const override { return {.accesses = true, .one_thread = true}; }

    void on_allocation(const AllocationEvent& a) override { allocations_[a.base] = a.size; }
    void on_free(const FreeEvent& a) override { allocations_.erase(a.base); }
    void declare_owned(const std::vector<OwnedParameter>& parameters) override {
        declared_ = parameters;
    }

    void on_launch(const LaunchEvent& launch) override { begin(launch); }
    void on_launch_restart(const LaunchEvent& launch) override { begin(launch); }
    void on_launch_end(const LaunchEndEvent&) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return watched_.empty() ? nullptr : std::make_unique<Part>(*this);
    }
    std::vector<Violation> take_violations() override { return std::exchange(violations_, {}); }
    std::uint64_t shadow_bytes() const override {
        std::uint64_t sum = 0;
        for (const Watched& w : watched_)
            sum += w.shadow != nullptr ? w.shadow->bytes() : 0;
        return sum;
    }

    void take(const AccessEvent& access);

private:
    void begin(const LaunchEvent& launch);
    void find_overlaps();
    void take_lane(const AccessEvent& access, unsigned lane);
    void take_write(std::size_t index, const AccessEvent& access, unsigned lane, Address from,
                    Address to);
    void take_element(std::size_t index, std::uint64_t element, const AccessEvent& access,
                      unsigned lane);
    void report(std::size_t index, std::uint64_t element, const AccessEvent& access, unsigned lane,
                const WriterShadow::Writer* before);
    void fit_to_elements(Watched& watched, const AccessEvent& access) const;
    std::uint64_t writer_id(const OwnedBuffer& buffer, const AccessEvent& access,
                            unsigned lane) const;
    std::uint64_t bytes_from(Address address) const;
    void log(std::size_t index, std::uint64_t element, const AccessEvent& access, unsigned lane,
             const WriterShadow::Writer* before);
    void finish_log();

    OwnershipLog* const log_;
    std::map<Address, std::uint64_t> allocations_; ///< sizes by base
    std::vector<OwnedParameter> declared_;
    std::vector<Watched> watched_;
    Address lowest_ = 0, end_ = 0; ///< of all watched buffers
    LaunchId launch_ = 0;
    Dim3 grid_, block_;
    std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, Found> found_;
    std::vector<Violation> overlaps_; ///< not placed before somebody writes there
    std::vector<Violation> violations_;
};

/// Bytes of the allocation that holds the address, from there on.
std::uint64_t OwnershipChecker::bytes_from(Address address) const {
    const auto above = allocations_.upper_bound(address);
    if (above == allocations_.begin()) return 0;
    const auto& [base, size] = *std::prev(above);
    return address - base < size ? size - (address - base) : 0;
}

void OwnershipChecker::begin(const LaunchEvent& launch) {
    launch_ = launch.launch;
    grid_ = launch.grid;
    block_ = launch.block;
    watched_.clear();
    found_.clear();
    overlaps_.clear();
    if (log_ != nullptr) *log_ = {};
    for (const OwnedBuffer& buffer :
         owned_buffers(launch.parameters, grid_, declared_,
                       [this](Address address) { return bytes_from(address); }))
        watched_.push_back({buffer, nullptr});
    lowest_ = UINT64_MAX, end_ = 0;
    for (const Watched& w : watched_) {
        lowest_ = std::min(lowest_, w.buffer.base);
        end_ = std::max(end_, w.buffer.base + w.buffer.bytes);
    }
    find_overlaps();
}

void OwnershipChecker::find_overlaps() {
    for (std::size_t a = 0; a < watched_.size(); ++a)
        for (std::size_t b = a + 1; b < watched_.size(); ++b) {
            const Overlap both = overlap_of(watched_[a].buffer, watched_[b].buffer);
            if (both.bytes == 0) continue;
            Violation v;
            v.kind = "OverlappingSpans";
            v.message = "two owned spans of one launch overlap: " + std::to_string(both.bytes) +
                        " bytes belong to both";
            v.advice = "give each owned span a buffer, or a part of one, of its own; what is only "
                       "read may be a ws::span<const T>";
            v.whole_launch = true;
            v.here.launch = launch_;
            v.has_address = true;
            v.address = both.from;
            overlaps_.push_back(std::move(v));
        }
}

void OwnershipChecker::on_launch_end(const LaunchEndEvent&) {
    declared_.clear();
    if (log_ != nullptr) finish_log();
    for (Violation& v : overlaps_)
        violations_.push_back(std::move(v));
    overlaps_.clear();
    for (auto& [place, found] : found_) {
        std::string list;
        for (const std::uint64_t element : found.elements)
            list += (list.empty() ? "" : ", ") + std::to_string(element);
        if (found.violation.times > found.elements.size()) list += ", ...";
        if (found.elements.size() > 1) found.violation.details.push_back("elements " + list);
        violations_.push_back(std::move(found.violation));
    }
    found_.clear();
}

void OwnershipChecker::take(const AccessEvent& access) {
    if (access.space != Space::Global || access.kind == AccessKind::Load) return;
    for_each_lane(access.lanes, [&](unsigned lane) { take_lane(access, lane); });
}

void OwnershipChecker::take_lane(const AccessEvent& access, unsigned lane) {
    const Address from = access.address(lane), to = from + access.width;
    if (from >= end_ || to <= lowest_) return;
    for (Violation& v : overlaps_)
        if (v.whole_launch && v.address >= from && v.address < to) {
            v.whole_launch = false;
            v.here = {"writes", launch_, access.warp, lane, LaneMask{1} << lane, access.at};
        }
    const auto is_written = [&](const Watched& w) {
        return from < w.buffer.base + w.buffer.bytes && w.buffer.base < to;
    };
    // Bytes of two owned buffers have been reported as such.
    if (std::count_if(watched_.begin(), watched_.end(), is_written) > 1) return;
    for (std::size_t k = 0; k < watched_.size(); ++k) {
        const OwnedBuffer& buffer = watched_[k].buffer;
        const Address first = std::max(from, buffer.base);
        const Address last = std::min(to, buffer.base + buffer.bytes);
        if (first < last) take_write(k, access, lane, first, last);
    }
}

/// An element of a raw pointer is as large as the smallest that is written.
void OwnershipChecker::fit_to_elements(Watched& watched, const AccessEvent& access) const {
    OwnedBuffer& buffer = watched.buffer;
    if (!buffer.is_raw) return;
    const std::uint32_t written = std::max<std::uint32_t>(access.element, 1);
    if (buffer.element_bytes == 0) buffer.element_bytes = written;
    const bool divides = written < buffer.element_bytes && buffer.element_bytes % written == 0;
    if (!divides || buffer.has_known_owners()) return;
    buffer.element_bytes = written;
    if (watched.shadow != nullptr)
        watched.shadow = std::make_unique<WriterShadow>(watched.shadow->divided(written));
}

void OwnershipChecker::take_write(std::size_t index, const AccessEvent& access, unsigned lane,
                                  Address from, Address to) {
    Watched& watched = watched_[index];
    fit_to_elements(watched, access);
    const OwnedBuffer& buffer = watched.buffer;
    const std::uint64_t size = buffer.element_bytes;
    for (std::uint64_t e = (from - buffer.base) / size; e <= (to - 1 - buffer.base) / size; ++e)
        take_element(index, e, access, lane);
}

std::uint64_t OwnershipChecker::writer_id(const OwnedBuffer& buffer, const AccessEvent& access,
                                          unsigned lane) const {
    if (buffer.belongs_to_blocks()) return access.warp.block;
    return access.warp.block * volume(block_) + std::uint64_t{access.warp.warp} * kLanes + lane;
}

void OwnershipChecker::take_element(std::size_t index, std::uint64_t element,
                                    const AccessEvent& access, unsigned lane) {
    Watched& watched = watched_[index];
    const OwnedBuffer& buffer = watched.buffer;
    if (buffer.has_known_owners()) {
        if (!owns(buffer, element, place_of(access.warp, lane, grid_, block_), block_))
            report(index, element, access, lane, nullptr);
        return;
    }
    const std::uint64_t writers = volume(grid_) * (buffer.belongs_to_blocks() ? 1 : volume(block_));
    if (watched.shadow == nullptr)
        watched.shadow = std::make_unique<WriterShadow>(buffer.element_bytes,
                                                        buffer.bytes / buffer.element_bytes + 1,
                                                        writers, log_ != nullptr ? 4 : 1);
    WriterShadow::Writer before;
    if (!watched.shadow->note(element, writer_id(buffer, access, lane), access.at, before))
        report(index, element, access, lane, &before);
}

void OwnershipChecker::report(std::size_t index, std::uint64_t element, const AccessEvent& access,
                              unsigned lane, const WriterShadow::Writer* before) {
    if (log_ != nullptr) log(index, element, access, lane, before);
    const auto [place, fresh] =
        found_.try_emplace({index, access.at.function, access.at.instruction});
    Found& found = place->second;
    const auto known = std::find(found.elements.begin(), found.elements.end(), element);
    if (known == found.elements.end() && found.elements.size() < kListedElements)
        found.elements.push_back(element);
    Violation& v = found.violation;
    v.times += fresh ? 0 : 1;
    if (!fresh) return;
    const OwnedBuffer& buffer = watched_[index].buffer;
    const char* who = buffer.belongs_to_blocks() ? "block" : "thread";
    const char* does = access.kind == AccessKind::Store ? "writes" : "changes atomically";
    v.here = {does, launch_, access.warp, lane, LaneMask{1} << lane, access.at};
    v.has_address = true;
    v.address = buffer.base + element * buffer.element_bytes;
    v.width = buffer.element_bytes;
    if (before == nullptr) {
        v.kind = "ForeignOwner";
        v.message = "element " + std::to_string(element) + " of an owned buffer is written by a " +
                    who + " that it does not belong to";
        v.details.push_back("it belongs to " + owner_text(buffer, element, grid_, block_));
        v.advice = "write through the thread's own index; for computed places use a "
                   "ws::scatter_span";
        return;
    }
    v.kind = "TwoOwners";
    v.message = "element " + std::to_string(element) + " of an owned buffer is written by two " +
                who + "s in one launch";
    v.advice = "let one " + std::string(who) +
               " write each element: make the indices a permutation, or collect in shared memory "
               "or with atomics in a buffer that is not owned";
    Party earlier;
    earlier.does = "wrote it before";
    earlier.launch = launch_;
    const std::uint64_t threads = buffer.belongs_to_blocks() ? 1 : volume(block_);
    const std::uint64_t thread = before->id % threads;
    earlier.warp = {before->id / threads, static_cast<std::uint32_t>(thread / kLanes)};
    earlier.lane = static_cast<unsigned>(thread % kLanes);
    earlier.lanes = LaneMask{1} << earlier.lane;
    earlier.at = before->at;
    if (before->has_position)
        v.others.push_back(earlier);
    else
        v.details.push_back("written before in block " + std::to_string(earlier.warp.block) +
                            ", warp " + std::to_string(earlier.warp.warp) + ", lane " +
                            std::to_string(earlier.lane));
}

/// With the offset in bytes in the place of the element's number, because the elements of a raw
/// pointer may yet turn out to be smaller.
void OwnershipChecker::log(std::size_t index, std::uint64_t element, const AccessEvent& access,
                           unsigned lane, const WriterShadow::Writer* before) {
    if (log_->records.size() == OwnershipLog::kMostRecords) {
        log_->cut = true;
        return;
    }
    const OwnedBuffer& buffer = watched_[index].buffer;
    OwnershipRecord record;
    record.buffer = static_cast<std::uint32_t>(index);
    record.element = element * buffer.element_bytes;
    record.writer = writer_id(buffer, access, lane);
    record.at = access.at;
    record.has_first = before != nullptr;
    if (before != nullptr) {
        record.first_writer = before->id;
        record.first_at = before->at;
    }
    log_->records.push_back(record);
}

void OwnershipChecker::finish_log() {
    for (const Watched& w : watched_)
        log_->buffers.push_back(w.buffer);
    for (OwnershipRecord& record : log_->records)
        record.element /= std::max(watched_[record.buffer].buffer.element_bytes, 1u);
}

void Part::on_access(const AccessEvent& access) {
    owner_.take(access);
}

} // namespace

std::unique_ptr<Checker> make_ownership_checker() {
    return std::make_unique<OwnershipChecker>(nullptr);
}

std::unique_ptr<Checker> make_ownership_checker(OwnershipLog& log) {
    return std::make_unique<OwnershipChecker>(&log);
}

} // namespace warpscope
