// Precompiled headers: what they cover, and that nobody can tell whether they were used.
#include "tests/catch.h"

#include <fmt/format.h>

#include "runtime/compile/files.h"
#include "runtime/compile/leading_headers.h"
#include "runtime/compile/link.h"
#include "tests/compile/fixture.h"
#include "warpscope_paths.h"

using namespace warpscope;
using namespace warpscope::compile;
using Catch::Matchers::ContainsSubstring;

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

std::size_t header_count(const test::Workplace& work) {
    std::error_code error;
    std::size_t count = 0;
    for (fs::directory_iterator entry(work.path("cache/headers"), error), end;
         !error && entry != end; entry.increment(error))
        ++count;
    return count;
}

struct Outcome {
    std::string ptx, object, hash, text;
    std::vector<std::string> dependencies;
    bool compiled = false;
};

Outcome outcome_of(test::Workplace& work, CompileOptions options, CachePolicy policy) {
    work.text.clear();
    options.cache = policy;
    options.intermediates_directory = work.path("kept");
    const auto program = compile_program(options, test::installation());
    Outcome outcome{{}, {}, {}, work.text, {}, program.ok()};
    if (!program) return outcome;
    const CompiledSource& source = program->sources.front();
    outcome.ptx = source.ptx;
    outcome.hash = source.hash;
    outcome.dependencies = source.dependencies;
    const auto object = read_file(work.path("kept") / (source.source.stem().string() + ".o"));
    if (object) outcome.object = *object;
    return outcome;
}

void check_equal(const Outcome& with, const Outcome& without) {
    CHECK(with.compiled == without.compiled);
    CHECK(with.ptx == without.ptx);
    CHECK(with.object == without.object);
    CHECK(with.hash == without.hash);
    CHECK(with.text == without.text);
    CHECK(with.dependencies == without.dependencies);
}

} // namespace

TEST_CASE("the headers at the beginning of a source are known", "[precompiled]") {
    const auto names = [](const std::string& text) { return leading_headers(text).names; };
    CHECK(names("#include <vector>\n#include <map>\nint x;\n#include <set>\n") ==
          Names{"vector", "map"});
    CHECK(names("// what it is\n\n/* and\nwhy */\n#include <a/b.h> // so\n \t#  include "
                "<c>\r\n#include <a/b.h>\n#include <d>") == Names{"a/b.h", "c", "d"});
    // Whatever is not looked into ends the beginning.
    for (const char* line :
         {"#define X 1", "#include \"own.h\"", "#include \"own.h", "#include NAME", "#pragma once",
          "#if 1", "int x;", "#include <broken\n>", "#include <x> int y;", "// goes on \\",
          "/* never ends", "\\", "import <x>;", "#include <x> /*"}) {
        CAPTURE(line);
        CHECK(names(std::string("#include <vector>\n") + line + "\n#include <map>\n") ==
              Names{"vector"});
    }
    CHECK(names("").empty());
    const std::string own =
        "#pragma once\n#include <vector>\n#include \"a/own.h\"\n#include <map>\n";
    CHECK(leading_headers(own) == LeadingHeaders{});
    CHECK(leading_headers(own, TextKind::header) == LeadingHeaders{{"vector"}, "a/own.h"});
    CHECK(leading_headers("#pragma once more\n#include <map>\n", TextKind::header) ==
          LeadingHeaders{});
    CHECK(is_standard_header("vector"));
    CHECK(is_standard_header("stdio.h"));
    CHECK(!is_standard_header("vec"));
    CHECK(!is_standard_header("map memory"));
    CHECK(!is_standard_header("unistd.h"));
    CHECK(!is_standard_header(""));
}

TEST_CASE("code, messages and dependencies are those of compiling without", "[precompiled]") {
    test::Workplace work;
    const std::string source = GENERATE(as<std::string>(), "standard_library.cu", "math.cu",
                                        "templates.cu", "printing_and_asserting.cu");
    CAPTURE(source);
    const CompileOptions options =
        work.options({fs::path(WARPSCOPE_SOURCE_DIR "/tests/compile/inputs") / source});
    const Outcome without = outcome_of(work, options, CachePolicy::refresh);
    REQUIRE(header_count(work) == 0);
    REQUIRE(without.compiled);
    fs::remove_all(work.path("cache"));
    const Outcome made = outcome_of(work, options, CachePolicy::use);
    CHECK(header_count(work) == 2);
    check_equal(made, without);
    fs::remove_all(work.path("cache/units"));
    const Outcome used = outcome_of(work, options, CachePolicy::use);
    CHECK(header_count(work) == 2);
    check_equal(used, without);
}

TEST_CASE("messages never speak of precompiled headers", "[precompiled]") {
    test::Workplace work;
    const std::string body =
        GENERATE(as<std::string>(),
                 // Chains of includes, notes in headers, host code alone.
                 "int main() { std::vector<int&> v; }",
                 "__global__ void k(float* p) { p[0] = sinf(\"x\"); }",
                 "int main() { return std::max(1, 2.0); }", "int main() { cudaMalloc(); }",
                 "#warning here\nint main() {}");
    const CompileOptions options = work.options(
        {work.write("a.cu", "#include <algorithm>\n#include <vector>\n" + body + "\n")});
    const Outcome without = outcome_of(work, options, CachePolicy::refresh);
    CHECK(!without.text.empty());
    fs::remove_all(work.path("cache"));
    const Outcome with = outcome_of(work, options, CachePolicy::use);
    CHECK(header_count(work) == 2);
    check_equal(with, without);
    CHECK(with.text.find("cache/") == std::string::npos);
}

