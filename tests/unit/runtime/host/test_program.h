// A program without a compiler: PTX modules registered as compiled code would register them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/include/warpscope/runtime_api.h"

namespace warpscope::test {

/// Kernels `store(out, value)`, `meet(out)` for cooperative launches, `far(out)`, `odd(out)`,
/// `give_up()`, `mixed(byte, wide, real, out)`, `bounded(out)` with 64 threads at most, `broken()`
/// that cannot run, `read_variables(out)`; variables `table` (4 words: 1 2 3 4) and `weights`
/// (constant, 2 words: 5 6).
extern const char* const kTestModule;

/// Registers one PTX text for as long as it lives.
class TestProgram {
public:
    explicit TestProgram(const std::string& ptx);
    ~TestProgram();

    /// Registers a kernel (a variable) on first use. The result is what host code calls it by.
    const void* kernel(const std::string& name);
    const void* variable(const std::string& name, std::size_t bytes, bool constant = false);

private:
    struct Symbol {
        std::string name;
        char address = 0; ///< only its place in memory counts
    };
    std::string container_;
    __fatBinC_Wrapper_t wrapper_ = {};
    void** handle_ = nullptr;
    std::vector<std::unique_ptr<Symbol>> symbols_;
};

/// Starts every test from a fresh device and without a last error; findings are not printed.
struct FreshDevice {
    FreshDevice();
    ~FreshDevice();
};

} // namespace warpscope::test
