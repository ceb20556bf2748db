// The second run on the emulator, with somebody who watches the words that differ.
#include "runtime/compare/describe.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "runtime/compare/reasons.h"
#include "runtime/report/allocation_text.h"
#include "runtime/report/checks.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "runtime/report/violations.h"
#include "sim/debug/announce_memory.h"
#include "sim/debug/ptx_run.h"

namespace warpscope::compare {
namespace {

using report::counted;
using report::grouped;

/// The launch, run again and watched.
class Rerun {
public:
    static std::optional<Rerun> of(const Capsule& before,
                                   const std::vector<DifferingBuffer>& differing,
                                   const CompareOptions& options, report::SourceFiles& sources) {
        Result<PreparedLaunch> launch = prepare_launch(before);
        if (!launch) return std::nullopt;
        Rerun rerun(std::move(*launch));
        for (const DifferingBuffer& buffer : differing)
            for (const std::uint64_t word : buffer.words)
                rerun.writers_.watch(buffer.before->base + word);
        rerun.run(options, sources);
        return rerun;
    }

    const Executable& code() const { return *launch_.request.executable; }
    const LastWriters& writers() const { return writers_; }
    const std::vector<Finding>& races() const { return races_; }
    FindingParty party(const LastWriter& writer, report::SourceFiles& sources) const {
        Party party;
        party.launch = launch_.request.id;
        party.warp = writer.warp;
        party.at = writer.at;
        party.lane = writer.lane;
        party.does = "wrote it last on the emulator";
        const report::LaunchFacts facts{launch_.request.executable, launch_.request.grid,
                                        launch_.request.block};
        return report::describe(party, [&](LaunchId) { return &facts; }, sources);
    }
    /// Of the instruction that wrote.
    Type type_of(const LastWriter& writer) const {
        const Instruction* i = report::instruction_at(code(), writer.at);
        return i == nullptr ? Type::None : i->modifiers.type;
    }

private:
    explicit Rerun(PreparedLaunch launch) : launch_(std::move(launch)) {}

    void run(const CompareOptions& options, report::SourceFiles& sources) {
        std::vector<std::string> ids;
        if (options.explain_by_races) ids.emplace_back("race");
        report::Checks checks(ids, report::CheckScope::Small);
        const bool checked = checks.begin(launch_.request);
        std::vector<Observer*> observers = checks.observers();
        announce_as_written(*launch_.memory, observers);
        observers.push_back(&writers_);
        const PreparedResult ended = run_prepared(launch_, observers);
        if (checked) races_ = checks.end(launch_.request, ended.result, *launch_.memory, sources);
    }

