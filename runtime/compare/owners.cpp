// Collects the writers of each element, and sets those of both devices side by side.
#include "runtime/compare/owners.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "runtime/compare/side_launch.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "sim/checkers/ownership.h"
#include "sim/report/thread_words.h"

namespace warpscope::compare {
namespace {

constexpr std::size_t kListedElements = 64;

using ElementId = std::pair<std::uint32_t, std::uint64_t>;      ///< buffer and element
using Writers = std::map<std::uint64_t, std::set<std::string>>; ///< their places in the source

/// What a position is called, once for each.
class Places {
public:
    Places(const Executable& code, report::SourceFiles& sources) : code_(code), sources_(sources) {}

    const std::string& of(CodePosition at) {
        std::string& text = texts_[{at.function, at.instruction}];
        if (!text.empty()) return text;
        const std::vector<SourceLine> chain = report::source_chain(code_, at, sources_);
        const Instruction* instruction = report::instruction_at(code_, at);
        if (!chain.empty())
            text = fmt::format("{}:{}", chain[0].file, chain[0].line);
        else if (instruction != nullptr)
            text = fmt::format("PTX line {}", instruction->line);
        else
            text = "an unknown line";
        return text;
    }

private:
    const Executable& code_;
    report::SourceFiles& sources_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> texts_;
};

std::map<ElementId, Writers> writers_in(const OwnershipLog& log, Places& places) {
    std::map<ElementId, Writers> elements;
    for (const OwnershipRecord& record : log.records) {
        Writers& writers = elements[{record.buffer, record.element}];
        writers[record.writer].insert(places.of(record.at));
        if (record.has_first) writers[record.first_writer].insert(places.of(record.first_at));
    }
    return elements;
}

bool same(const Writers& a, const Writers& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first; });
}

std::vector<ElementWriter> texts_of(const Writers& writers, const OwnedBuffer& buffer,
                                    const LaunchRequest& request) {
    std::vector<ElementWriter> texts;
    for (const auto& [id, places] : writers) {
        ElementWriter text;
        const std::uint64_t threads = buffer.belongs_to_blocks() ? 1 : volume(request.block);
        const Dim3 block = from_linear_index(id / threads, request.grid);
        text.who = block_words(block);
        if (!buffer.belongs_to_blocks())
            text.who = thread_words(from_linear_index(id % threads, request.block), block);
        text.places.assign(places.begin(), places.end());
        texts.push_back(std::move(text));
    }
    return texts;
}

std::vector<std::string> overlaps_of(const std::vector<OwnedBuffer>& buffers,
                                     const NameBuffer& name) {
    std::vector<std::string> texts;
    for (std::size_t a = 0; a < buffers.size(); ++a)
        for (std::size_t b = a + 1; b < buffers.size(); ++b)
            if (const Overlap both = overlap_of(buffers[a], buffers[b]); both.bytes != 0)
                texts.push_back(fmt::format("{} of {} belong to two owned spans",
                                            report::counted(both.bytes, "byte"),
                                            name(both.from).name));
    return texts;
}

} // namespace

std::vector<OwnedBuffer> owned_in(const Capsule& before,
                                  const std::vector<OwnedParameter>& declared) {
    return owned_buffers(before.parameters, before.grid, declared, [&](Address address) {
        for (const CapsuleAllocation& a : before.memory)
            if (address - a.base < a.size) return a.size - (address - a.base);
        return std::uint64_t{0};
    });
}

OwnershipLog owners_on_emulator(const Capsule& before,
                                const std::vector<OwnedParameter>& declared) {
    OwnershipLog log;
    const std::unique_ptr<Checker> checker = make_ownership_checker(log);
    checker->declare_owned(declared);
    watch_again(before, *checker);
    return log;
}

OwnershipComparison compare_owners(const OwnershipLog& emulator, const OwnershipLog& gpu,
                                   const LaunchRequest& request, const NameBuffer& name,
                                   report::SourceFiles& sources) {
    Places places(*request.executable, sources);
    std::map<ElementId, std::pair<Writers, Writers>> elements;
    for (auto& [id, writers] : writers_in(emulator, places))
        elements[id].first = writers;
    for (auto& [id, writers] : writers_in(gpu, places))
        elements[id].second = writers;
    OwnershipComparison comparison;
    comparison.buffers = emulator.buffers.size();
    comparison.overlaps = overlaps_of(emulator.buffers, name);
    comparison.cut = emulator.cut || gpu.cut;
    comparison.elements = elements.size();
    for (const bool equal : {false, true})
        for (const auto& [id, both] : elements) {
            if (same(both.first, both.second) != equal) continue;
            comparison.differing += equal ? 0 : 1;
            if (comparison.listed.size() == kListedElements) continue;
            const OwnedBuffer& buffer = emulator.buffers[id.first];
            OwnedElement element;
            NamedBuffer named = name(buffer.base);
            element.buffer = std::move(named.name);
            element.memory = std::move(named.memory);
            element.element = id.second;
            if (buffer.has_known_owners())
                element.owner = owner_text(buffer, id.second, request.grid, request.block);
            element.emulator = texts_of(both.first, buffer, request);
            element.gpu = texts_of(both.second, buffer, request);
            element.same_writers = equal;
            comparison.listed.push_back(std::move(element));
        }
    return comparison;
}

} // namespace warpscope::compare
