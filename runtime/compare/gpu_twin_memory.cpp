// Where the memory of a launch lies on the GPU, and its way there and back.
#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "runtime/compare/gpu_twin.h"
#include "runtime/report/allocation_text.h"
#include "runtime/report/units.h"

namespace warpscope::compare {
namespace {

/// Where the driver has allocations begin.
constexpr std::uint64_t kBufferAlignment = 512;

std::string name_for_reports(const CapsuleAllocation& a) {
    return report::allocation_text(report::facts_of(a));
}

} // namespace

/// The allocation and its guards have memory on the GPU.
Status GpuTwin::place(const CapsuleAllocation& a, std::uint64_t shift) {
    const auto copy = copies_->find(a.base);
    if (copy != copies_->end() && !shows_images_) shift = copy->second.shift;
    if (shift != 0 || copy != copies_->end()) return place_elsewhere(a, shift);
    const Status here = memory_->cover(a.base - kGuardBytes, a.size + 2 * kGuardBytes);
    // The host has its own memory there.
    if (!here && a.kind == AllocationKind::Managed) return place_elsewhere(a, 0);
    if (!here) return here;
    // Managed memory may lie side by side, without guards.
    if (a.kind != AllocationKind::Managed) placed_.push_back({name_for_reports(a), a.base, a.size});
    return Done{};
}

Status GpuTwin::place_elsewhere(const CapsuleAllocation& a, std::uint64_t shift) {
    auto copy = copies_->find(a.base);
    if (copy != copies_->end() && (copy->second.bytes != a.size || copy->second.shift != shift)) {
        copies_->erase(copy);
        copy = copies_->end();
    }
    if (copy == copies_->end()) {
        // Aligned as on the emulator, but for the shift.
        const std::uint64_t before = kBufferAlignment + (a.base + shift) % kBufferAlignment;
        Result<driver::Buffer> buffer =
            driver::Buffer::allocate(*context_, before + a.size + kGuardBytes);
        if (!buffer) return buffer.error();
        if (Status good = context_->done(buffer->fill(kPoison), "cuMemsetD8"); !good) return good;
        const Address address = buffer->address() + before;
        copy = copies_->emplace(a.base, Copy{std::move(*buffer), address, a.size, shift}).first;
    }
    translation_.add_range(a.base, copy->second.address, a.size);
    placed_.push_back({name_for_reports(a), copy->second.address, a.size});
    return Done{};
}

Status GpuTwin::place_all(const Capsule& before) {
    std::erase_if(*copies_, [&](const auto& copy) {
        return std::none_of(before.memory.begin(), before.memory.end(),
                            [&](const auto& a) { return a.base == copy.first; });
    });
    for (const CapsuleAllocation& a : before.memory) {
        if (a.kind == AllocationKind::Workspace || a.kind == AllocationKind::Array) continue;
        if (translation_.variable_at(a.base) != nullptr) continue;
        std::uint64_t shift = 0;
        if (shows_images_) {
            const Result<std::uint64_t> wanted = GpuImages::shift(before, a);
            if (!wanted) return wanted.error();
            shift = *wanted;
        }
        if (Status good = place(a, shift); !good) return good;
    }
    return Done{};
}

/// Those of allocations that the launch before did not have: other memory may have lain there.
Status GpuTwin::poison_guards(const std::vector<Placed>& before) {
    for (const Placed& a : placed_) {
        const bool known = std::any_of(before.begin(), before.end(), [&](const Placed& b) {
            return b.gpu == a.gpu && b.bytes == a.bytes;
        });
        for (const Address at : {a.gpu - kGuardBytes, a.gpu + a.bytes})
            if (!known)
                if (Status good = memory_->fill(at, kPoison, kGuardBytes); !good) return good;
    }
    return Done{};
}

Status GpuTwin::write(const CapsuleAllocation& a) {
    if (a.kind == AllocationKind::Array)
        return images_->holds(a.base) ? images_->write(a.base, bytes_of(a)) : Done{};
    const GpuVariable* variable = translation_.variable_at(a.base);
    if (variable == nullptr && a.pages.size() == 1 &&
        a.pages[0].content != PageRun::Content::Stored)
        return memory_->fill(translation_.to_gpu(a.base),
                             a.pages[0].content == PageRun::Content::Zero ? 0 : kPoison, a.size);
    if (variable != nullptr && variable->address == 0) return Done{};
    std::vector<std::uint8_t> bytes = bytes_of(a);
    if (variable != nullptr) {
        translation_.to_gpu(bytes, *variable);
        bytes.resize(std::min(bytes.size(), variable->initial.size()));
    } else if (!translation_.to_gpu(bytes)) {
        return cannot_compare("pointers to functions in memory");
    }
    return memory_->write(translation_.to_gpu(a.base), bytes.data(), bytes.size());
}

Status GpuTwin::read(const CapsuleAllocation& a, std::span<const std::uint8_t> emulator,
                     std::span<std::uint8_t> to) {
    const GpuVariable* variable = translation_.variable_at(a.base);
    if (variable == nullptr && a.kind != AllocationKind::Array) {
        const Address at = translation_.to_gpu(a.base);
        if (Status read = memory_->read(to.data(), at, to.size()); !read) return read;
        translation_.to_emulator(to, emulator);
        return Done{};
    }
    const std::vector<std::uint8_t> before = bytes_of(a);
    std::memcpy(to.data(), before.data(), std::min(to.size(), before.size()));
    if (a.kind == AllocationKind::Array)
        return shows_images_ && images_->holds(a.base) ? images_->read(a.base, to) : Done{};
    const std::uint64_t known = std::min<std::uint64_t>(to.size(), variable->initial.size());
    if (variable->address == 0 || known == 0) return Done{};
    if (Status read = memory_->read(to.data(), variable->address, known); !read) return read;
    translation_.to_emulator(to, emulator, *variable, before);
    return Done{};
}

std::vector<std::string> GpuTwin::stray_writes() {
    std::vector<std::string> found;
    std::array<std::uint8_t, kGuardBytes> guard{};
    for (const Placed& a : placed_)
        for (const bool after : {false, true}) {
            const Address at = after ? a.gpu + a.bytes : a.gpu - kGuardBytes;
            if (!memory_->read(guard.data(), at, guard.size())) continue;
            const auto changed = std::find_if(guard.begin(), guard.end(),
                                              [](std::uint8_t byte) { return byte != kPoison; });
            if (changed == guard.end()) continue;
            const std::uint64_t offset = static_cast<std::uint64_t>(changed - guard.begin());
            found.push_back(
                fmt::format("the GPU wrote outside of {}: {} {}", a.name,
                            report::counted(after ? offset : kGuardBytes - offset, "byte"),
                            after ? "past its end" : "before its start"));
            (void)memory_->fill(at, kPoison, guard.size());
        }
    return found;
}

} // namespace warpscope::compare
