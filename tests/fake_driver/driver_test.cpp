// Owners of the driver's things: what they ask for, what they give back, what they say when it
// fails.
#include <cstdlib>
#include <cstring>

#include "runtime/driver/context.h"
#include "runtime/driver/faults.h"
#include "tests/catch.h"
#include "tests/fake_driver/access.h"

using namespace warpscope;
using namespace warpscope::driver;
using Catch::Matchers::ContainsSubstring;
using fake::FakeWish;

namespace {

const char* const kText = ".visible .entry one()\n.visible .entry two(.param .u64 p)\n"
                          ".visible .global .align 4 .b8 table[12];\n";

void check_all_released() {
    const fake::Books books = fake::books();
    CHECK(books.contexts == 0);
    CHECK(books.allocations == 0);
    CHECK(books.modules == 0);
    CHECK(books.events == 0);
}

} // namespace

TEST_CASE("driver: GPUs are listed with what the driver tells", "[driver]") {
    const auto gpus = find_gpus();
    REQUIRE(gpus.ok());
    REQUIRE(gpus->size() == 2);
    CHECK((*gpus)[1].index == 1);
    CHECK((*gpus)[1].name == "Fake GPU 1");
    CHECK((*gpus)[1].compute_major == 8);
    CHECK((*gpus)[1].compute_minor == 6);
    CHECK((*gpus)[1].memory_bytes == std::uint64_t{8} << 30);
    CHECK((*gpus)[1].driver_version == "13.1");
    CHECK_THAT(description((*gpus)[0]), ContainsSubstring("Fake GPU 0 (driver "));
    CHECK_THAT(description((*gpus)[0]), ContainsSubstring("CUDA 13.1)"));
}

TEST_CASE("driver: a machine without GPU and a wrong index are told apart", "[driver]") {
    {
        const FakeWish wish("no-gpu");
        const auto context = Context::open(0);
        REQUIRE(!context.ok());
        CHECK(context.error().message == "the CUDA driver knows no GPU");
    }
    const auto context = Context::open(2);
    REQUIRE(!context.ok());
    CHECK(context.error().message == "there is no GPU 2: the driver knows 2, counted from 0");
    CHECK(!Context::open(-1).ok());
    check_all_released();
}

TEST_CASE("driver: everything is given back in the end", "[driver]") {
    {
        const auto context = Context::open(1);
        REQUIRE(context.ok());
        CHECK(fake::books().contexts == 1);
        auto module = Module::load(**context, kText, "k.ptx");
        REQUIRE(module.ok());
        auto first = Buffer::allocate(**context, 100);
        auto second = Buffer::allocate(**context, 200);
        REQUIRE((first.ok() && second.ok()));
        Buffer moved = std::move(*first);
        moved = std::move(*second);
        CHECK(moved.bytes() == 200);
        Module other = std::move(*module);
        const auto function = other.function("two");
        REQUIRE(function.ok());
        Launch launch;
        launch.function = *function;
        const RunEnd end = run(**context, launch);
        CHECK(end.error == Error::Success);
        CHECK(end.microseconds == 250);
        CHECK(fake::books().modules == 1);
    }
    check_all_released();
}

TEST_CASE("driver: buffers refuse what does not fit", "[driver]") {
    const auto context = Context::open();
    REQUIRE(context.ok());
    auto buffer = Buffer::allocate(**context, 16);
    REQUIRE(buffer.ok());
    const char text[] = "fifteen letters";
    CHECK(buffer->fill(0x2A) == Error::Success);
    CHECK(buffer->write(text, 8, 4) == Error::Success);
    CHECK(buffer->write(text, 16, 1) == Error::InvalidValue);
    CHECK(buffer->write(text, 8, ~std::uint64_t{0}) == Error::InvalidValue);
    char back[17] = {};
    CHECK(buffer->read(back, 16) == Error::Success);
    CHECK(std::string(back) == "****fifteen ****");
    CHECK(buffer->read(back, 17) == Error::InvalidValue);
    CHECK(Buffer::allocate(**context, 0)->address() == 0);
    const FakeWish wish("out-of-memory");
    const auto none = Buffer::allocate(**context, 64);
    REQUIRE(!none.ok());
    CHECK_THAT(none.error().message, ContainsSubstring("cuMemAlloc"));
    CHECK_THAT(none.error().message, ContainsSubstring("CUDA_ERROR_OUT_OF_MEMORY"));
}

