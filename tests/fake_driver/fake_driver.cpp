// A libcuda.so.1 for machines without a GPU: it keeps books, moves bytes and runs nothing.
//
// Memory is the host's, so copies are real; a launch notes what it was given and leaves all memory
// as it is. Every handle is checked, so a wrong order of arguments or a use after the end shows as
// an error. The variable WARPSCOPE_FAKE_CUDA makes calls fail: see fake_driver.h.
#include <unistd.h>

#include <cstdio>

#include "tests/fake_driver/fake_state.h"

using namespace warpscope::driver;
using namespace warpscope::fake;

namespace {

/// The names behind ".entry" and the variables behind ".global"; enough for the tests' modules.
FakeModule* read_module(const std::string& text) {
    auto* module = new FakeModule{text, {}, {}};
    for (std::size_t at = 0; (at = text.find(".entry ", at)) != std::string::npos; at += 7)
        module->functions.insert(text.substr(at + 7, text.find_first_of("( \n", at + 7) - at - 7));
    for (std::size_t at = 0; (at = text.find(".global .align 4 .b8 ", at)) != std::string::npos;
         at += 21) {
        const std::size_t open = text.find('[', at + 21);
        const int bytes = std::atoi(text.c_str() + open + 1);
        module->variables[text.substr(at + 21, open - at - 21)] =
            std::string(static_cast<std::size_t>(bytes), '\0');
    }
    return module;
}

/// For scripts that show a real compiler what the driver would get: a file for each module.
void write_text(const std::string& text) {
    const char* const folder = std::getenv("WARPSCOPE_FAKE_CUDA_TEXTS");
    if (folder == nullptr) return;
    static unsigned written = 0;
    const std::string name = std::string(folder) + "/" + std::to_string(getpid()) + "-" +
                             std::to_string(++written) + ".ptx";
    if (std::FILE* const file = std::fopen(name.c_str(), "w"); file != nullptr) {
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }
}

Error note_launch(const LaunchConfig& config, FunctionHandle function, void** parameters,
                  void** extra) {
    if (const Error error = state(); error != Error::Success) return error;
    const auto* f = reinterpret_cast<const FakeFunction*>(function);
    LastLaunch& last = driver().last;
    const int opted_in = last.opted_in_bytes;
    last = {};
    last.opted_in_bytes = opted_in;
    last.kernel = f->name;
    last.config = config;
    last.config.attributes = nullptr;
    for (unsigned i = 0; i < config.attribute_count; ++i) {
        const LaunchAttribute& a = config.attributes[i];
        if (a.id == LaunchAttribute::Id::Cooperative) last.cooperative = a.cooperative;
        if (a.id == LaunchAttribute::Id::ClusterDimension)
            std::memcpy(last.cluster, a.cluster, sizeof last.cluster);
    }
    if (parameters != nullptr) return Error::InvalidValue;
    const char* bytes = nullptr;
    std::size_t size = 0;
    for (; extra != nullptr && *extra != nullptr; extra += 2) {
        if (extra[0] == reinterpret_cast<void*>(1)) bytes = static_cast<const char*>(extra[1]);
        if (extra[0] == reinterpret_cast<void*>(2)) size = *static_cast<std::size_t*>(extra[1]);
    }
    if (bytes != nullptr) last.parameters.assign(bytes, size);
    ++driver().launches;
    const int error = asked_number("launch-error=");
    const bool at_once = error == 1 || error == 701 || error == 720;
    if (error != 0 && !at_once) driver().fault = static_cast<Error>(error);
    if (const int fault = asked_number("fault-at-launch="); fault != 0) {
        driver().fault = static_cast<Error>(fault);
        return driver().fault;
    }
    return at_once ? static_cast<Error>(error) : Error::Success;
}

} // namespace

