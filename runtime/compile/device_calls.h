// Device functions that PTX calls and nobody defines. The compiler says nothing about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::compile {

/// A function declared `.extern` in a PTX module and where it is first used.
struct ExternalFunction {
    std::string name; // as in the PTX
    FilePosition first_use;
};

/// The external functions of a module, in the order of their declarations.
std::vector<ExternalFunction> find_external_functions(std::string_view ptx);

/// The functions a module defines so that other modules can call them.
std::vector<std::string> find_defined_functions(std::string_view ptx);

/// An error that names the first external function which no module defines and the device does not
/// provide.
Status check_device_calls(const std::vector<std::string_view>& modules);

} // namespace warpscope::compile
