// Aligned words of 8 bytes that lie in a variable or in memory of the host's are taken for pointers
// to it. Such addresses are so large that hardly anything else looks like one, and so are handles.
#include "runtime/compare/translation.h"

#include <algorithm>
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

void Translation::Ranges::add(Address from, Address to, std::uint64_t bytes) {
    ranges_[from] = {to, bytes};
    end_ = std::max(end_, from + bytes);
}

Address Translation::Ranges::at(Address address) const {
    // Most words of memory are no addresses.
    if (address >= end_ || address < ranges_.begin()->first) return address;
    const auto& [from, range] = *std::prev(ranges_.upper_bound(address));
    return address - from < range.bytes ? range.to + (address - from) : address;
}

Translation::Translation(const Capsule& before, const std::map<std::string, GpuVariable>& variables,
                         std::uint64_t functions)
    : functions_(functions) {
    for (const CapsuleAllocation& a : before.memory) {
        const auto symbol = before.symbols.find(a.name);
        if (symbol == before.symbols.end() || symbol->second != a.base) continue;
        const auto variable = variables.find(a.name);
        if (variable == variables.end()) continue;
        variables_[a.base] = &variable->second;
        if (variable->second.address != 0) add_range(a.base, variable->second.address, a.size);
    }
}

void Translation::add_range(Address emulator, Address gpu, std::uint64_t bytes) {
    to_.add(emulator, gpu, bytes);
    back_.add(gpu, emulator, bytes);
}

const GpuVariable* Translation::variable_at(Address base) const {
    const auto found = variables_.find(base);
    return found == variables_.end() ? nullptr : found->second;
}

bool Translation::names_function(std::uint64_t word) const {
    return word - kFunctionBase < kFunctionStep * functions_ && word % kFunctionStep == 0;
}

/// The twin's handle, or 0 when the word is no handle.
std::uint64_t Translation::object_at(std::uint64_t word) const {
    if (word < ObjectTable::kFirst) return 0;
    const auto found = objects_.find(word);
    return found == objects_.end() ? 0 : found->second;
}

bool Translation::to_gpu(std::span<std::uint8_t> bytes) const {
    if (to_.empty() && objects_.empty() && functions_ == 0) return true;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        const std::uint64_t word = word_at(bytes, at);
        if (names_function(word)) return false;
        const std::uint64_t object = object_at(word);
        const std::uint64_t there = object != 0 ? object : to_.at(word);
        if (there != word) set_word(bytes, at, there);
    }
    return true;
}

void Translation::to_gpu(std::span<std::uint8_t> bytes, const GpuVariable& variable) const {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8)
        if (names_function(word_at(bytes, at)) && at + 8 <= variable.initial.size())
            set_word(bytes, at, word_at(variable.initial, at));
    to_gpu(bytes);
}

void Translation::to_emulator(std::span<std::uint8_t> bytes,
                              std::span<const std::uint8_t> emulator) const {
    if (back_.empty() && objects_.empty()) return;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        const std::uint64_t word = word_at(bytes, at);
        const std::uint64_t handle = at + 8 <= emulator.size() ? word_at(emulator, at) : 0;
        const bool is_handle = word != 0 && object_at(handle) == word;
        const std::uint64_t here = is_handle ? handle : back_.at(word);
        if (here != word) set_word(bytes, at, here);
    }
}

void Translation::to_emulator(std::span<std::uint8_t> bytes, std::span<const std::uint8_t> emulator,
                              const GpuVariable& variable,
                              std::span<const std::uint8_t> before) const {
    to_emulator(bytes, emulator);
    for (std::size_t at = 0; at + 8 <= bytes.size() && at + 8 <= before.size(); at += 8)
        if (names_function(word_at(before, at)) && at + 8 <= variable.initial.size() &&
            word_at(bytes, at) == word_at(variable.initial, at))
            set_word(bytes, at, word_at(before, at));
}

} // namespace warpscope::compare
