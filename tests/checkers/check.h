// What the teaching cases share: which variant to run, and the helpers of the test programs.
#pragma once

#include "../programs/check.h"

#include <cstring>

/// Whether the program's only argument asks for the variant `right`; `wrong` is the faulty one.
inline bool is_right(int argc, char** argv) {
    const bool right = argc == 2 && std::strcmp(argv[1], "right") == 0;
    if (!right && (argc != 2 || std::strcmp(argv[1], "wrong") != 0)) {
        std::fprintf(stderr, "usage: %s wrong|right\n", argv[0]);
        std::exit(2);
    }
    return right;
}

/// Device memory as cudaMalloc gives it: nothing has written it yet.
template<class T>
class UnwrittenArray {
public:
    explicit UnwrittenArray(std::size_t count) : count_(count) {
        CUDA_CHECK(cudaMalloc(&data_, count * sizeof(T)));
    }
    UnwrittenArray(const UnwrittenArray&) = delete;
    UnwrittenArray& operator=(const UnwrittenArray&) = delete;
    ~UnwrittenArray() { cudaFree(data_); }

    T* data() const { return data_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

private:
    std::size_t count_;
    T* data_ = nullptr;
};
