// Images before launches, within bounds, and capsules after those with races.
#include "runtime/report/launch_keeper.h"

#include <fmt/format.h>

#include "runtime/report/kept_launches.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

/// Equal for races that reports fold into one.
std::string key_of(const Finding& f) {
    std::string key = fmt::format("{} {}", f.kernel, f.ptx_line);
    for (const FindingParty& p : f.parties)
        key += fmt::format(" {} {}", p.kernel, p.ptx_line);
    for (const std::string& c : f.classes)
        key += " " + c;
    return key;
}

} // namespace

void LaunchKeeper::begin(const DeviceMemory& memory) {
    began_ = !folder_.empty();
    if (!began_) return;
    const std::uint64_t bytes = image_bytes(memory);
    why_not_.clear();
    if (kept_ == kLaunches)
        why_not_ = fmt::format("{} launches of this run were kept before it", kept_);
    else if (bytes > kLargestImage)
        why_not_ = fmt::format("{} of device memory are more than the {} that are kept",
                               byte_size(bytes), byte_size(kLargestImage));
    else if (imaged_ + bytes > kImagesOfRun + kPerInstruction * checked_)
        why_not_ = fmt::format("copying {} of device memory before each of so many short launches "
                               "would take too long",
                               byte_size(bytes));
    if (!why_not_.empty()) {
        why_not_ += "; --capture DIR keeps every launch";
        return;
    }
    imaged_ += bytes;
    image_.take(memory);
}

void LaunchKeeper::end(const EndedRun& run, std::vector<Finding>& findings) {
    if (!began_) return;
    began_ = false;
    checked_ += run.result.statistics.warp_instructions;
    bool news = false;
    for (const Finding& finding : findings)
        news |= is_race(finding) && !known_.contains(key_of(finding));
    if (!news) return;
    const std::string why_not = why_not_.empty() ? keep(run, findings) : why_not_;
    for (Finding& finding : findings)
        if (is_race(finding)) finding.not_kept = why_not;
}

std::string LaunchKeeper::keep(const EndedRun& run, std::vector<Finding>& findings) {
    Capsule capsule = make_capsule(run.request, run.gpu, image_, run.options);
    capsule.expected = {run.result.outcome, run.result.ordered,
                        run.result.statistics.warp_instructions, run.memory.content_hash()};
    if (Status kept = keep_launch(capsule, findings, folder_); !kept)
        return kept.error().where.file + " " + kept.error().message;
    ++kept_;
    for (const Finding& finding : findings)
        if (is_race(finding)) known_.insert(key_of(finding));
    return {};
}

} // namespace warpscope::report
