// Reads what a case says of a texture or surface.
#include "tests/ptx_runner/image_argument.h"

#include <map>
#include <sstream>

namespace warpscope::cases {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);)
        parts.push_back(part);
    return parts;
}

bool read_format(const std::string& text, ChannelFormat& format) {
    const std::vector<std::string> parts = split(text, 'x');
    if (parts.size() != 2 || parts[0].size() < 2) return false;
    format.kind = parts[0][0] == 'f'   ? ChannelFormat::Kind::Float
                  : parts[0][0] == 's' ? ChannelFormat::Kind::Signed
                                       : ChannelFormat::Kind::Unsigned;
    format.bits = static_cast<std::uint8_t>(std::stoul(parts[0].substr(1)));
    format.channels = static_cast<std::uint8_t>(std::stoul(parts[1]));
    return format.is_valid();
}

/// `wrap`, `clamp`, `mirror` and `border=V` hold for all axes.
bool read_option(const std::string& text, Sampler& sampler) {
    static const std::map<std::string, AddressMode> modes = {{"wrap", AddressMode::Wrap},
                                                             {"clamp", AddressMode::Clamp},
                                                             {"mirror", AddressMode::Mirror}};
    if (const auto mode = modes.find(text); mode != modes.end())
        sampler.address.fill(mode->second);
    else if (text == "linear")
        sampler.linear = true;
    else if (text == "normalized")
        sampler.normalized_coordinates = true;
    else if (text == "fraction")
        sampler.normalized_float = true;
    else if (text.rfind("border=", 0) == 0) {
        sampler.address.fill(AddressMode::Border);
        sampler.border.fill(std::stof(text.substr(7)));
    } else {
        return text == "point";
    }
    return true;
}

} // namespace

std::optional<ImageArgument> read_image_argument(const std::vector<std::string>& parts) {
    static const std::map<std::string, ImageShape> shapes = {
        {"buffer", ImageShape::Buffer},   {"1d", ImageShape::OneD},
        {"2d", ImageShape::TwoD},         {"3d", ImageShape::ThreeD},
        {"a1d", ImageShape::LayeredOneD}, {"a2d", ImageShape::LayeredTwoD},
        {"cube", ImageShape::Cube},       {"acube", ImageShape::LayeredCube}};
    ImageArgument result;
    if (parts.size() < 4 || shapes.count(parts[1]) == 0) return std::nullopt;
    result.is_surface = parts[0] == "surface";
    ChannelFormat format;
    if (!read_format(parts[2], format)) return std::nullopt;
    std::uint32_t extent[3] = {1, 1, 1};
    const std::vector<std::string> extents = split(parts[3], 'x');
    for (std::size_t a = 0; a < extents.size() && a < 3; ++a)
        extent[a] = static_cast<std::uint32_t>(std::stoul(extents[a]));
    result.texture.image =
        packed_image(0, format, shapes.at(parts[1]), extent[0], extent[1], extent[2]);
    if (parts.size() > 4)
        for (const std::string& option : split(parts[4], ','))
            if (!read_option(option, result.texture.sampler)) return std::nullopt;
    return result.texture.image.problem().empty() ? std::optional(result) : std::nullopt;
}

} // namespace warpscope::cases
