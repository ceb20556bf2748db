// Cells of mixed radix: 1 + writer + writers * position; 0 is nobody.
#include "sim/checkers/writer_shadow.h"

#include <algorithm>
#include <cstring>

namespace warpscope {
namespace {

std::uint32_t cell_size(std::uint32_t element_bytes) {
    return element_bytes >= 4 ? 4 : element_bytes >= 2 ? 2 : 1;
}

} // namespace

WriterShadow::WriterShadow(std::uint32_t element_bytes, std::uint64_t elements,
                           std::uint64_t writers, std::uint32_t least_cell_bytes)
    : element_bytes_(element_bytes), least_cell_bytes_(least_cell_bytes),
      cell_bytes_(cell_size(std::max(element_bytes, least_cell_bytes))), elements_(elements),
      writers_(std::max<std::uint64_t>(writers, 1)) {
    const std::uint64_t numbers = (std::uint64_t{1} << 8 * cell_bytes_) - 1;
    told_apart_ = std::min(writers_, numbers);
    positions_held_ = numbers / told_apart_;
    pages_.resize(static_cast<std::size_t>(elements_ / kCells + 1));
}

std::uint8_t* WriterShadow::cell(std::uint64_t element) {
    std::vector<std::uint8_t>& page = pages_[static_cast<std::size_t>(element / kCells)];
    if (page.empty()) page.resize(std::size_t{kCells} * cell_bytes_);
    return page.data() + element % kCells * cell_bytes_;
}

std::uint32_t WriterShadow::load(const std::uint8_t* cell) const {
    std::uint32_t value = 0;
    std::memcpy(&value, cell, cell_bytes_); // little-endian hosts only, as everywhere
    return value;
}

void WriterShadow::store(std::uint8_t* cell, std::uint32_t value) const {
    std::memcpy(cell, &value, cell_bytes_);
}

/// The last position that has room stands for all that have none.
WriterShadow::Writer WriterShadow::decode(std::uint32_t value) const {
    const std::uint64_t number = value - 1, position = number / told_apart_;
    Writer writer;
    writer.id = number % told_apart_;
    const bool shared = position + 1 == positions_held_ && positions_.size() > positions_held_;
    writer.has_position = position < positions_.size() && !shared;
    if (writer.has_position) writer.at = positions_[static_cast<std::size_t>(position)];
    return writer;
}

bool WriterShadow::note(std::uint64_t element, std::uint64_t writer, CodePosition at,
                        Writer& before) {
    std::uint8_t* const place = cell(element);
    const std::uint32_t old = load(place);
    const std::uint64_t number = writer % told_apart_;
    if (old != 0) {
        before = decode(old);
        return before.id == number;
    }
    auto known = std::find(positions_.begin(), positions_.end(), at);
    if (known == positions_.end()) known = positions_.insert(positions_.end(), at);
    const auto index = std::min<std::uint64_t>(
        static_cast<std::uint64_t>(known - positions_.begin()), positions_held_ - 1);
    store(place, static_cast<std::uint32_t>(1 + number + told_apart_ * index));
    return true;
}

WriterShadow WriterShadow::divided(std::uint32_t element_bytes) const {
    const std::uint32_t parts = element_bytes_ / element_bytes;
    WriterShadow smaller(element_bytes, elements_ * parts, writers_, least_cell_bytes_);
    Writer nobody;
    for (std::size_t number = 0; number < pages_.size(); ++number)
        for (std::uint32_t k = 0; k < kCells && !pages_[number].empty(); ++k) {
            const std::vector<std::uint8_t>& page = pages_[number];
            const std::uint32_t value = load(page.data() + std::size_t{k} * cell_bytes_);
            if (value == 0) continue;
            const Writer writer = decode(value);
            for (std::uint32_t part = 0; part < parts; ++part)
                smaller.note((number * kCells + k) * parts + part, writer.id, writer.at, nobody);
        }
    return smaller;
}

} // namespace warpscope
