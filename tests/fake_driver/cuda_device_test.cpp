// CudaDevice over the fake driver: bounds, symbols, kernel facts, errors, resets, and no leaks.
#include "runtime/host/cuda_device.h"

#include <cstring>

#include "runtime/host/cuda_gpu.h"
#include "sim/ptx/parser.h"
#include "tests/catch.h"
#include "tests/fake_driver/test_device.h"

using namespace warpscope;
using namespace warpscope::host;
using fake::FakeWish;
using fake::TestDevice;

namespace {

const char* const kText = R"(.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .b8 table[12];
.visible .entry work(.param .u8 small, .param .u64 pointer, .param .f32 real)
{
    .reg .f32 %f<4>;
    mul.f32 %f1, %f2, %f3;
    ret;
}
)";

std::shared_ptr<const Module> test_module() {
    Result<Module> module = ptx::parse(kText, "work.ptx");
    REQUIRE(module.ok());
    return std::make_shared<const Module>(std::move(*module));
}

void check_all_released() {
    const fake::Books books = fake::books();
    CHECK(books.contexts == 0);
    CHECK(books.allocations == 0);
    CHECK(books.modules == 0);
    CHECK(books.events == 0);
    CHECK(books.arrays == 0);
    CHECK(books.textures == 0);
    CHECK(books.surfaces == 0);
}

KernelLaunch launch_of(int module) {
    KernelLaunch launch;
    launch.module = module;
    launch.kernel = "work";
    launch.grid = {3, 1, 1};
    launch.block = {64, 1, 1};
    launch.parameters.assign(20, 0);
    return launch;
}

} // namespace

TEST_CASE("cuda device: the GPU's own facts", "[cuda-device]") {
    const TestDevice t;
    const GpuSpec& gpu = t.device->gpu();
    CHECK(gpu.name == "Fake GPU 1");
    CHECK(gpu.compute_major == 8);
    CHECK(gpu.compute_minor == 6);
    CHECK(gpu.sm_count == 11);
    CHECK(gpu.max_warps_per_sm == 48);
    CHECK(gpu.max_grid_x == 1u << 30);
    CHECK(gpu.shared_bytes_per_block_optin == 101376);
    CHECK(gpu.fp32_lanes_per_sm == 128);
    CHECK(gpu.fp64_lanes_per_sm == 4);
    CHECK(gpu.memory_bytes == std::uint64_t{8} << 30);
    CHECK(t.device->memory_used() == 4096);
    cudaDeviceProp p = {};
    t.device->describe(p);
    CHECK(p.pciBusID == 17);
    CHECK(p.uuid.bytes[15] == 7);
}

TEST_CASE("cuda device: memory keeps its bounds", "[cuda-device]") {
    {
        TestDevice t;
        CudaDevice& d = *t.device;
        const Address a = d.allocate(100), b = d.allocate(50);
        REQUIRE((a != 0 && b != 0));
        CHECK(d.find(a + 99)->base == a);
        CHECK(d.find(a + 99)->size == 100);
        CHECK(!d.find(a + 100).has_value());
        CHECK(!d.find(a - 1).has_value());
        char text[101] = "0123456789", back[101] = {};
        CHECK(d.write(a, text, 100, 0));
        CHECK(!d.write(a, text, 101, 0));
        CHECK(!d.write(a + 1, text, 100, 0));
        CHECK(d.copy(b, a, 10, 0));
        CHECK(!d.copy(b, a, 51, 0));
        CHECK(d.fill(b + 2, 'x', 3, 0));
        CHECK(d.read(back, b, 10, 0));
        CHECK(std::string(back) == "01xxx56789");
        CHECK(d.take_copy_microseconds().value() > 0);
        CHECK(d.take_copy_microseconds().value() == 0);
        CHECK(d.release(a));
        CHECK(!d.release(a));
        CHECK(!d.release(b + 1));
        CHECK(!d.read(back, a, 1, 0));
        char* both = static_cast<char*>(d.allocate_for_both(64));
        REQUIRE(both != nullptr);
        CHECK(d.find(reinterpret_cast<Address>(both))->kind == AllocationKind::Managed);
        // Released before the end, and left to it; freeing instead would end this test.
        static char host[2][64];
        for (char* memory : host)
            CHECK(d.allocate_managed(reinterpret_cast<Address>(memory), 64));
        CHECK(d.release(reinterpret_cast<Address>(host[0])));
        // Page-locked memory is the driver's, and copies find it on either side.
        char* locked = static_cast<char*>(d.allocate_locked(32));
        REQUIRE(locked != nullptr);
        const Address at = reinterpret_cast<Address>(locked);
        CHECK(d.find(at + 31)->base == at);
        std::memcpy(locked, "locked", 7);
        CHECK(d.copy(b, at, 7, 0));
        CHECK(d.read(back, b, 7, 0));
        CHECK(std::string(back) == "locked");
        CHECK(d.locks_host_memory());
        const FakeWish wish("out-of-memory");
        CHECK(d.allocate(16) == 0);
        CHECK(d.allocate_locked(16) == nullptr);
    }
    check_all_released();
}

