// Steps of reduction, tried until none of them helps any more.
#include "sim/debug/reduce.h"

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

class Reducer {
public:
    Reducer(Capsule capsule, const std::function<bool(const Capsule&)>& still_fails)
        : reduced_{std::move(capsule), 0}, still_fails_(still_fails) {
        // These are about what happened before, not about the launch.
        reduced_.capsule.copies.clear();
        reduced_.capsule.expected.reset();
    }

    ReducedCapsule run() {
        do {
            progress_ = false;
            // The last axes first: they multiply the others.
            for (std::uint32_t Dim3::* axis : {&Dim3::z, &Dim3::y, &Dim3::x})
                shrink([axis](Capsule& c) -> std::uint32_t& { return c.grid.*axis; });
            for (std::uint32_t Dim3::* axis : {&Dim3::z, &Dim3::y, &Dim3::x})
                shrink([axis](Capsule& c) -> std::uint32_t& { return c.block.*axis; });
            drop_allocations();
            for (std::size_t a = 0; a < reduced_.capsule.memory.size(); ++a) {
                if (!is_buffer(reduced_.capsule.memory[a])) continue;
                clear(a);
                shorten(a);
            }
        } while (progress_);
        return std::move(reduced_);
    }

private:
    bool keep(Capsule candidate) {
        ++reduced_.tried;
        if (!still_fails_(candidate)) return false;
        reduced_.capsule = std::move(candidate);
        progress_ = true;
        return true;
    }

    /// To the smallest extent that fails, as far as halving finds it.
    template<class Extent>
    void shrink(Extent&& extent) {
        std::uint32_t low = 1; // below it the launch is not known to fail
        while (low < extent(reduced_.capsule)) {
            const std::uint32_t middle = low + (extent(reduced_.capsule) - low) / 2;
            Capsule candidate = reduced_.capsule;
            extent(candidate) = middle;
            if (!keep(std::move(candidate))) low = middle + 1;
        }
    }

    static bool is_buffer(const CapsuleAllocation& a) {
        return a.kind == AllocationKind::Device || a.kind == AllocationKind::Managed;
    }

    void drop_allocations() {
        for (std::size_t a = reduced_.capsule.memory.size(); a-- > 0;) {
            if (!is_buffer(reduced_.capsule.memory[a])) continue;
            Capsule candidate = reduced_.capsule;
            candidate.memory.erase(candidate.memory.begin() + static_cast<std::ptrdiff_t>(a));
            keep(std::move(candidate));
        }
    }

    void clear(std::size_t number) {
        Capsule candidate = reduced_.capsule;
        CapsuleAllocation& a = candidate.memory[number];
        const std::uint64_t pages = (a.size + kCapsulePageBytes - 1) / kCapsulePageBytes;
        if (a.pages.size() == 1 && a.pages[0].content == PageRun::Content::Zero) return;
        a.pages = {{PageRun::Content::Zero, pages, {}, {}}};
        keep(std::move(candidate));
    }

    void shorten(std::size_t number) {
        while (reduced_.capsule.memory[number].size > 1) {
            Capsule candidate = reduced_.capsule;
            CapsuleAllocation& a = candidate.memory[number];
            const std::vector<std::uint8_t> bytes = bytes_of(a);
            // Whole words, so that what is left is still aligned as arrays are.
            const std::uint64_t size = std::max<std::uint64_t>(a.size / 2 / 4 * 4, a.size / 2 == 0);
            if (size == 0) return;
            truncate(a, bytes, size);
            if (!keep(std::move(candidate))) return;
        }
    }

    static void truncate(CapsuleAllocation& a, const std::vector<std::uint8_t>& bytes,
                         std::uint64_t size) {
        a.size = size;
        a.pages.clear();
        for (std::uint64_t at = 0; at < size; at += kCapsulePageBytes) {
            const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
            const std::uint64_t length = std::min(kCapsulePageBytes, size - at);
            PageRun run;
            run.content = PageRun::Content::Stored;
            run.bytes = std::make_shared<const std::vector<std::uint8_t>>(
                first, first + static_cast<std::ptrdiff_t>(length));
            run.hash = hash_bytes(run.bytes->data(), run.bytes->size());
            const bool zero = std::all_of(run.bytes->begin(), run.bytes->end(),
                                          [](std::uint8_t b) { return b == 0; });
            if (zero) run = {PageRun::Content::Zero, 1, {}, {}};
            a.pages.push_back(std::move(run));
        }
    }

    ReducedCapsule reduced_;
    const std::function<bool(const Capsule&)>& still_fails_;
    bool progress_ = false;
};

} // namespace

ReducedCapsule reduce(Capsule capsule, const std::function<bool(const Capsule&)>& still_fails) {
    return Reducer(std::move(capsule), still_fails).run();
}

std::uint64_t memory_bytes(const Capsule& capsule) {
    std::uint64_t sum = 0;
    for (const CapsuleAllocation& a : capsule.memory)
        sum += a.size;
    return sum;
}

} // namespace warpscope
