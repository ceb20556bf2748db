// Tests that GPU descriptions are read, checked field by field, and written back.
#include "sim/gpu/gpu_presets.h"

#include <fstream>

#include "sim/gpu/gpu_fields.h"
#include "tests/catch.h"
#include "warpscope_paths.h"

using namespace warpscope;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::filesystem::path kPresets = std::filesystem::path(WARPSCOPE_ASSETS_DIR) / "gpus";

/// The H200's text with one piece replaced.
std::string altered(const std::string& from, const std::string& to) {
    std::string text = to_toml(default_gpu());
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

Diagnostic error_of(const std::string& text) {
    const Result<GpuSpec> result = parse_gpu(text, "my.toml");
    REQUIRE(!result.ok());
    return result.error();
}

} // namespace

TEST_CASE("gpu: the compiled-in preset equals the file", "[gpu]") {
    const Result<GpuSpec> file = load_gpu(kPresets / "h200.toml");
    REQUIRE(file.ok());
    CHECK(to_toml(*file) == to_toml(default_gpu()));
    CHECK(*file == default_gpu());
}

TEST_CASE("gpu: every preset is read, and its id is its file name", "[gpu]") {
    const auto all = list_gpus(kPresets);
    REQUIRE(all.ok());
    CHECK(all->size() >= 4);
    for (const GpuSpec& gpu : *all) {
        INFO(gpu.id);
        const auto found = find_gpu(gpu.id, kPresets);
        REQUIRE(found.ok());
        CHECK(*found == gpu);
        const auto again = parse_gpu(to_toml(gpu), "text");
        REQUIRE(again.ok());
        CHECK(*again == gpu);
    }
}

TEST_CASE("gpu: presets say what each number comes from", "[gpu]") {
    for (const auto& entry : std::filesystem::directory_iterator(kPresets)) {
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) {
            if (line.find('=') == std::string::npos || line.starts_with("#")) continue;
            INFO(entry.path().string() << ": " << line);
            const bool is_label = line.starts_with("id =");
            CHECK((is_label || line.find("# [") != std::string::npos));
        }
    }
}

TEST_CASE("gpu: names are found without regard to case, and files by path", "[gpu]") {
    CHECK(find_gpu("H200", kPresets)->id == "h200");
    CHECK(find_gpu((kPresets / "a100.toml").string(), kPresets)->id == "a100");

    const auto unknown = find_gpu("b1000", kPresets);
    REQUIRE(!unknown.ok());
    CHECK(unknown.error().message == "no GPU named \"b1000\"");
    CHECK_THAT(unknown.error().hint, ContainsSubstring("a100, h100, h200"));

    const auto no_file = find_gpu("./none.toml", kPresets);
    REQUIRE(!no_file.ok());
    CHECK(no_file.error().message == "there is no such file");
    CHECK(!find_gpu("../gpus/h200", kPresets).ok());
    CHECK(!find_gpu("", kPresets).ok());
    CHECK(!find_gpu(kPresets.string(), kPresets).ok());
}

TEST_CASE("gpu: without a folder of presets the default remains", "[gpu]") {
    CHECK(find_gpu("h200", "/nonexistent").ok());
    CHECK(!find_gpu("a100", "/nonexistent").ok());
    CHECK(!list_gpus("/nonexistent").ok());
}

TEST_CASE("gpu: each missing field is named", "[gpu]") {
    for (const GpuField& field : gpu_fields()) {
        const std::string name(field.name);
        const std::string line = "\n" + name + " = " + std::to_string(get(default_gpu(), field));
        const Diagnostic error = error_of(altered(line, ""));
        CHECK(error.message == "the field \"" + name + "\" is missing");
        CHECK_THAT(error.hint, ContainsSubstring(name + " = "));
    }
    CHECK(error_of(altered("id = \"h200\"\n", "")).message == "the field \"id\" is missing");
}

TEST_CASE("gpu: wrong types are refused at their place", "[gpu]") {
    const Diagnostic text = error_of(altered("sm_count = 132", "sm_count = \"132\""));
    CHECK(text.message == "\"sm_count\" must be a whole number");
    CHECK(text.where.file == "my.toml");
    CHECK(text.where.line == 5);
    CHECK(text.where.column == 12);
    CHECK(error_of(altered("sm_count = 132", "sm_count = 1.5")).message == text.message);
    CHECK(error_of(altered("sm_count = 132", "sm_count = [132]")).message == text.message);
    CHECK(error_of(altered("id = \"h200\"", "id = 7")).message ==
          "\"id\" must be a text that is not empty");
    CHECK(error_of(altered("id = \"h200\"", "id = \"\"")).where.line == 1);
}

TEST_CASE("gpu: numbers out of range are refused", "[gpu]") {
    CHECK(error_of(altered("sm_count = 132", "sm_count = 0")).message ==
          "\"sm_count\" must lie between 1 and 1024, not 0");
    CHECK(error_of(altered("sm_count = 132", "sm_count = -3")).message ==
          "\"sm_count\" must lie between 1 and 1024, not -3");
    CHECK(error_of(altered("warp_size = 32", "warp_size = 64")).message ==
          "\"warp_size\" must be 32, not 64");
    CHECK(!parse_gpu(altered("sm_count = 132", "sm_count = 99999999999999999999"), "x").ok());
}

TEST_CASE("gpu: unknown fields are refused with the nearest name", "[gpu]") {
    const Diagnostic error = error_of(altered("sm_count = 132", "sm_counts = 132"));
    CHECK(error.message == "unknown field \"sm_counts\"");
    CHECK(error.hint == "did you mean \"sm_count\"?");
    CHECK(error.where.line == 5);
    CHECK(error.where.column == 1);
    CHECK_THAT(error_of(altered("sm_count = 132", "[tables]\nx = 1")).message,
               ContainsSubstring("unknown field \"tables\""));
}

TEST_CASE("gpu: contradictions are refused", "[gpu]") {
    CHECK_THAT(
        error_of(altered("shared_bytes_per_block = 49152", "shared_bytes_per_block = 999999"))
            .message,
        ContainsSubstring("is larger than \"shared_bytes_per_block_optin\" (232448)"));
    CHECK_THAT(error_of(altered("max_warps_per_sm = 64", "max_warps_per_sm = 16")).message,
               ContainsSubstring("a block of 1024 threads does not fit"));
}

TEST_CASE("gpu: broken TOML is refused with its place", "[gpu]") {
    const Diagnostic error = error_of("id = \"x\"\nname = = 3\n");
    CHECK(error.where.line == 2);
    CHECK(!error.message.empty());
    CHECK(error_of("").message == "the field \"id\" is missing");
    CHECK(!parse_gpu(std::string("\0\1\2", 3), "binary").ok());
    CHECK(!parse_gpu("id = \"a\"\nid = \"b\"", "twice").ok());
}

TEST_CASE("gpu: texts survive the way through TOML", "[gpu]") {
    GpuSpec gpu = default_gpu();
    gpu.name = "a \"quoted\" \\ name\nin two lines";
    CHECK(parse_gpu(to_toml(gpu), "text")->name == gpu.name);
}

TEST_CASE("a GPU description beyond ASCII is refused at its place", "[gpu]") {
    const auto read = parse_gpu("id = \"x\"\nname = \"caf\xC3\xA9\"\n", "g.toml");
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().where.line == 2);
    CHECK(read.error().where.column == 12);
    CHECK(read.error().message == "GPU descriptions are plain ASCII text");
}
