// The parts of the compiler library that work on text and bytes.
#include "tests/catch.h"

#include <cstring>
#include <span>

#include "runtime/compile/compiler_text.h"
#include "runtime/compile/container.h"
#include "runtime/compile/dependencies.h"
#include "runtime/compile/device_calls.h"
#include "runtime/compile/nvcc_names.h"
#include "runtime/compile/process.h"

using namespace warpscope;
using namespace warpscope::compile;
using Catch::Matchers::ContainsSubstring;

namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

std::string two_images() {
    const Image images[] = {{"a.cu", "0123", ".version 8.0\n", "", 1},
                            {"folder/b.cu", "", "second", "contract", 3}};
    return write_container(images);
}

} // namespace

TEST_CASE("a container gives back what was put in, each text with a NUL behind it", "[container]") {
    const std::string bytes = two_images();
    CHECK(bytes.size() % 8 == 0);
    for (const bool embedded : {false, true}) {
        const auto images =
            embedded ? read_embedded_container(bytes.data()) : read_container(bytes_of(bytes));
        REQUIRE(images.ok());
        REQUIRE(images->size() == 2);
        const ImageView& second = (*images)[1];
        CHECK((*images)[0].ptx == ".version 8.0\n");
        CHECK((*images)[0].source_hash == "0123");
        CHECK((*images)[0].has(ImageFlag::line_information));
        CHECK(!(*images)[0].has(ImageFlag::made_by_nvcc));
        CHECK(second.source_path == "folder/b.cu");
        CHECK(second.contract_ptx == "contract");
        CHECK(std::strlen(second.ptx.data()) == second.ptx.size());
        CHECK(std::strlen(second.contract_ptx.data()) == second.contract_ptx.size());
    }
    CHECK(read_container(bytes_of(write_container({}))).value().empty());
}

TEST_CASE("a container cut short anywhere is an error", "[container]") {
    const std::string bytes = two_images();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        std::string part = bytes.substr(0, length);
        CAPTURE(length);
        CHECK(!read_container(bytes_of(part)).ok());
        // Also when its header claims the shorter length.
        if (length < sizeof(ContainerHeader)) continue;
        const std::uint64_t total = length;
        std::memcpy(part.data() + offsetof(ContainerHeader, total_bytes), &total, sizeof total);
        CHECK(!read_container(bytes_of(part)).ok());
    }
    CHECK(!read_container(bytes_of(bytes + "12345678")).ok());
}

TEST_CASE("changed bytes of a container never lead outside it", "[container]") {
    const std::string bytes = two_images();
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const int change : {1, 0x80, 0xff}) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ change);
            const auto images = read_container(bytes_of(changed));
            if (!images) continue;
            for (const ImageView& image : *images) {
                const bool inside =
                    image.ptx.data() >= changed.data() &&
                    image.ptx.data() + image.ptx.size() < changed.data() + changed.size();
                CHECK(inside);
            }
        }
    }
    std::string other = bytes;
    other[offsetof(ContainerHeader, version)] = 9;
    CHECK_THAT(read_container(bytes_of(other)).error().message,
               ContainsSubstring("another version"));
    CHECK_THAT(read_embedded_container("not a container at all, but long enough").error().message,
               ContainsSubstring("magic"));
}

TEST_CASE("dependencies are read from make rules as compilers write them", "[dependencies]") {
    CHECK(parse_dependencies("a.o: b.cu \\\n  /usr/include/c.h with\\ blank.h \\\n a$$b.h\n") ==
          std::vector<std::string>{"/usr/include/c.h", "a$b.h", "b.cu", "with blank.h"});
    CHECK(parse_dependencies("a.ptx : b.cu \\\n    c.h\nother: b.cu d.h\n") ==
          std::vector<std::string>{"b.cu", "c.h", "d.h"});
    CHECK(parse_dependencies("").empty());
    CHECK(parse_dependencies("target:\n").empty());
    CHECK(parse_dependencies("a: b\\\r\n c") == std::vector<std::string>{"b", "c"});
    CHECK(parse_dependencies("a: x\\#y.h") == std::vector<std::string>{"x#y.h"});
}

