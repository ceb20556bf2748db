// Sorting that leaves equal elements in their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace warpscope {

/// As std::stable_sort, whose temporary buffer is deprecated in libstdc++ 12, which clang minds.
template<class Item, class Less>
void sort_stably(std::vector<Item>& items, Less less) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (less(items[a], items[b])) return true;
        return !less(items[b], items[a]) && a < b;
    });
    std::vector<Item> sorted;
    sorted.reserve(items.size());
    for (const std::size_t k : order)
        sorted.push_back(std::move(items[k]));
    items = std::move(sorted);
}

} // namespace warpscope
