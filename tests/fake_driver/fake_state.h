// What the fake driver knows, shared by its sources.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>

#include "tests/fake_driver/fake_driver.h"

namespace warpscope::fake {

using driver::ArrayDescriptor;
using driver::ArrayFormat;
using driver::ArrayHandle;
using driver::ContextHandle;
using driver::DevicePointer;
using driver::Error;
using driver::EventHandle;
using driver::Limit;
using driver::MappingHandle;
using driver::ModuleHandle;

inline constexpr int kDevice = 40; // a handle is no index
inline constexpr int kGpus = 2;
inline constexpr std::size_t kGranule = std::size_t{2} << 20;

struct FakeModule {
    std::string text;
    std::set<std::string> functions;
    std::map<std::string, std::string> variables; ///< name to bytes
};

struct FakeFunction {
    const FakeModule* module;
    std::string name;
};

struct FakeArray {
    ArrayDescriptor descriptor;
    std::string texels; ///< row after row, without gaps

    std::size_t rows() const { return std::max<std::size_t>(descriptor.height, 1); }
    std::size_t slices() const { return std::max<std::size_t>(descriptor.depth, 1); }
    std::size_t row_bytes() const {
        static const std::map<ArrayFormat, std::size_t> bytes = {{ArrayFormat::Unsigned8, 1},
                                                                 {ArrayFormat::Signed8, 1},
                                                                 {ArrayFormat::Unsigned16, 2},
                                                                 {ArrayFormat::Signed16, 2},
                                                                 {ArrayFormat::Half, 2}};
        const auto found = bytes.find(descriptor.format);
        return descriptor.width * descriptor.channels * (found == bytes.end() ? 4 : found->second);
    }
};

struct Driver {
    std::map<DevicePointer, std::size_t> memory;
    std::map<DevicePointer, std::size_t> reserved; ///< addresses
    std::map<MappingHandle, std::size_t> created;  ///< memory without an address
    MappingHandle last_handle = 0;
    std::map<ArrayHandle, FakeArray*> arrays;
    std::map<unsigned long long, Object> textures, surfaces;
    unsigned long long last_object = 0; ///< small numbers, as the real driver's are
    std::map<Limit, std::size_t> limits = {
        {Limit::StackBytes, 1024}, {Limit::PrintfBytes, 1 << 20}, {Limit::HeapBytes, 8 << 20}};
    std::string last_text;
    std::map<ModuleHandle, FakeModule*> modules;
    std::map<std::string, FakeFunction*> functions;
    std::set<EventHandle> events;
    int contexts = 0;
    ContextHandle current = nullptr;
    bool started = false;
    Error fault = Error::Success; ///< of a kernel: all that follows fails too
    LastLaunch last;
    unsigned launches = 0;
};

inline Driver& driver() {
    static Driver* const the = new Driver;
    return *the;
}

inline ContextHandle context_handle() {
    static char place = 0;
    return reinterpret_cast<ContextHandle>(&place);
}

inline bool asked(const char* what) {
    const char* wanted = std::getenv("WARPSCOPE_FAKE_CUDA");
    return wanted != nullptr && std::strstr(wanted, what) != nullptr;
}

inline int asked_number(const char* what) {
    const char* wanted = std::getenv("WARPSCOPE_FAKE_CUDA");
    const char* at = wanted == nullptr ? nullptr : std::strstr(wanted, what);
    return at == nullptr ? 0 : std::atoi(at + std::strlen(what));
}

/// What any call that needs a context answers when there is none, or a fault has ended it.
inline Error state() {
    if (driver().current == nullptr) return static_cast<Error>(201);
    return driver().fault;
}

inline bool inside(DevicePointer address, std::size_t bytes) {
    auto above = driver().memory.upper_bound(address);
    if (above == driver().memory.begin()) return false;
    --above;
    return address - above->first <= above->second &&
           bytes <= above->second - (address - above->first);
}

inline bool is_device(int device) {
    return device >= kDevice && device < kDevice + kGpus;
}

inline Error take_memory(DevicePointer* pointer, std::size_t bytes) {
    if (const Error error = state(); error != Error::Success) return error;
    if (bytes == 0) return Error::InvalidValue;
    if (asked("out-of-memory") || bytes > (std::size_t{1} << 32)) return Error::OutOfMemory;
    void* memory = std::aligned_alloc(512, (bytes + 511) / 512 * 512);
    *pointer = reinterpret_cast<DevicePointer>(memory);
    driver().memory[*pointer] = bytes;
    return Error::Success;
}

} // namespace warpscope::fake