TEST_CASE("messages both halves give are told once", "[compiler_text]") {
    const std::string shared = "a.cu:1:2: warning: first\n  1 | text\n";
    const std::string count = "1 warning generated when compiling for sm_80.\n";
    CHECK(
        merge_messages(shared + count, shared + "1 warning generated when compiling for host.\n") ==
        shared + count);
    const std::string more = "a.cu:9:9: error: host only\na.cu:1:1: note: here\n";
    CHECK(merge_messages(shared, shared + more) == shared + more);
    const std::string chain = "In file included from a.cu:1:\nIn file included from b.h:2:\n"
                              "c.h:3:4: warning: deep\n";
    CHECK(merge_messages(chain, chain) == chain);
    CHECK(merge_messages("", more) == more);
    CHECK(merge_messages(more, "") == more);
    const std::string coloured = "\x1b[1ma.cu:1:2: \x1b[0m\x1b[0;1;35mwarning: \x1b[0mfirst\n";
    CHECK(merge_messages(coloured, coloured) == coloured);
}

TEST_CASE("external functions are found with the line of their first use", "[device_calls]") {
    const std::string ptx = R"(.version 8.0
.extern .func  (.param .b32 func_retval0) _Z4helpf
(
    .param .b32 _Z4helpf_param_0
)
;
.extern .func plain
(
)
;
.visible .func  (.param .b32 func_retval0) _Z5twicef(
    .param .b32 _Z5twicef_param_0
)
{
    .loc    1 7 3
    ret;
}
.weak .func _Z5otherv();
    .loc    2 0 9
    .loc    2 12 9
    call.uni (retval0),
    _Z4helpf,
    .loc    1 3 4
    call.uni plain;
    .file    1 "/home/a b/x.cu"
    .file    2 "/home" "y.h"
)";
    const auto functions = find_external_functions(ptx);
    REQUIRE(functions.size() == 2);
    CHECK(functions[0].name == "_Z4helpf");
    CHECK(functions[0].first_use.file == "/home/y.h");
    CHECK(functions[0].first_use.line == 12);
    CHECK(functions[1].first_use.file == "/home/a b/x.cu");
    CHECK(find_defined_functions(ptx) == std::vector<std::string>{"_Z5twicef"});
    CHECK(!check_device_calls({ptx}).ok());
    CHECK(check_device_calls({ptx, ".visible .func _Z4helpf(\n)\n{\n", ".weak .func plain()\n{\n"})
              .ok());
    CHECK(check_device_calls({".extern .func  (.param .b32 r) vprintf\n(\n)\n;\n"}).ok());
}

TEST_CASE("nvcc's names of internal symbols become clang's", "[nvcc_names]") {
    const std::string hash = "_d68e2b80_4_a_cu__Z1gPi";
    const std::string prefix = "__nv_static_" + std::to_string(hash.size()) + "_" + hash + "_";
    CHECK(rename_internal_symbols(".global .u32 " + prefix + "count;") ==
          ".global .u32 _ZL5count;");
    CHECK(rename_internal_symbols(".entry " + prefix + "_Z4kernPi(") == ".entry _ZL4kernPi(");
    const std::string unnamed = "_GLOBAL__N_" + hash;
    const std::string component = std::to_string(unnamed.size()) + unnamed;
    CHECK(rename_internal_symbols(prefix + "_ZN" + component + "4kernEPi") ==
          "_ZN12_GLOBAL__N_14kernEPi");
    CHECK(rename_internal_symbols("add.s32 %r1, %r2, 3; // __nv_static_9") ==
          "add.s32 %r1, %r2, 3; // __nv_static_9");
}

TEST_CASE("children report how they ended and what they wrote", "[process]") {
    auto outcome = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
    REQUIRE(outcome.ok());
    CHECK(outcome->exit_code == 3);
    CHECK(outcome->output == "out\n");
    CHECK(outcome->errors == "err\n");
    CHECK(run_process({"sh", "-c", "kill -9 $$"})->signal == 9);
    const auto none = run_process({"/nonexistent/program"});
    REQUIRE(!none.ok());
    CHECK_THAT(none.error().message, ContainsSubstring("cannot run /nonexistent/program"));
    CHECK(find_in_path("sh").ends_with("/sh"));
    CHECK(find_in_path("no-such-program-here").empty());
}

TEST_CASE("children read their input, and may end without reading it", "[process]") {
    const std::string long_text(1 << 20, 'x');
    auto counting = Process::start({"wc", "-c"}, Process::Input::piped);
    REQUIRE(counting.ok());
    counting->send_input(long_text);
    CHECK(std::stoul(counting->wait().output) == long_text.size());
    auto deaf = Process::start({"true"}, Process::Input::piped);
    REQUIRE(deaf.ok());
    deaf->send_input(long_text);
    CHECK(deaf->wait().succeeded());
    auto killed = Process::start({"sleep", "100"}, Process::Input::none);
    REQUIRE(killed.ok());
    killed->kill();
    CHECK(killed->wait().signal == 9);
}