TEST_CASE("driver: what the compiler refuses has a place", "[driver]") {
    {
        const auto context = Context::open();
        REQUIRE(context.ok());
        const FakeWish wish("bad-ptx");
        const auto module = Module::load(**context, kText, "k.ptx");
        REQUIRE(!module.ok());
        CHECK(module.error().where.file == "k.ptx");
        CHECK(module.error().where.line == 7);
        CHECK_THAT(module.error().message, ContainsSubstring("Not today"));
    }
    check_all_released();
}

TEST_CASE("driver: launches pass on what they are given", "[driver]") {
    const auto context = Context::open();
    REQUIRE(context.ok());
    const auto module = Module::load(**context, kText, "k.ptx");
    REQUIRE(module.ok());
    CHECK(!module->function("three").ok());
    CHECK(module->variable("table").second == 12);
    CHECK(module->variable("chair").first == 0);
    Launch launch;
    launch.function = *module->function("two");
    launch.grid = {2, 3, 4};
    launch.block = {5, 6, 7};
    launch.dynamic_shared_bytes = 60000;
    launch.parameters = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    launch.cooperative = true;
    launch.cluster = {2, 1, 1};
    REQUIRE(run(**context, launch).error == Error::Success);
    const fake::LastLaunch& last = fake::last_launch();
    CHECK(last.kernel == "two");
    CHECK((last.config.grid_x == 2 && last.config.grid_y == 3 && last.config.grid_z == 4));
    CHECK((last.config.block_x == 5 && last.config.block_y == 6 && last.config.block_z == 7));
    CHECK(last.config.dynamic_shared_bytes == 60000);
    CHECK(last.opted_in_bytes == 60000);
    CHECK(last.parameters == "abcdefgh");
    CHECK(last.cooperative == 1);
    CHECK(last.cluster[0] == 2);
    launch.parameters.clear();
    launch.cooperative = false;
    launch.cluster = {0, 0, 0};
    REQUIRE(run(**context, launch).error == Error::Success);
    CHECK(fake::last_launch().config.attribute_count == 0);
    CHECK(fake::last_launch().parameters.empty());
}

TEST_CASE("driver: a fault comes out of the run, and everything is given back", "[driver]") {
    {
        const FakeWish wish("launch-error=700");
        const auto context = Context::open();
        REQUIRE(context.ok());
        const auto module = Module::load(**context, kText, "k.ptx");
        REQUIRE(module.ok());
        const auto buffer = Buffer::allocate(**context, 16);
        Launch launch;
        launch.function = *module->function("one");
        const RunEnd end = run(**context, launch);
        CHECK(end.error == Error::IllegalAddress);
        CHECK(end.faulted());
        CHECK(end.microseconds == 0);
        CHECK((*context)->api().text(Error::IllegalAddress) ==
              "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, error 700)");
    }
    check_all_released();
    CHECK(Context::open().ok());
}

TEST_CASE("driver: faults come with the launch or after it, refusals before it begins", "[driver]") {
    const auto end_of = [](const std::string& words) {
        const FakeWish wish(words);
        const auto context = Context::open();
        const auto module = Module::load(**context, kText, "k.ptx");
        Launch launch;
        launch.function = *module->function("one");
        return run(**context, launch);
    };
    for (const int number : {214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 999})
        for (const char* when : {"launch-error=", "fault-at-launch="}) {
            const RunEnd end = end_of(when + std::to_string(number));
            INFO(when << number);
            CHECK(static_cast<int>(end.error) == number);
            CHECK(end.began);
            CHECK(end.faulted());
            CHECK(ends_context(end.error));
        }
    for (const int number : {1, 701, 720}) {
        const RunEnd end = end_of("launch-error=" + std::to_string(number));
        CHECK(static_cast<int>(end.error) == number);
        CHECK(!end.began);
        CHECK(!end.faulted());
    }
    // Whatever a driver says of a launch that it took, that launch has not ended well.
    CHECK(end_of("launch-error=12345").faulted());
    CHECK(end_of("").error == Error::Success);
    CHECK(causes_of(Error::IllegalAddress).find("nothing is mapped") != std::string::npos);
    CHECK(causes_of(Error::Assert).empty());
    CHECK(causes_of(Error::OutOfMemory).empty());
    check_all_released();
}
