// What the test programs share: CUDA_CHECK stops at a failed call, `expect` reports a wrong value,
// `DeviceArray` owns device memory, and `finish` prints the result line.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#define CUDA_CHECK(call)                                                                         \
    do {                                                                                         \
        const cudaError_t status_of_call = (call);                                               \
        if (status_of_call != cudaSuccess) {                                                     \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                   \
                         cudaGetErrorString(status_of_call));                                    \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)

inline int failed_expectations = 0;

// Counts and prints a value that is not the expected one; floats are compared exactly.
template <class T>
void expect(const char* what, const T& got, const std::type_identity_t<T>& expected) {
    if (got == expected) {
        return;
    }
    std::ostringstream text;
    text.precision(17);
    text << "wrong: " << what << " is " << +got << ", expected " << +expected;  // + shows chars
    std::printf("%s\n", text.str().c_str());
    ++failed_expectations;
}

// Compares whole arrays and prints the first difference.
template <class T>
void expect_all(const char* what, const std::vector<T>& got, const std::vector<T>& expected) {
    expect((std::string(what) + " (size)").c_str(), got.size(), expected.size());
    for (std::size_t i = 0; i < got.size() && i < expected.size(); ++i) {
        if (got[i] != expected[i]) {
            expect((std::string(what) + "[" + std::to_string(i) + "]").c_str(), got[i],
                   expected[i]);
            return;
        }
    }
}

// Prints the result line of a program; the return value is the program's exit status.
inline int finish(const char* name) {
    if (failed_expectations == 0) {
        std::printf("%s: ok\n", name);
        return 0;
    }
    std::printf("%s: %d wrong\n", name, failed_expectations);
    return 1;
}

// An array in device memory, zeroed or copied from the host, freed at the end of its scope.
template <class T>
class DeviceArray {
public:
    explicit DeviceArray(std::size_t count) : count_(count) {
        CUDA_CHECK(cudaMalloc(&data_, bytes()));
        CUDA_CHECK(cudaMemset(data_, 0, bytes()));
    }
    explicit DeviceArray(const std::vector<T>& values) : count_(values.size()) {
        CUDA_CHECK(cudaMalloc(&data_, bytes()));
        CUDA_CHECK(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice));
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    ~DeviceArray() { cudaFree(data_); }  // fails after a fault, which is all right

    T* data() const { return data_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

    // The contents, after all work of the default stream; errors of kernels surface here too.
    std::vector<T> host() const {
        std::vector<T> values(count_);
        CUDA_CHECK(cudaMemcpy(values.data(), data_, bytes(), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    std::size_t count_;
    T* data_ = nullptr;
};
