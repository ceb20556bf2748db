// cudaError: what every runtime call returns.
#pragma once

enum cudaError {
#define WARPSCOPE_ERROR(name, value, text) name = value,
#include "error_codes.def"
#undef WARPSCOPE_ERROR
};

typedef enum cudaError cudaError_t;
