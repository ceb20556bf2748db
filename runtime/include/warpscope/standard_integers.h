// The integer types of <cstddef> and <cstdint> in namespace cuda::std.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda {
namespace std {

using ::std::byte;
using ::std::max_align_t;
using ::std::nullptr_t;
using ::std::ptrdiff_t;
using ::std::size_t;

using ::std::int16_t;
using ::std::int32_t;
using ::std::int64_t;
using ::std::int8_t;
using ::std::intmax_t;
using ::std::intptr_t;
using ::std::uint16_t;
using ::std::uint32_t;
using ::std::uint64_t;
using ::std::uint8_t;
using ::std::uintmax_t;
using ::std::uintptr_t;

} // namespace std
} // namespace cuda
