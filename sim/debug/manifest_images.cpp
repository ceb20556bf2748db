// One JSON object for each texture and surface.
#include "sim/debug/manifest_images.h"

#include <bit>

namespace warpscope {
namespace {

constexpr const char* kChannelKinds[] = {"unsigned", "signed", "float"};
constexpr const char* kShapes[] = {"buffer",     "1d",         "2d",   "3d",
                                   "layered-1d", "layered-2d", "cube", "layered-cube"};
constexpr const char* kModes[] = {"wrap", "clamp", "mirror", "border"};

Json to_json(const Image& image) {
    return {{"base", image.base},
            {"channels", image.format.channels},
            {"channel_bits", image.format.bits},
            {"channel_kind", kChannelKinds[static_cast<unsigned>(image.format.kind)]},
            {"shape", kShapes[static_cast<unsigned>(image.shape)]},
            {"width", image.width},
            {"height", image.height},
            {"depth", image.depth},
            {"row_bytes", image.row_bytes},
            {"slice_bytes", image.slice_bytes}};
}

Json to_json(const Sampler& sampler) {
    Json modes = Json::array(), border = Json::array();
    for (AddressMode mode : sampler.address)
        modes.push_back(kModes[static_cast<unsigned>(mode)]);
    for (float colour : sampler.border)
        border.push_back(std::bit_cast<std::uint32_t>(colour));
    return {{"address", modes},
            {"linear", sampler.linear},
            {"normalized_coordinates", sampler.normalized_coordinates},
            {"normalized_float", sampler.normalized_float},
            {"srgb", sampler.srgb},
            {"seamless_cube", sampler.seamless_cube},
            {"border_bits", border}};
}

Image read_image(JsonReader& json, const Json& from) {
    Image image;
    image.base = json.number(from, "base");
    image.format.channels = static_cast<std::uint8_t>(json.number(from, "channels", 4));
    image.format.bits = static_cast<std::uint8_t>(json.number(from, "channel_bits", 32));
    image.format.kind = static_cast<ChannelFormat::Kind>(
        json.word(from, "channel_kind", {"unsigned", "signed", "float"}));
    image.shape = static_cast<ImageShape>(json.word(
        from, "shape",
        {"buffer", "1d", "2d", "3d", "layered-1d", "layered-2d", "cube", "layered-cube"}));
    image.width = static_cast<std::uint32_t>(json.number(from, "width", UINT32_MAX));
    image.height = static_cast<std::uint32_t>(json.number(from, "height", UINT32_MAX));
    image.depth = static_cast<std::uint32_t>(json.number(from, "depth", UINT32_MAX));
    image.row_bytes = json.number(from, "row_bytes");
    image.slice_bytes = json.number(from, "slice_bytes");
    if (!json.ok()) return image;
    if (const std::string problem = image.problem(); !problem.empty())
        json.fail("a texture or surface is impossible: " + problem);
    return image;
}

Sampler read_sampler(JsonReader& json, const Json& from) {
    Sampler sampler;
    const Json& modes = json.array(from, "address");
    const Json& border = json.array(from, "border_bits");
    if (json.ok() && (modes.size() != 3 || border.size() != 4))
        json.fail("a sampler has three address modes and four border channels");
    for (unsigned k = 0; json.ok() && k < 3; ++k)
        sampler.address[k] = static_cast<AddressMode>(
            json.word(Json{{"mode", modes[k]}}, "mode", {"wrap", "clamp", "mirror", "border"}));
    for (unsigned k = 0; json.ok() && k < 4; ++k)
        sampler.border[k] = std::bit_cast<float>(static_cast<std::uint32_t>(
            json.number(Json{{"border", border[k]}}, "border", UINT32_MAX)));
    sampler.linear = json.truth(from, "linear");
    sampler.normalized_coordinates = json.truth(from, "normalized_coordinates");
    sampler.normalized_float = json.truth(from, "normalized_float");
    sampler.srgb = json.truth(from, "srgb");
    sampler.seamless_cube = json.truth(from, "seamless_cube");
    return sampler;
}

} // namespace

void write_objects(const ObjectTable& objects, Json& root) {
    if (objects.next() == ObjectTable::kFirst) return;
    Json textures = Json::array(), surfaces = Json::array();
    for (const auto& [handle, texture] : objects.textures())
        textures.push_back({{"handle", handle},
                            {"image", to_json(texture.image)},
                            {"sampler", to_json(texture.sampler)}});
    for (const auto& [handle, surface] : objects.surfaces())
        surfaces.push_back({{"handle", handle}, {"image", to_json(surface.image)}});
    root["textures"] = textures;
    root["surfaces"] = surfaces;
    root["next_handle"] = objects.next();
}

void read_objects(JsonReader& json, const Json& root, ObjectTable& objects) {
    if (!json.ok() || !root.contains("next_handle")) return;
    const auto add = [&](const Json& from, const auto& object) {
        const std::uint64_t handle = json.number(from, "handle", UINT64_MAX - 1);
        if (json.ok() && (handle == 0 || !objects.create_at(handle, object)))
            json.fail("two textures or surfaces have the handle " + std::to_string(handle));
    };
    for (const Json& t : json.array(root, "textures")) {
        TextureObject texture = {read_image(json, json.object(t, "image")),
                                 read_sampler(json, json.object(t, "sampler"))};
        add(t, texture);
        if (!json.ok()) return;
    }
    for (const Json& s : json.array(root, "surfaces")) {
        add(s, SurfaceObject{read_image(json, json.object(s, "image"))});
        if (!json.ok()) return;
    }
    objects.skip_to(json.number(root, "next_handle"));
}

} // namespace warpscope
