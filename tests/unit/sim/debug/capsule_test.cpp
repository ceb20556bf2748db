// Tests of capsules: what is written is read back, a replay is the launch, and damage is told and
// never believed.
#include "sim/debug/capsule.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sim/debug/capture.h"
#include "sim/debug/manifest.h"
#include "sim/debug/session.h"
#include "sim/memory/allocation_events.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
using namespace warpscope::test;
namespace fs = std::filesystem;

namespace {

std::string read_text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write_text(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

/// Runs the launch as the runtime library does and returns its folder.
fs::path capture(PreparedLaunch& launch, const fs::path& directory) {
    CaptureWriter writer(directory);
    auto folder = writer.begin(launch.request, launch.gpu, *launch.memory, launch.options);
    if (!folder) FAIL(to_string(folder.error()));
    const LaunchResult result =
        run_launch(launch.request, launch.gpu, *launch.memory, launch.options, {&writer});
    REQUIRE(writer.end(*folder, result, *launch.memory).ok());
    return *folder;
}

Capsule read(const fs::path& folder) {
    auto capsule = read_capsule(folder);
    if (!capsule) FAIL(to_string(capsule.error()));
    return std::move(*capsule);
}

/// The message about a damaged capsule.
std::string complaint(const fs::path& folder) {
    auto capsule = read_capsule(folder);
    REQUIRE_FALSE(capsule.ok());
    return to_string(capsule.error());
}

std::string replace(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

} // namespace

TEST_CASE("a replayed capsule does what the launch did", "[capsule]") {
    for (const char* kernel : {"reverse", "count", "queue", "far", "wide"}) {
        INFO(kernel);
        TemporaryFolder folder;
        PreparedLaunch launch = small_launch(kernel, {2}, {32});
        launch.options.seed = 7;
        const fs::path at = capture(launch, folder.path);
        CHECK(at == folder.path / "launch-0001");
        const Capsule capsule = read(at);
        REQUIRE(capsule.expected.has_value());
        auto session = Session::open(capsule);
        if (!session) FAIL(to_string(session.error()));
        (*session)->run_to_end();
        CHECK((*session)->result().outcome == capsule.expected->outcome);
        CHECK((*session)->position() == capsule.expected->warp_instructions);
        CHECK((*session)->memory_hash() == capsule.expected->memory);
        CHECK((*session)->memory_hash() == launch.memory->content_hash());
        CHECK((*session)->options().seed == 7);
    }
}

TEST_CASE("a capsule is read as it was written", "[capsule]") {
    TemporaryFolder folder;
    PreparedLaunch launch = small_launch("reverse", {3, 1, 1}, {32}, 96);
    launch.request.id = 12345;
    launch.request.stream = 3;
    launch.request.dynamic_shared_bytes = 40;
    launch.request.stack_limit_bytes = 2048;
    launch.request.grid_workspace =
        launch.memory->allocate(kGridWorkspaceBytes, AllocationKind::Workspace)->base;
    launch.options.divergence = DivergenceModel::Stack;
    launch.options.max_instructions = 999;
    launch.gpu.sm_count = 7;
    const Allocation* big =
        launch.memory->allocate(3 * kCapsulePageBytes + 5, AllocationKind::Managed, "big");
    launch.memory->fill(big->base, 0, 2 * kCapsulePageBytes);
    launch.memory->find(big->base)->allocated_at = {"/somewhere/a.cu", 12, 0};
    Capsule capsule = make_capsule(launch.request, launch.gpu, *launch.memory, launch.options);
    capsule.copies = {{HostCopyEvent::Direction::Fill, 100, 0, 7, 2}};
    capsule.freed = {{kGlobalBase, 64, 9, {"/somewhere/b.cu", 4, 0}}, {kGlobalBase, 32, 10}};
    capsule.sources = {{"/somewhere/a.cu", "line one\nline two\n"}};
    capsule.contract_ptx = "// contract";
    const auto at = write_capsule(capsule, folder.path);
    REQUIRE(at.ok());
    CHECK(at->filename() == "launch-12345");

    const Capsule again = read(*at);
    CHECK(manifest_text(again) == manifest_text(capsule));
    CHECK(again.ptx == kSmallModule);
    CHECK(again.contract_ptx == "// contract");
    CHECK(again.gpu == launch.gpu);
    CHECK(again.parameters == launch.request.parameters);
    CHECK(again.grid_workspace == launch.request.grid_workspace);
    CHECK(again.divergence == DivergenceModel::Stack);
    CHECK(again.sources[0].text == "line one\nline two\n");
    CHECK(again.symbols.size() == 3);
    CHECK_FALSE(again.expected.has_value());
    const auto& pages = again.memory.back().pages;
    REQUIRE(pages.size() == 3);
    CHECK(pages[0].content == PageRun::Content::Zero);
    CHECK(pages[0].count == 2);
    CHECK(pages[1].content == PageRun::Content::Poison);
    auto prepared = prepare_launch(again);
    if (!prepared) FAIL(to_string(prepared.error()));
    CHECK(prepared->memory->content_hash() == launch.memory->content_hash());
    CHECK(prepared->request.cooperative());
    const Allocation* sited = prepared->memory->find(big->base);
    CHECK(sited->allocated_at.file == "/somewhere/a.cu");
    CHECK(sited->allocated_at.line == 12);
    CHECK(again.freed[0].allocated_at.line == 4);
    CHECK(again.freed[1].allocated_at.line == 0);
}

TEST_CASE("launches of one run share their stores", "[capsule]") {
    TemporaryFolder folder;
    PreparedLaunch launch = small_launch("wide", {1}, {32});
    capture(launch, folder.path);
    const auto files = [&](const char* store) {
        return std::distance(fs::directory_iterator(folder.path / store), fs::directory_iterator());
    };
    const auto pages = files("pages"), texts = files("texts");
    launch.request.id = 2;
    capture(launch, folder.path);
    launch.request.id = 3;
    capture(launch, folder.path); // the same as the second
    CHECK(files("texts") == texts);
    CHECK(files("pages") == pages + 1);
    CHECK(list_capsules(folder.path).size() == 3);
    CHECK_THAT(complaint(folder.path), Catch::Matchers::ContainsSubstring("3 capsules"));
}

TEST_CASE("a launch folder with stores of its own can be moved", "[capsule]") {
    TemporaryFolder folder, elsewhere;
    PreparedLaunch launch = small_launch("reverse", {2}, {32});
    const fs::path at = capture(launch, folder.path);
    fs::copy(at, elsewhere.path, fs::copy_options::recursive);
    for (const char* store : {"pages", "texts"})
        fs::copy(folder.path / store, elsewhere.path / store, fs::copy_options::recursive);
    CHECK(read_capsule(elsewhere.path).ok());
    CHECK(read_capsule(elsewhere.path / "manifest.json").ok());
}

TEST_CASE("a late access is still explained in a replay", "[capsule]") {
    TemporaryFolder folder;
    PreparedLaunch launch = small_launch("reverse", {1}, {32});
    const Address out = output_of(launch.request);
    CaptureWriter writer(folder.path);
    Allocation* a = launch.memory->find(out);
    a->allocated_at = {"small.cu", 8, 0};
    writer.on_free(free_event(*a));
    launch.memory->release(out);
    const auto at = writer.begin(launch.request, launch.gpu, *launch.memory, launch.options);
    REQUIRE(at.ok());
    auto session = Session::open(read(*at));
    REQUIRE(session.ok());
    REQUIRE((*session)->memory().nearest(out).freed != nullptr);
    CHECK((*session)->memory().nearest(out).freed->allocated_at.line == 8);
    (*session)->run_to_end();
    const LaunchResult result =
        run_launch(launch.request, launch.gpu, *launch.memory, launch.options, {});
    CHECK((*session)->result().outcome == LaunchOutcome::Fault);
    CHECK((*session)->result().fault.kind == result.fault.kind);
}

TEST_CASE("damaged capsules are refused with a reason", "[capsule]") {
    TemporaryFolder folder;
    PreparedLaunch launch = small_launch("reverse", {2}, {32});
    launch.memory->find(output_of(launch.request))->allocated_at = {"small.cu", 8, 0};
    const fs::path at = capture(launch, folder.path);
    const std::string manifest = read_text(at / "manifest.json");
    const auto complain = [&](const std::string& text) {
        write_text(at / "manifest.json", text);
        return complaint(at);
    };
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(complain(manifest.substr(0, manifest.size() / 2)), ContainsSubstring("not JSON"));
    CHECK_THAT(complain(""), ContainsSubstring("not JSON"));
    CHECK_THAT(complain("[]"), ContainsSubstring("no object"));
    CHECK_THAT(complain(replace(manifest, "\"file\": \"small.cu\",", "")),
               ContainsSubstring("'file'"));
    CHECK_THAT(complain(replace(manifest, "\"line\": 8", "\"line\": -8")),
               ContainsSubstring("'line'"));
    CHECK_THAT(complain("{\"a\": 1}"), ContainsSubstring("no capsule"));
    CHECK_THAT(complain(replace(manifest, "\"version\": 1", "\"version\": 77")),
               ContainsSubstring("version 77"));
    CHECK_THAT(complain(replace(manifest, "\"kernel\"", "\"kernal\"")),
               ContainsSubstring("'kernel' is missing"));
    CHECK_THAT(complain(replace(manifest, "\"size\": 256", "\"size\": 70000")),
               ContainsSubstring("256 bytes instead of"));
    CHECK_THAT(complain(replace(manifest, "\"pages\": [", "\"pages\": [\"zero\",")),
               ContainsSubstring("no run of"));
    CHECK_THAT(complain(replace(manifest, "\"size\": 256", "\"size\": -1")),
               ContainsSubstring("'size' should be"));
    CHECK_THAT(complain(replace(manifest, "\"volta\"", "\"other\"")),
               ContainsSubstring("known are volta, stack"));
    write_text(at / "manifest.json", manifest);
    CHECK(read_capsule(at).ok());

    write_text(at / "outcome.json", "{");
    CHECK_THAT(complaint(at), ContainsSubstring("outcome.json"));
    fs::remove(at / "outcome.json");
    CHECK(read_capsule(at).ok());

    for (const auto& page : fs::directory_iterator(folder.path / "pages"))
        write_text(page.path(), "changed");
    CHECK_THAT(complaint(at), ContainsSubstring("is not what its name says"));
    fs::remove_all(folder.path / "pages");
    CHECK_THAT(complaint(at), ContainsSubstring("no such file"));
    CHECK_THAT(complaint(folder.path / "nowhere"), ContainsSubstring("no such folder"));
    TemporaryFolder empty;
    CHECK_THAT(complaint(empty.path), ContainsSubstring("no manifest.json"));
}

TEST_CASE("a capsule whose parts do not fit together does not open", "[capsule]") {
    PreparedLaunch launch = small_launch("reverse", {2}, {32});
    const Capsule good = make_capsule(launch.request, launch.gpu, *launch.memory, launch.options);
    REQUIRE(prepare_launch(good).ok());
    Capsule bad = good;
    bad.kernel = "nothing";
    CHECK_FALSE(prepare_launch(bad).ok());
    bad = good;
    bad.ptx = ".version 8.0 nonsense";
    CHECK_FALSE(prepare_launch(bad).ok());
    bad = good;
    bad.memory[1].base = bad.memory[0].base;
    CHECK_FALSE(prepare_launch(bad).ok());
    bad = good;
    bad.memory.back().size = std::uint64_t{1} << 47;
    CHECK_FALSE(prepare_launch(bad).ok());
    bad = good;
    bad.symbols["scale"] = 12345;
    CHECK_FALSE(prepare_launch(bad).ok());
    bad = good;
    bad.parameters.pop_back();
    CHECK_FALSE(prepare_launch(bad).ok());
}

TEST_CASE("textures and surfaces are part of a capsule", "[capsule]") {
    using Catch::Matchers::ContainsSubstring;
    TemporaryFolder folder;
    PreparedLaunch launch = small_launch("reverse", {2}, {32});
    const Allocation* array = launch.memory->allocate(64, AllocationKind::Array, "array");
    REQUIRE(launch.memory->fill(array->base, 7, 64));
    TextureObject texture;
    texture.image = packed_image(array->base, {}, ImageShape::TwoD, 4, 4, 1);
    texture.sampler.address = {AddressMode::Wrap, AddressMode::Border, AddressMode::Mirror};
    texture.sampler.linear = texture.sampler.normalized_coordinates = true;
    texture.sampler.border = {0.1f, -0.0f, 3e38f, 1};
    ObjectTable& objects = launch.memory->objects();
    objects.destroy_texture(objects.create(texture));
    objects.create(texture);
    objects.create(SurfaceObject{texture.image});
    const fs::path at = capture(launch, folder.path);
    const Capsule capsule = read(at);
    CHECK(capsule.objects.textures() == objects.textures());
    CHECK(capsule.objects.surfaces() == objects.surfaces());
    CHECK(capsule.objects.is_past(ObjectTable::kFirst));
    const Result<PreparedLaunch> replay = prepare_launch(capsule);
    REQUIRE(replay.ok());
    CHECK(replay->memory->objects().textures() == objects.textures());
    CHECK(replay->memory->find(array->base)->kind == AllocationKind::Array);

    const std::string manifest = read_text(at / "manifest.json");
    write_text(at / "manifest.json", replace(manifest, "\"shape\": \"2d\"", "\"shape\": \"5d\""));
    CHECK_THAT(complaint(at), ContainsSubstring("'shape'"));
    write_text(at / "manifest.json", replace(manifest, "\"row_bytes\": 16", "\"row_bytes\": 3"));
    CHECK_THAT(complaint(at), ContainsSubstring("rows overlap"));
    write_text(at / "manifest.json",
               replace(manifest, std::to_string(ObjectTable::kFirst + 1), "0"));
    CHECK_THAT(complaint(at), ContainsSubstring("handle"));
}