extern "C" {

// ---- for tests ----------------------------------------------------------------------------------

void warpscope_fake_books(Books* books) {
    const Driver& d = driver();
    *books = {d.contexts,      d.memory.size(),   d.modules.size(),  d.events.size(),
              d.arrays.size(), d.textures.size(), d.surfaces.size(), d.launches};
}
const std::string* warpscope_fake_last_text() {
    return &driver().last_text;
}
const LastLaunch* warpscope_fake_last_launch() {
    return &driver().last;
}

// ---- the driver's functions ---------------------------------------------------------------------

Error cuInit(unsigned flags) {
    if (asked("no-start")) return static_cast<Error>(999);
    driver().started = flags == 0;
    return driver().started ? Error::Success : Error::InvalidValue;
}
Error cuDriverGetVersion(int* version) {
    *version = 13010;
    return Error::Success;
}
Error cuGetErrorName(Error error, const char** name) {
    switch (static_cast<int>(error)) {
    case 1: *name = "CUDA_ERROR_INVALID_VALUE"; return Error::Success;
    case 2: *name = "CUDA_ERROR_OUT_OF_MEMORY"; return Error::Success;
    case 218: *name = "CUDA_ERROR_INVALID_PTX"; return Error::Success;
    case 700: *name = "CUDA_ERROR_ILLEGAL_ADDRESS"; return Error::Success;
    case 701: *name = "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"; return Error::Success;
    default: return Error::InvalidValue;
    }
}
Error cuGetErrorString(Error error, const char** text) {
    *text = error == Error::IllegalAddress ? "an illegal memory access was encountered" : "words";
    return Error::Success;
}
Error cuDeviceGetCount(int* count) {
    if (!driver().started) return static_cast<Error>(3);
    *count = asked("no-gpu") ? 0 : kGpus;
    return Error::Success;
}
Error cuDeviceGet(Device* device, int index) {
    if (index < 0 || index >= kGpus) return Error::InvalidDevice;
    *device = kDevice + index;
    return Error::Success;
}
Error cuDeviceGetName(char* name, int bytes, Device device) {
    if (!is_device(device)) return Error::InvalidDevice;
    std::snprintf(name, static_cast<std::size_t>(bytes), "Fake GPU %d", device - kDevice);
    return Error::Success;
}
Error cuDeviceTotalMem_v2(std::size_t* bytes, Device device) {
    *bytes = std::size_t{8} << 30;
    return is_device(device) ? Error::Success : Error::InvalidDevice;
}
Error cuDeviceGetAttribute(int* value, int attribute, Device device) {
    static const std::map<int, int> values = {
        {1, 1024},  {2, 1024},  {3, 1024},    {4, 64},     {5, 1 << 30}, {6, 65535},   {7, 65535},
        {8, 49152}, {9, 65536}, {10, 32},     {12, 65536}, {16, 11},     {33, 17},     {39, 1536},
        {75, 8},    {76, 6},    {81, 102400}, {82, 65536}, {87, 32},     {97, 101376}, {106, 16}};
    const auto found = values.find(attribute);
    if (!is_device(device)) return Error::InvalidDevice;
    if (found == values.end()) return Error::InvalidValue;
    *value = found->second;
    return Error::Success;
}
Error cuDeviceGetUuid_v2(void* bytes, Device) {
    std::memset(bytes, 7, 16);
    return Error::Success;
}
Error cuDevicePrimaryCtxRetain(ContextHandle* context, Device device) {
    if (!is_device(device)) return Error::InvalidDevice;
    ++driver().contexts;
    *context = context_handle();
    return Error::Success;
}
Error cuDevicePrimaryCtxRelease_v2(Device device) {
    if (!is_device(device) || driver().contexts == 0) return Error::InvalidValue;
    if (--driver().contexts == 0) driver().fault = Error::Success;
    return Error::Success;
}
Error cuDevicePrimaryCtxReset_v2(Device) {
    return Error::Success;
}
Error cuCtxSetCurrent(ContextHandle context) {
    driver().current = context;
    return Error::Success;
}
Error cuCtxSynchronize() {
    return state();
}
Error cuCtxSetLimit(Limit limit, std::size_t value) {
    if (const Error error = state(); error != Error::Success) return error;
    const auto found = driver().limits.find(limit);
    if (found == driver().limits.end()) return static_cast<Error>(215);
    // The heap is made when the first module is loaded.
    if (limit == Limit::HeapBytes && !driver().modules.empty()) return Error::InvalidValue;
    found->second = value;
    return Error::Success;
}
Error cuCtxGetLimit(std::size_t* value, Limit limit) {
    if (const Error error = state(); error != Error::Success) return error;
    const auto found = driver().limits.find(limit);
    if (found == driver().limits.end()) return static_cast<Error>(215);
    *value = found->second;
    return Error::Success;
}
Error cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned options,
                         JitOption* names, void** values) {
    if (const Error error = state(); error != Error::Success) return error;
    const std::string text = static_cast<const char*>(image);
    if (asked("bad-ptx")) {
        for (unsigned i = 0; i + 1 < options; ++i)
            if (names[i] == JitOption::ErrorLogBuffer)
                std::snprintf(static_cast<char*>(values[i]),
                              reinterpret_cast<std::size_t>(values[i + 1]),
                              "ptxas application ptx input, line 7; error   : Not today\n");
        return Error::InvalidPtx;
    }
    driver().last_text = text;
    write_text(text);
    FakeModule* const made = read_module(text);
    *module = reinterpret_cast<ModuleHandle>(made);
    driver().modules[*module] = made;
    for (auto& [name, bytes] : made->variables)
        driver().memory[reinterpret_cast<DevicePointer>(bytes.data())] = bytes.size();
    return Error::Success;
}
Error cuModuleUnload(ModuleHandle module) {
    const auto found = driver().modules.find(module);
    if (found == driver().modules.end()) return static_cast<Error>(400);
    for (auto& [name, bytes] : found->second->variables)
        driver().memory.erase(reinterpret_cast<DevicePointer>(bytes.data()));
    driver().modules.erase(found);
    return state();
}
Error cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
    const auto found = driver().modules.find(module);
    if (found == driver().modules.end()) return static_cast<Error>(400);
    if (!found->second->functions.contains(name)) return Error::NotFound;
    FakeFunction*& f = driver().functions[name];
    if (f == nullptr) f = new FakeFunction{found->second, name};
    *function = reinterpret_cast<FunctionHandle>(f);
    return Error::Success;
}
Error cuModuleGetGlobal_v2(DevicePointer* pointer, std::size_t* bytes, ModuleHandle module,
                           const char* name) {
    const auto found = driver().modules.find(module);
    if (found == driver().modules.end()) return static_cast<Error>(400);
    const auto variable = found->second->variables.find(name);
    if (variable == found->second->variables.end()) return Error::NotFound;
    *pointer = reinterpret_cast<DevicePointer>(variable->second.data());
    *bytes = variable->second.size();
    return Error::Success;
}
Error cuFuncGetAttribute(int* value, FunctionAttribute attribute, FunctionHandle) {
    switch (attribute) {
    case FunctionAttribute::MaxThreadsPerBlock: *value = 1024; break;
    case FunctionAttribute::SharedBytes: *value = 16; break;
    case FunctionAttribute::Registers: *value = 23; break;
    case FunctionAttribute::PtxVersion: *value = 80; break;
    default: *value = 0;
    }
    return Error::Success;
}
Error cuFuncSetAttribute(FunctionHandle, FunctionAttribute attribute, int value) {
    if (attribute == FunctionAttribute::MaxDynamicSharedBytes) driver().last.opted_in_bytes = value;
    return Error::Success;
}
Error cuStreamQuery(StreamHandle) {
    return state();
}
Error cuEventCreate(EventHandle* event, unsigned) {
    *event = reinterpret_cast<EventHandle>(new char);
    driver().events.insert(*event);
    return state();
}
Error cuEventDestroy_v2(EventHandle event) {
    if (driver().events.erase(event) == 0) return static_cast<Error>(400);
    delete reinterpret_cast<char*>(event);
    return Error::Success;
}
Error cuEventRecord(EventHandle event, StreamHandle) {
    return driver().events.contains(event) ? Error::Success : static_cast<Error>(400);
}
Error cuEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end) {
    if (!driver().events.contains(start) || !driver().events.contains(end) || start == end)
        return static_cast<Error>(400);
    *milliseconds = 0.25f;
    return Error::Success;
}
Error cuLaunchKernelEx(const LaunchConfig* config, FunctionHandle function, void** parameters,
                       void** extra) {
    return note_launch(*config, function, parameters, extra);
}