TEST_CASE("cuda device: modules, symbols and kernels", "[cuda-device]") {
    {
        TestDevice t;
        CudaDevice& d = *t.device;
        const int module = d.load(test_module());
        REQUIRE(module == 0);
        const Address table = d.symbol(module, "table");
        REQUIRE(table != 0);
        CHECK(d.find(table + 11)->kind == AllocationKind::ModuleVariable);
        CHECK(!d.release(table));
        CHECK(d.symbol(module, "chair") == 0);
        CHECK(d.symbol(5, "table") == 0);
        cudaError_t why = cudaSuccess;
        const KernelFacts* facts = d.kernel(module, "work", why);
        REQUIRE(facts != nullptr);
        CHECK(facts->registers == 23);
        CHECK(facts->static_shared_bytes == 16);
        CHECK(facts->ptx_target == 80);
        REQUIRE(facts->parameters.size() == 3);
        CHECK(facts->parameters[1].offset == 8);
        CHECK(facts->parameters[2].offset == 16);
        CHECK(facts->parameter_bytes == 20);
        CHECK(d.kernel(module, "play", why) == nullptr);
        CHECK(why == cudaErrorInvalidDeviceFunction);
        const LaunchEnd end = d.launch(launch_of(module));
        CHECK(end.fault == cudaSuccess);
        CHECK(end.microseconds == 250);
        CHECK(fake::last_launch().config.grid_x == 3);
        CHECK(fake::last_launch().parameters.size() == 20);
        CHECK(fake::last_launch().cooperative == 0);
        KernelLaunch together = launch_of(module);
        together.cooperative = true;
        d.launch(together);
        CHECK(fake::last_launch().cooperative == 1);
    }
    check_all_released();
}

TEST_CASE("cuda device: limits are the driver's", "[cuda-device]") {
    TestDevice t;
    CudaDevice& d = *t.device;
    CHECK(d.loads_late());
    CHECK(d.limit(cudaLimitStackSize) == 1024);
    CHECK(d.set_limit(cudaLimitStackSize, 4096) == cudaSuccess);
    CHECK(d.limit(cudaLimitStackSize) == 4096);
    CHECK(d.set_limit(cudaLimitMallocHeapSize, 32 << 20) == cudaSuccess);
    CHECK(d.limit(cudaLimitMallocHeapSize) == 32 << 20);
    REQUIRE(d.load(test_module()) == 0);
    CHECK(d.set_limit(cudaLimitMallocHeapSize, 64 << 20) == cudaErrorInvalidValue);
    CHECK(!d.limit(cudaLimitMaxL2FetchGranularity).has_value());
    CHECK(d.set_limit(cudaLimitMaxL2FetchGranularity, 1) == cudaErrorUnsupportedLimit);
}

