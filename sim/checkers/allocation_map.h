// AllocationMap: something a checker keeps for each allocation of the device, found by address.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>

#include "sim/base/address.h"

namespace warpscope {

template<class T>
class AllocationMap {
public:
    struct Entry {
        Address base = 0;
        std::uint64_t size = 0;
        T value;
    };

    void add(Address base, std::uint64_t size, T value) {
        entries_.insert_or_assign(base, Entry{base, size, std::move(value)});
        last_ = nullptr;
    }
    void remove(Address base) {
        entries_.erase(base);
        last_ = nullptr;
    }
    /// Whose `size` bytes from `address` on all are; null when nobody's.
    Entry* find(Address address, std::uint64_t size = 1) {
        if (last_ == nullptr || address - last_->base >= last_->size) {
            auto above = entries_.upper_bound(address);
            if (above == entries_.begin()) return nullptr;
            last_ = &std::prev(above)->second;
        }
        const std::uint64_t offset = address - last_->base;
        return offset < last_->size && last_->size - offset >= size ? last_ : nullptr;
    }
    template<class Visit>
    void each(Visit visit) {
        for (auto& [base, entry] : entries_)
            visit(entry);
    }

    template<class Visit>
    void each(Visit visit) const {
        for (const auto& [base, entry] : entries_)
            visit(entry);
    }

private:
    std::map<Address, Entry> entries_;
    Entry* last_ = nullptr; ///< accesses mostly stay in one allocation
};

} // namespace warpscope
