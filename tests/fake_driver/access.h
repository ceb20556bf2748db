// The way from a test to the fake driver that its process has opened.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "tests/fake_driver/fake_driver.h"

namespace warpscope::fake {

template<class Function>
Function* function(const char* name) {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void* const found = library == nullptr ? nullptr : dlsym(library, name);
    if (found == nullptr) throw std::runtime_error("these tests need the fake driver");
    return reinterpret_cast<Function*>(found);
}

inline Books books() {
    Books books;
    function<void(Books*)>("warpscope_fake_books")(&books);
    return books;
}

inline const LastLaunch& last_launch() {
    return *function<const LastLaunch*()>("warpscope_fake_last_launch")();
}

/// Null when there is none of that handle.
inline const Object* object(unsigned long long handle) {
    return function<const Object*(unsigned long long)>("warpscope_fake_object")(handle);
}
inline const driver::ArrayDescriptor* array(driver::ArrayHandle handle) {
    return function<const driver::ArrayDescriptor*(driver::ArrayHandle)>("warpscope_fake_array")(
        handle);
}
/// The texels of an array, row after row.
inline std::string* texels(driver::ArrayHandle handle) {
    return function<std::string*(driver::ArrayHandle)>("warpscope_fake_texels")(handle);
}
/// The PTX of the module that was loaded last.
inline const std::string& last_text() {
    return *function<const std::string*()>("warpscope_fake_last_text")();
}

/// Makes the fake driver fail as long as it lives.
class FakeWish {
public:
    explicit FakeWish(const std::string& words) { setenv("WARPSCOPE_FAKE_CUDA", words.c_str(), 1); }
    ~FakeWish() { unsetenv("WARPSCOPE_FAKE_CUDA"); }
    FakeWish(const FakeWish&) = delete;
    FakeWish& operator=(const FakeWish&) = delete;
};

} // namespace warpscope::fake