TEST_CASE("cuda device: managed variables are the host's own bytes", "[cuda-device]") {
    alignas(4096) static char page[4096];
    const Address at = reinterpret_cast<Address>(page) + 64;
    {
        TestDevice t;
        CudaDevice& d = *t.device;
        d.place_next({{"table", at}});
        const int module = d.load(test_module());
        REQUIRE(module == 0);
        CHECK(d.symbol(module, "table") == at);
        CHECK(d.is_host_variable(at));
        CHECK(d.find(at + 11)->kind == AllocationKind::Managed);
        CHECK(!d.release(at));
        CHECK(fake::last_text().find("table[12]") == std::string::npos);
        page[64] = 7;
        char byte = 0;
        CHECK(d.read(&byte, at, 1, 0));
        CHECK(byte == 7);
        // Two modules share a page, which is registered once.
        d.place_next({{"table", at + 64}});
        REQUIRE(d.load(test_module()) == 1);
        CHECK(d.symbol(1, "table") == at + 64);
        // An address that the type cannot have: the driver places the variable.
        d.place_next({{"table", at + 130}});
        REQUIRE(d.load(test_module()) == 2);
        CHECK(d.symbol(2, "table") != 0);
        CHECK(!d.is_host_variable(d.symbol(2, "table")));
        CHECK(fake::last_text().find("table[12]") != std::string::npos);
    }
    check_all_released();
}

TEST_CASE("cuda device: faults last, refused launches do not", "[cuda-device]") {
    {
        TestDevice t;
        CudaDevice& d = *t.device;
        int module = d.load(test_module());
        const Address a = d.allocate(16);
        char byte = 0;
        {
            const FakeWish wish("launch-error=701");
            const LaunchEnd end = d.launch(launch_of(module));
            CHECK(end.refused == cudaErrorLaunchOutOfResources);
            CHECK(end.fault == cudaSuccess);
        }
        CHECK(d.read(&byte, a, 1, 0));
        {
            const FakeWish wish("launch-error=700");
            const LaunchEnd end = d.launch(launch_of(module));
            CHECK(end.fault == cudaErrorIllegalAddress);
            CHECK(end.refused == cudaSuccess);
        }
        CHECK(!d.read(&byte, a, 1, 0));
        CHECK(d.allocate(16) == 0);
        d.reset();
        CHECK(!d.find(a).has_value());
        CHECK(d.allocate(16) != 0);
        module = d.load(test_module());
        CHECK(d.launch(launch_of(module)).fault == cudaSuccess);
    }
    check_all_released();
}

TEST_CASE("cuda device: every fault is the launch's, whoever tells of it", "[cuda-device]") {
    const std::pair<const char*, cudaError_t> faults[] = {
        {"launch-error=702", cudaErrorLaunchTimeout},
        {"launch-error=710", cudaErrorAssert},
        {"launch-error=714", cudaErrorHardwareStackError},
        {"launch-error=716", cudaErrorMisalignedAddress},
        {"fault-at-launch=715", cudaErrorIllegalInstruction},
        {"fault-at-launch=719", cudaErrorLaunchFailure},
    };
    for (const auto& [words, error] : faults) {
        INFO(words);
        TestDevice t;
        CudaDevice& d = *t.device;
        const int module = d.load(test_module());
        {
            const FakeWish wish(words);
            const LaunchEnd end = d.launch(launch_of(module));
            CHECK(end.fault == error);
            CHECK(end.refused == cudaSuccess);
        }
        CHECK(d.allocate(16) == 0);
    }
    check_all_released();
}

TEST_CASE("cuda device: errors of the driver have their names", "[cuda-device]") {
    CHECK(error_of(driver::Error::Success) == cudaSuccess);
    CHECK(error_of(driver::Error::OutOfMemory) == cudaErrorMemoryAllocation);
    CHECK(error_of(driver::Error::NotFound) == cudaErrorInvalidDeviceFunction);
    CHECK(error_of(driver::Error::MisalignedAddress) == cudaErrorMisalignedAddress);
    CHECK(error_of(driver::Error::LaunchFailed) == cudaErrorLaunchFailure);
    CHECK(error_of(static_cast<driver::Error>(12345)) == cudaErrorUnknown);
}