    PreparedLaunch launch_;
    LastWriters writers_;
    std::vector<Finding> races_;
};

/// The texels that an object of this handle shows, or null.
const Image* image_of(const Capsule& before, std::uint64_t handle) {
    if (const TextureObject* texture = before.objects.texture(handle)) return &texture->image;
    const SurfaceObject* surface = before.objects.surface(handle);
    return surface == nullptr ? nullptr : &surface->image;
}

/// Whether a pointer into the allocation, or the handle of an object that shows it, is among the
/// bytes of the parameter, alone or in a struct.
bool points_into(const ParameterSlot& slot, const Capsule& before, const CapsuleAllocation& a) {
    const std::vector<std::uint8_t>& parameters = before.parameters;
    const std::size_t end = std::min<std::size_t>(slot.offset + slot.size, parameters.size());
    for (std::size_t at = slot.offset; at + sizeof(Address) <= end; at += sizeof(Address)) {
        Address value = 0;
        std::memcpy(&value, parameters.data() + at, sizeof value);
        if (const Image* image = image_of(before, value)) value = image->base;
        if (value - a.base < std::max<std::uint64_t>(a.size, 1)) return true;
    }
    return false;
}

/// "64 x 32 texels of 4 bytes", if a surface shows the array.
std::string array_shape(const CapsuleAllocation& a, const Capsule& before) {
    for (const auto& [handle, surface] : before.objects.surfaces()) {
        const Image& image = surface.image;
        if (image.base != a.base) continue;
        const Dim3 extent{image.width, image.height, image.depth};
        return fmt::format("{} texels of {}", report::extent(extent),
                           counted(image.format.texel_bytes(), "byte"));
    }
    return {};
}

/// "parameter 2, allocation 3 (4,096 bytes, allocated at saxpy.cu:31)"; `names` are those that
/// rules may use.
std::string name_of(const CapsuleAllocation& a, const Capsule& before, const Executable* code,
                    std::vector<std::string>& names) {
    std::string text;
    for (std::size_t p = 0; code != nullptr && p < code->parameters.size(); ++p) {
        if (!points_into(code->parameters[p], before, a)) continue;
        text += names.empty() ? "" : " and ";
        names.push_back(std::to_string(p + 1));
        text += names.back();
    }
    if (!names.empty()) text = fmt::format("parameter{} {}, ", names.size() == 1 ? "" : "s", text);
    report::AllocationFacts facts = report::facts_of(a);
    if (a.kind == AllocationKind::Array)
        facts.shape = array_shape(a, before);
    else if (!a.name.empty())
        names.push_back(report::demangle(a.name));
    return text + report::allocation_text(facts);
}

std::uint64_t bits_at(const std::uint8_t* bytes, std::uint64_t size, std::uint64_t offset,
                      unsigned width) {
    std::uint64_t bits = 0;
    if (offset < size)
        std::memcpy(&bits, bytes + offset, std::min<std::uint64_t>(width, size - offset));
    return bits;
}

/// An element that lies in a word that differs.
struct Element {
    std::uint64_t offset = 0;
    Type type = Type::B32;
    const LastWriter* writer = nullptr;
};

/// The numbers of one packed register are elements of their own.
Type element_type(Type type, unsigned bytes) {
    if (type == Type::F16x2) return Type::F16;
    if (type == Type::BF16x2) return Type::BF16;
    if (size_in_bytes(type) == bytes && type != Type::None) return type;
    constexpr std::array<Type, 9> kBySize = {Type::B32, Type::B8,  Type::B16, Type::B32, Type::B32,
                                             Type::B32, Type::B32, Type::B32, Type::B64};
    return kBySize[std::min(bytes, 8u)];
}

class BufferText {
public:
    BufferText(const DifferingBuffer& buffer, const Tolerance& tolerance, const Reasons* reasons,
               BufferComparison& out)
        : buffer_(buffer), tolerance_(tolerance), reasons_(reasons), out_(out) {}

    void add(const Element& element, const Rerun* rerun, report::SourceFiles& sources) {
        const unsigned width = size_in_bytes(element.type);
        const std::uint64_t size = buffer_.before->size;
        const std::uint64_t a = bits_at(buffer_.emulator->bytes(), size, element.offset, width);
        const std::uint64_t b = bits_at(buffer_.gpu.data(), size, element.offset, width);
        const Distance d = distance(element.type, a, b);
        if (d.kind == Distance::Kind::None) return;
        if (is_float(element.type)) floating_ = true;
        ++bins_[bin_of(d)];
        if (allows(tolerance_, element.type, d)) {
            ++out_.tolerated;
            return;
        }
        std::uint8_t reasons = 0;
        if (reasons_ != nullptr)
            reasons =
                element.writer != nullptr ? reasons_->of(element.writer->at) : reasons_->anywhere();
        all_reasons_ |= reasons;
        out_.unexplained += reasons == 0;
        const bool first = out_.differing++ == 0;
        if (!first && !worse(d, worst_)) return;
        ElementDifference text;
        text.offset = element.offset;
        text.element = element.offset / width;
        text.type = name_of_type(element.type);
        text.emulator = value_text(element.type, a);
        text.gpu = value_text(element.type, b);
        text.distance = distance_text(element.type, d);
        if (element.writer != nullptr && rerun != nullptr)
            text.writer = rerun->party(*element.writer, sources);
        if (first) out_.first = text;
        out_.worst = text;
        worst_ = d;
    }

    void finish() {
        for (unsigned bin = 0; bin < kBins; ++bin)
            if (bins_[bin] != 0) out_.histogram.push_back({bin_text(bin, floating_), bins_[bin]});
        out_.reasons = texts_of(all_reasons_);
    }

private:
    static std::string name_of_type(Type type) { return std::string(warpscope::name_of(type)); }

