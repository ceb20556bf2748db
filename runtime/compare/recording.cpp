// Making recordings, and answering out of them.
#include "runtime/compare/recording.h"

#include <algorithm>
#include <cstring>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "runtime/compare/owners.h"
#include "runtime/report/allocation_text.h"

namespace warpscope::compare {

Result<Recording> make_recording(Twin& twin, const Capsule& before, const LaunchRequest& request,
                                 const std::vector<OwnedParameter>& declared) {
    const bool has_owned = !owned_in(before, declared).empty();
    OwnershipLog owners;
    if (has_owned) owners = owners_on_emulator(before, declared);
    if (Status loaded =
            twin.load(before, request, has_owned ? Watching::Owners : Watching::Nothing);
        !loaded)
        return loaded.error();
    Result<TwinEnd> end = twin.run(request, owners.buffers);
    if (!end) return end.error();
    Recording recording;
    recording.gpu = fmt::format("{}, {:%Y-%m-%d}", twin.name(), fmt::gmtime(std::time(nullptr)));
    recording.end = std::move(*end);
    if (!recording.end.error.empty()) return recording;
    for (const CapsuleAllocation& a : before.memory) {
        if (!is_comparable(a, before)) continue;
        std::vector<std::uint8_t>& bytes = recording.memory[a.base];
        bytes.resize(a.size);
        if (Status read = twin.read(a, bytes_of(a), bytes); !read) return read.error();
    }
    recording.stray = twin.stray_writes();
    return recording;
}

Status RecordedTwin::load(const Capsule& before, const LaunchRequest& request, Watching) {
    Result<Recording> recording = read_recording(before, request, folder_);
    if (!recording) return recording.error();
    recording_ = std::move(*recording);
    return Done{};
}

Status RecordedTwin::read(const CapsuleAllocation& allocation, std::span<const std::uint8_t>,
                          std::span<std::uint8_t> to) {
    const auto found = recording_.memory.find(allocation.base);
    if (found == recording_.memory.end() || found->second.size() != to.size())
        return Diagnostic{{folder_.string()},
                          "the recording lacks " +
                              report::allocation_text(report::facts_of(allocation)),
                          "record the launch anew"};
    std::copy(found->second.begin(), found->second.end(), to.begin());
    return Done{};
}

} // namespace warpscope::compare
