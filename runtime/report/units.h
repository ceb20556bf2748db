// How reports write numbers: grouped digits, real units, lanes as ranges.
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/dim3.h"

namespace warpscope::report {

std::string grouped(std::uint64_t number);              ///< "1,234,567"
std::string counted(std::uint64_t n, const char* noun); ///< "1 byte", "2,000 bytes"
std::string byte_size(std::uint64_t bytes);             ///< "512 bytes", "48 KiB", "1.5 MiB"
std::string duration(double seconds);                   ///< "850 us", "12.3 ms", "2.50 s"
std::string percent(double fraction);                   ///< "97.5 %"
std::string hexadecimal(std::uint64_t number);          ///< "0x7f0000000100"
std::string extent(const Dim3& dim);                    ///< "16", "16 x 16": no trailing ones
std::string index(const Dim3& dim);                     ///< "(3, 0, 0)"
std::string lane_ranges(std::uint32_t mask);            ///< "0-7, 12"

} // namespace warpscope::report
