// The cache of compiled programs: what it keeps, what it refuses, what goes when it is full.
#include "tests/catch.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "runtime/compile/cache_limit.h"
#include "runtime/compile/files.h"
#include "runtime/compile/sealed_folder.h"
#include "tests/compile/fixture.h"

using namespace warpscope;
using namespace warpscope::compile;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view small_program = R"(
__global__ void kernel(float* p) { p[threadIdx.x] = 1; }
int main() { kernel<<<1, 32>>>(nullptr); }
)";

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void change_a_byte(const fs::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(file) / 2);
    stream.seekg(middle);
    const char byte = static_cast<char>(stream.get());
    stream.seekp(middle);
    stream.put(static_cast<char>(byte ^ 1));
}

/// The variable has a value while this lives.
class Environment {
public:
    Environment(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() { ::unsetenv(name_); }

private:
    const char* name_;
};

} // namespace

TEST_CASE("whatever is damaged in the cache, the program is the same", "[compile][cache]") {
    test::Workplace work;
    const CompileOptions options = work.options({work.write("a.cu", small_program)});
    const auto first = compile_program(options, test::installation());
    INFO(work.text);
    REQUIRE(first.ok());
    const std::string output = test::run(first->executable);
    const std::string ptx = first->sources.front().ptx;
    CHECK_THAT(output, ContainsSubstring("launch grid=1,1,1"));

    bool shorten = false;
    for (const char* kind : {"programs", "units", "headers", "commands", "lists", "constant"}) {
        shorten = !shorten;
        CAPTURE(kind, shorten);
        const auto files = files_in(work.path("cache") / kind);
        REQUIRE(!files.empty());
        for (const fs::path& file : files) {
            if (fs::file_size(file) == 0) continue;
            if (shorten)
                fs::resize_file(file, fs::file_size(file) / 2);
            else
                change_a_byte(file);
        }
        // Other source text makes the compiler's and the linker's parts of the cache be asked.
        const bool same = kind == std::string_view("programs");
        work.write("a.cu", fmt::format("{}// {}\n", small_program, same ? "" : kind));
        for (int time = 0; time < 2; ++time) {
            const auto again = compile_program(options, test::installation());
            REQUIRE(again.ok());
            CHECK(test::run(again->executable) == output);
            CHECK(again->sources.front().ptx == ptx);
            CHECK(is_intact(again->executable.parent_path()));
        }
    }
}

TEST_CASE("a seal tells of every change", "[cache]") {
    test::Workplace work;
    work.write("folder/a", "first");
    work.write("folder/b", "second");
    const fs::path folder = work.path("folder");
    CHECK(!is_intact(folder));
    REQUIRE(seal_folder(folder).ok());
    CHECK(is_intact(folder));
    SECTION("another byte") {
        work.write("folder/a", "fIrst");
    }
    SECTION("a byte more") {
        work.write("folder/a", "first ");
    }
    SECTION("a byte moved from one file to the next") {
        work.write("folder/a", "firs");
        work.write("folder/b", "tsecond");
    }
    SECTION("a file gone") {
        fs::remove(folder / "b");
    }
    SECTION("a file more") {
        work.write("folder/c", "");
    }
    SECTION("another name") {
        fs::rename(folder / "b", folder / "c");
    }
    SECTION("no seal") {
        fs::remove(folder / "seal");
    }
    CHECK(!is_intact(folder));
}

TEST_CASE("a full cache drops what was used least recently", "[cache]") {
    using namespace std::chrono_literals;
    test::Workplace work;
    const fs::path cache = work.path("cache");
    const auto add = [&](const char* entry, std::size_t bytes, std::chrono::minutes age) {
        work.write(std::string("cache/") + entry + "/file", std::string(bytes, 'x'));
        fs::last_write_time(cache / entry, fs::file_time_type::clock::now() - age);
    };
    add("units/oldest", 1000, 50min);
    add("programs/old", 1000, 40min);
    add("units/new", 1000, 30min);
    add("headers/in use", 5000, 0min);
    add("making/crashed", 10, 48h);
    add("making/busy", 10, 2min);
    CHECK(cache_size(cache) == 8000);

    SECTION("below the limit nothing goes but what was abandoned") {
        trim_cache(cache, 8000);
        CHECK(cache_size(cache) == 8000);
    }
    SECTION("above it, as much as takes it to nine tenths") {
        trim_cache(cache, 7500); // 6750 are left room for
        CHECK(!fs::exists(cache / "units/oldest"));
        CHECK(!fs::exists(cache / "programs/old"));
        CHECK(fs::exists(cache / "units/new"));
    }
    SECTION("what somebody is about to use stays, whatever its size") {
        trim_cache(cache, 10);
        CHECK(!fs::exists(cache / "units/new"));
        CHECK(fs::exists(cache / "headers/in use"));
    }
    CHECK(!fs::exists(cache / "making/crashed"));
    CHECK(fs::exists(cache / "making/busy/file"));
}

TEST_CASE("the cache's limit is a size", "[cache]") {
    const auto limit = [](const char* text) {
        const Environment variable("WARPSCOPE_CACHE_LIMIT", text);
        return cache_limit();
    };
    CHECK(limit("").value() == kDefaultCacheLimit);
    CHECK(limit("1000").value() == 1000);
    CHECK(limit("3K").value() == 3 * 1024);
    CHECK(limit("500M").value() == std::uint64_t{500} * 1024 * 1024);
    CHECK(limit("2G").value() == std::uint64_t{2} << 30);
    for (const char* wrong : {"G", "-1", "2T", "1.5G", "12345678901M", "lots"}) {
        CAPTURE(wrong);
        const auto refused = limit(wrong);
        REQUIRE(!refused.ok());
        CHECK_THAT(to_string(refused.error()), ContainsSubstring(wrong));
    }
    test::Workplace work;
    const Environment variable("WARPSCOPE_CACHE_LIMIT", "lots");
    CHECK(!compile_program(work.options({work.write("a.cu", small_program)}), test::installation())
               .ok());
}

TEST_CASE("a cache too small for anything still runs programs", "[compile][cache]") {
    test::Workplace work;
    const Environment variable("WARPSCOPE_CACHE_LIMIT", "1");
    for (const char* name : {"a.cu", "b.cu"}) {
        const auto program =
            compile_program(work.options({work.write(name, small_program)}), test::installation());
        INFO(work.text);
        REQUIRE(program.ok());
        CHECK_THAT(test::run(program->executable), ContainsSubstring("launch grid=1,1,1"));
    }
}
