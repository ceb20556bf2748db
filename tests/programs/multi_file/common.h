// What the two translation units of the program share: a kernel template and host functions.
#pragma once

#include "../check.h"

// Both units instantiate this kernel for int.
template <class T>
__global__ void negate(T* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] = -values[i];
    }
}

// Each unit has a kernel `fill` and device variables of its own.
std::vector<int> filled_by_main_file(int n);
std::vector<int> filled_by_kernels_file(int n);