TEST_CASE("sources that begin alike share precompiled headers", "[precompiled]") {
    test::Workplace work;
    const auto made_for = [&](const char* name, const std::string& text) {
        const std::size_t before = header_count(work);
        const auto program =
            compile_program(work.options({work.write(name, text)}), test::installation());
        INFO(work.text);
        REQUIRE(program.ok());
        return header_count(work) - before;
    };
    const std::string rest = "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n";
    CHECK(made_for("a.cu", "#include <cstdio>\n" + rest) == 2);
    CHECK(made_for("b.cu", "#include <cuda_runtime.h>\n#include <cstdio>\n\n" + rest) == 0);
    CHECK(made_for("c.cu", "#include <cstdint>\n" + rest) == 2);
    // A macro may change what a header means, so nothing behind it counts.
    CHECK(made_for("d.cu", "#define X 1\n#include <cstdio>\n" + rest) == 2);
    CHECK(made_for("e.cu", rest) == 0);
    // What a file of one's own includes first is included first; nothing behind that file counts.
    work.write("own.h", "#pragma once\n#include <cstdio>\ninline int one() { return 1; }\n");
    CHECK(made_for("f.cu", "#include \"own.h\"\n#include <cstdint>\n" + rest) == 0);
}

TEST_CASE("a header of the user's own is not taken for the library's", "[precompiled]") {
    test::Workplace work;
    work.write("own/vector", "int counter;\n"); // a second time this would be an error
    CompileOptions options =
        work.options({work.write("a.cu", "#include <vector>\nint main() { return counter; }\n")});
    options.include_directories = {work.path("own")};
    const auto program = compile_program(options, test::installation());
    INFO(work.text);
    CHECK(program.ok());
}

TEST_CASE("headers for macros are made when the macros come again", "[precompiled]") {
    test::Workplace work;
    CompileOptions options = work.options({});
    int version = 0;
    const auto made_with = [&](const char* define) {
        const std::size_t before = header_count(work);
        options.defines = {define};
        options.sources = {
            work.write("a.cu", fmt::format("int main() {{ return N; }} // {}\n", ++version))};
        REQUIRE(compile_program(options, test::installation()).ok());
        return header_count(work) - before;
    };
    CHECK(made_with("N=1") == 0);
    CHECK(made_with("N=2") == 0);
    CHECK(made_with("N=1") == 2);
    CHECK(made_with("N=1") == 0);
}

TEST_CASE("headers that change are compiled anew", "[precompiled]") {
    test::Workplace work;
    Installation tools = test::installation();
    fs::copy(tools.include_directory, work.path("include"), fs::copy_options::recursive);
    tools.include_directory = work.path("include");
    const auto age = [&](const fs::path& file) {
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(2));
    };
    for (const auto& entry : fs::recursive_directory_iterator(tools.include_directory))
        age(entry.path());
    const fs::path header = tools.include_directory / "cuda_runtime.h";
    const std::string text = read_file(header).value();
    const CompileOptions options =
        work.options({work.write("a.cu", "int main() { return OF_THE_HEADER; }\n")});
    const auto set = [&](const std::string& line) {
        REQUIRE(write_file(header, text + line).ok());
        age(header);
        const auto program = compile_program(options, tools);
        INFO(work.text);
        REQUIRE(program.ok());
        return test::run(program->executable);
    };
    CHECK_THAT(set("#define OF_THE_HEADER 3\n"), ContainsSubstring("status 3"));
    CHECK_THAT(set("#define OF_THE_HEADER 4\n"), ContainsSubstring("status 4"));
    CHECK(header_count(work) == 4);
    CHECK_THAT(set("#define OF_THE_HEADER 3\n"), ContainsSubstring("status 3"));
    CHECK(header_count(work) == 4);
}

TEST_CASE("the command that clang prints is read word by word", "[link]") {
    CHECK(parse_printed_command("clang version 19\nTarget: x\n \"/usr/bin/ld\" \"-o\" \"a b\" "
                                "\"q\\\"\\\\\\$\"\n") ==
          Arguments{"/usr/bin/ld", "-o", "a b", "q\"\\$"});
    for (const char* other :
         {"", "\n", "clang: error: nothing\n", " \"open", " \"a\"b", " \"a\\"}) {
        CAPTURE(other);
        CHECK(parse_printed_command(other).empty());
    }
}

TEST_CASE("programs in folders with odd names link", "[link]") {
    test::Workplace work;
    CompileOptions options = work.options(
        {work.write("a \"b\" $c/main.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }"),
         work.write("a \"b\" $c/other.cu", "__global__ void l() {}\n")});
    options.cache_directory = work.path("a \"b\" $c/cache");
    for (const char* comment : {"// first", "// second"}) {
        work.write("a \"b\" $c/other.cu", std::string("__global__ void l() {}\n") + comment + "\n");
        const auto program = compile_program(options, test::installation());
        INFO(work.text);
        REQUIRE(program.ok());
        CHECK_THAT(test::run(program->executable), ContainsSubstring("launch grid=1,1,1"));
    }
}
