// A second object file with the container and a constructor, joined to the first.
#include "runtime/compile/registration_object.h"

#include <fmt/format.h>

#include "runtime/compile/files.h"
#include "runtime/compile/process.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

// The section and the wrapper are those clang makes; 0x466243b1 marks a wrapper.
constexpr std::string_view source_text = R"(
extern "C" void** __cudaRegisterFatBinary(void*);
extern "C" void __cudaRegisterFatBinaryEnd(void**);
asm(".pushsection .nv_fatbin,\"a\"\n.balign 8\nws_container:\n.incbin \"{}\"\n.popsection\n");
extern const char ws_container[] __attribute__((visibility("hidden")));
static struct {{
    int magic, version;
    const void* data;
    void* unused;
}} wrapper __attribute__((section(".nvFatBinSegment"))) = {{0x466243b1, 1, ws_container, 0}};
__attribute__((constructor)) static void register_container() {{
    __cudaRegisterFatBinaryEnd(__cudaRegisterFatBinary(&wrapper));
}}
)";

/// For a string in a string: each level takes one layer of backslashes.
std::string escaped(const fs::path& file) {
    std::string text;
    for (const char c : file.string()) {
        if (c == '"' || c == '\\') text += c == '"' ? R"(\\\)" : R"(\\\\)";
        if (c != '\\') text.push_back(c);
    }
    return text;
}

Status run(const Arguments& arguments, const fs::path& object) {
    const Result<ProcessOutcome> outcome = run_process(arguments);
    if (!outcome) return outcome.error();
    if (outcome->succeeded()) return Done{};
    return file_error(object,
                      "cannot add the registration of its device functions: " + outcome->errors);
}

} // namespace

Status ensure_registration(const Setting& setting, const fs::path& object,
                           std::string_view container) {
    const Result<std::string> bytes = read_file(object);
    if (!bytes) return bytes.error();
    if (bytes->find(".nv_fatbin") != std::string::npos) return Done{};

    const fs::path folder = object.parent_path();
    const fs::path data = folder / "container", source = folder / "registration.cpp";
    const fs::path second = folder / "registration.o", joined = folder / "joined.o";
    if (Status s = write_file(data, container); !s) return s;
    if (Status s = write_file(source, fmt::format(source_text, escaped(data))); !s) return s;
    const std::string& clang = setting.toolchain.clang;
    if (Status s = run({clang, "-O1", "-c", source.string(), "-o", second.string()}, object); !s)
        return s;
    if (Status s =
            run({clang, "-r", "-nostdlib", object.string(), second.string(), "-o", joined.string()},
                object);
        !s)
        return s;
    return place_copy(joined, object);
}

} // namespace warpscope::compile
