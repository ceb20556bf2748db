// Aligned words of 8 bytes that lie in a variable are taken for pointers to it. Device addresses
// are so large that hardly anything else looks like one.
#include "runtime/compare/translation.h"

#include <cstring>

#include "sim/exec/module_instance.h"

namespace warpscope::compare {
namespace {

constexpr std::uint64_t kFunctionStep = 16;

std::uint64_t word_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

void set_word(std::span<std::uint8_t> bytes, std::size_t at, std::uint64_t word) {
    std::memcpy(bytes.data() + at, &word, sizeof word);
}

} // namespace

Translation::Translation(const Capsule& before, const std::map<std::string, GpuVariable>& variables,
                         std::uint64_t functions)
    : functions_(functions) {
    for (const CapsuleAllocation& a : before.memory) {
        const auto symbol = before.symbols.find(a.name);
        if (symbol == before.symbols.end() || symbol->second != a.base) continue;
        const auto variable = variables.find(a.name);
        if (variable == variables.end()) continue;
        variables_[a.base] = &variable->second;
        if (variable->second.address != 0)
            ranges_.push_back({a.base, variable->second.address, a.size});
    }
}

const GpuVariable* Translation::variable_at(Address base) const {
    const auto found = variables_.find(base);
    return found == variables_.end() ? nullptr : found->second;
}

bool Translation::names_function(std::uint64_t word) const {
    return word - kFunctionBase < kFunctionStep * functions_ && word % kFunctionStep == 0;
}

bool Translation::to_gpu(std::span<std::uint8_t> bytes) const {
    if (ranges_.empty() && functions_ == 0) return true;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        const std::uint64_t word = word_at(bytes, at);
        if (names_function(word)) return false;
        for (const Range& range : ranges_)
            if (word - range.emulator < range.bytes) {
                set_word(bytes, at, word - range.emulator + range.gpu);
                break;
            }
    }
    return true;
}

void Translation::to_gpu(std::span<std::uint8_t> bytes, const GpuVariable& variable) const {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8)
        if (names_function(word_at(bytes, at)) && at + 8 <= variable.initial.size())
            set_word(bytes, at, word_at(variable.initial, at));
    to_gpu(bytes);
}

void Translation::to_emulator(std::span<std::uint8_t> bytes) const {
    if (ranges_.empty()) return;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        const std::uint64_t word = word_at(bytes, at);
        for (const Range& range : ranges_)
            if (word - range.gpu < range.bytes) {
                set_word(bytes, at, word - range.gpu + range.emulator);
                break;
            }
    }
}

void Translation::to_emulator(std::span<std::uint8_t> bytes, const GpuVariable& variable,
                              std::span<const std::uint8_t> before) const {
    to_emulator(bytes);
    for (std::size_t at = 0; at + 8 <= bytes.size() && at + 8 <= before.size(); at += 8)
        if (names_function(word_at(before, at)) && at + 8 <= variable.initial.size() &&
            word_at(bytes, at) == word_at(variable.initial, at))
            set_word(bytes, at, word_at(before, at));
}

} // namespace warpscope::compare
