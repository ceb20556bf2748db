// Writes indices as messages show them.
#include "sim/report/thread_words.h"

namespace warpscope {

std::string index_words(const Dim3& index) {
    return "(" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " +
           std::to_string(index.z) + ")";
}

std::string block_words(const Dim3& block) {
    return "block " + index_words(block);
}

std::string thread_words(const Dim3& thread, const Dim3& block) {
    return "thread " + index_words(thread) + " of " + block_words(block);
}

} // namespace warpscope
