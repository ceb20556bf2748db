// Tests the arguments of kernels that are run without a host program.
#include "sim/debug/ptx_arguments.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/catch.h"

using namespace warpscope;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string shown(const std::string& text) {
    const auto argument = parse_ptx_argument(text);
    if (!argument) return "error: " + argument.error().message;
    return elements_text(argument->type, argument->bytes);
}

} // namespace

TEST_CASE("arguments: scalars of every type", "[ptx_arguments]") {
    CHECK(shown("u8:255") == "255");
    CHECK(shown("s8:-128") == "-128");
    CHECK(shown("u16:65535") == "65535");
    CHECK(shown("s32:-7") == "-7");
    CHECK(shown("u64:18446744073709551615") == "18446744073709551615");
    CHECK(shown("s64:-9223372036854775808") == "-9223372036854775808");
    CHECK(shown("f32:1.5") == "1.5");
    CHECK(shown("f64:-1e300") == "-1e+300");
    CHECK(shown("f32:inf") == "inf");
    CHECK(shown("f32:0x3f800000") == "1");
    CHECK(shown("s32:0xffffffff") == "-1");
    CHECK(parse_ptx_argument("n=u32:7")->name == "n");
    CHECK(parse_ptx_argument("u32:7")->kind == PtxArgument::Kind::Scalar);
    CHECK(parse_ptx_argument("u16:7")->bytes.size() == 2);
}

TEST_CASE("arguments: values that do not fit are refused", "[ptx_arguments]") {
    for (const char* wrong :
         {"u8:256", "u8:-1", "s8:128", "s8:-129", "u32:4294967296", "u32:1.5", "u32:", "u8:0x100",
          "u64:18446744073709551616", "f32:abc", "u32:7x", "u32: 7"}) {
        INFO(wrong);
        CHECK_THAT(shown(wrong), ContainsSubstring("error: argument"));
    }
    CHECK(shown("u8:256") == "error: argument \"u8:256\": \"256\" is no u8");
}

TEST_CASE("arguments: buffers", "[ptx_arguments]") {
    CHECK(shown("zeros:f32:3") == "0 0 0");
    CHECK(shown("iota:u32:4") == "0 1 2 3");
    CHECK(shown("iota:f64:3") == "0 1 2");
    CHECK(shown("out=iota:u8:3") == "0 1 2");
    CHECK(shown("values:s32:1,-2,0x10") == "1 -2 16");
    CHECK(shown("random:u32:4:1") == shown("random:u32:4:1"));
    CHECK(shown("random:u32:4:1") != shown("random:u32:4:2"));
    const auto random = parse_ptx_argument("random:f32:1000:3");
    for (unsigned i = 0; i < 1000; ++i) {
        float value = 0;
        std::memcpy(&value, random->bytes.data() + 4 * i, 4);
        CHECK((value >= 0 && value < 1));
    }
}

TEST_CASE("arguments: what cannot be read says why", "[ptx_arguments]") {
    CHECK_THAT(shown("seven"), ContainsSubstring("there is no colon"));
    CHECK_THAT(shown(""), ContainsSubstring("there is no colon"));
    CHECK_THAT(shown("int:7"), ContainsSubstring("\"int\" is no type and no kind of buffer"));
    CHECK_THAT(shown("zeros:int:7"), ContainsSubstring("\"int\" is no type"));
    CHECK_THAT(shown("zeros:f32"), ContainsSubstring("zeros takes 2 parts"));
    CHECK_THAT(shown("random:f32:4"), ContainsSubstring("random takes 3 parts"));
    CHECK_THAT(shown("zeros:f32:0"), ContainsSubstring("\"0\" is no number of elements"));
    CHECK_THAT(shown("zeros:f32:-1"), ContainsSubstring("is no number of elements"));
    CHECK_THAT(shown("zeros:f64:99999999999999"), ContainsSubstring("is no number of elements"));
    CHECK_THAT(shown("random:f32:4:x"), ContainsSubstring("\"x\" is no seed"));
    CHECK_THAT(shown("values:u32:1,,2"), ContainsSubstring("\"\" is no u32"));
    CHECK_THAT(shown("=u32:7"), ContainsSubstring("the name before `=` is empty"));
    CHECK_THAT(shown("file:/nonexistent"), ContainsSubstring("there is no file /nonexistent"));
    CHECK_THAT(shown("pred:1"), ContainsSubstring("is no type"));
}

TEST_CASE("arguments: files keep their bytes", "[ptx_arguments]") {
    const auto path = std::filesystem::temp_directory_path() / "warpscope_argument=1:2.bin";
    std::ofstream(path, std::ios::binary) << std::string("\x01\x00\xff", 3);
    const auto argument = parse_ptx_argument("data=file:" + path.string());
    std::filesystem::remove(path);
    REQUIRE(argument.ok());
    CHECK(argument->name == "data");
    CHECK(argument->bytes == std::vector<std::uint8_t>{1, 0, 255});
}

TEST_CASE("arguments: what to print", "[ptx_arguments]") {
    CHECK(parse_ptx_print("out")->name == "out");
    CHECK(parse_ptx_print("out")->type == Type::None);
    CHECK(parse_ptx_print("out:f32")->type == Type::F32);
    CHECK(parse_ptx_print("out:f32:16")->count == 16);
    for (const char* wrong : {"", ":f32", "out:int", "out:f32:0", "out:f32:x", "out:f32:1:2"}) {
        INFO(wrong);
        CHECK(!parse_ptx_print(wrong).ok());
    }
}