// Functions that Warpscope looks up and does not call yet.
#define WARPSCOPE_FAKE_UNUSED(symbol)                                                              \
    Error symbol() {                                                                               \
        return static_cast<Error>(801);                                                            \
    }
WARPSCOPE_FAKE_UNUSED(cuOccupancyMaxActiveBlocksPerMultiprocessor)
WARPSCOPE_FAKE_UNUSED(cuMemHostGetDevicePointer_v2)
WARPSCOPE_FAKE_UNUSED(cuMemcpy2DUnaligned_v2)
WARPSCOPE_FAKE_UNUSED(cuMemsetD32_v2)
WARPSCOPE_FAKE_UNUSED(cuStreamCreate)
WARPSCOPE_FAKE_UNUSED(cuStreamDestroy_v2)
WARPSCOPE_FAKE_UNUSED(cuStreamSynchronize)
WARPSCOPE_FAKE_UNUSED(cuEventSynchronize)
WARPSCOPE_FAKE_UNUSED(cuLaunchKernel)
WARPSCOPE_FAKE_UNUSED(cuLaunchCooperativeKernel)

} // extern "C"

namespace {

/// What is left when the process ends, for tests that look at whole programs.
struct Closing {
    ~Closing() {
        const char* file = std::getenv("WARPSCOPE_FAKE_CUDA_BOOKS");
        std::FILE* to = file == nullptr ? nullptr : std::fopen(file, "a");
        if (to == nullptr) return;
        const Driver& d = driver();
        std::fprintf(to,
                     "contexts %d, memory %zu, modules %zu, events %zu, arrays %zu, textures %zu, "
                     "surfaces %zu, launches %u\n",
                     d.contexts, d.memory.size(), d.modules.size(), d.events.size(),
                     d.arrays.size(), d.textures.size(), d.surfaces.size(), d.launches);
        std::fclose(to);
    }
} closing;

} // namespace
