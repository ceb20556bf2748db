// How messages name blocks and threads.
#pragma once

#include <string>

#include "sim/base/dim3.h"

namespace warpscope {

std::string index_words(const Dim3& index); ///< "(3, 0, 0)"
std::string block_words(const Dim3& block); ///< "block (1, 0, 0)"
std::string thread_words(const Dim3& thread,
                         const Dim3& block); ///< "thread (3, 0, 0) of block (1, 0, 0)"

} // namespace warpscope