    const DifferingBuffer& buffer_;
    const Tolerance tolerance_;
    const Reasons* reasons_;
    BufferComparison& out_;
    Distance worst_;
    std::array<std::uint64_t, kBins> bins_{};
    std::uint8_t all_reasons_ = 0;
    bool floating_ = false;
};

/// Calls `take` with each element of the buffer that may differ, once.
template<class Take>
void each_element(const DifferingBuffer& buffer, const Rerun* rerun, Take&& take) {
    std::uint64_t done = 0; // offsets below it have been taken
    for (const std::uint64_t word : buffer.words) {
        const LastWriter* writer =
            rerun == nullptr ? nullptr : &rerun->writers().of(buffer.before->base + word);
        if (writer != nullptr && !writer->known) writer = nullptr;
        Element element;
        element.writer = writer;
        std::uint64_t at = word;
        if (writer != nullptr) {
            element.type = element_type(rerun->type_of(*writer), writer->element);
            at = writer->start - buffer.before->base;
        }
        const unsigned width = size_in_bytes(element.type);
        for (; at < word + kWordBytes; at += width) {
            if (at + width <= word || at < done) continue;
            element.offset = at;
            take(element);
            done = at + width;
        }
    }
}

/// A race on the buffer is reason enough.
void explain_by_race(const std::vector<Finding>& races, const CapsuleAllocation& a,
                     BufferComparison& buffer) {
    for (const Finding& race : races) {
        if (!race.has_address || race.address - a.base >= a.size) continue;
        std::string text = "a race";
        if (!race.source.empty())
            text += fmt::format(" at {}:{}", race.source[0].file, race.source[0].line);
        buffer.reasons.push_back(text);
        buffer.unexplained = 0;
        return;
    }
}

} // namespace

NamedBuffer named_buffer(const Capsule& before, const Executable& code, Address address) {
    std::vector<std::string> names;
    for (const CapsuleAllocation& a : before.memory)
        if (address - a.base < a.size)
            return {name_of(a, before, &code, names), report::reference_to(a)};
    return {fmt::format("address {}", report::hexadecimal(address)), {}};
}

void describe_differences(const Capsule& before, const std::vector<DifferingBuffer>& differing,
                          const CompareOptions& options, report::SourceFiles& sources,
                          LaunchComparison& comparison) {
    using Verdict = LaunchComparison::Verdict;
    const std::optional<Rerun> rerun = Rerun::of(before, differing, options, sources);
    const Rerun* again = rerun ? &*rerun : nullptr;
    std::optional<Reasons> reasons;
    if (again != nullptr) reasons.emplace(again->code());
    bool differs = false, unexplained = !comparison.stray.empty();
    for (const DifferingBuffer& buffer : differing) {
        BufferComparison out;
        std::vector<std::string> names;
        out.name =
            name_of(*buffer.before, before, again == nullptr ? nullptr : &again->code(), names);
        out.memory = report::reference_to(*buffer.before);
        out.address = buffer.before->base;
        out.bytes = buffer.before->size;
        const Tolerance tolerance = tolerance_for(options.tolerances, names);
        out.tolerance = text_of(tolerance);
        BufferText text(buffer, tolerance, reasons ? &*reasons : nullptr, out);
        each_element(buffer, again,
                     [&](const Element& element) { text.add(element, again, sources); });
        text.finish();
        if (again != nullptr && out.unexplained != 0)
            explain_by_race(again->races(), *buffer.before, out);
        if (out.differing + out.tolerated == 0) continue; // payloads of results that are no numbers
        differs = differs || out.differing != 0;
        unexplained = unexplained || out.unexplained != 0;
        comparison.differing.push_back(std::move(out));
    }
    if (comparison.prints_differ) {
        differs = true;
        unexplained = unexplained || !reasons || reasons->anywhere() == 0;
    }
    if (unexplained)
        comparison.verdict = Verdict::Different;
    else if (differs)
        comparison.verdict = Verdict::Explained;
}

} // namespace warpscope::compare
