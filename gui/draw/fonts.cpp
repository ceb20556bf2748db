// Finding Inter and JetBrains Mono, and loading them with the em as size.
#include "gui/draw/fonts.h"

#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace warpscope::gui {
namespace {

struct FaceFile {
    const char* names[3]; ///< the same face as distributions name it
    const char* package;
    float height_per_em; ///< ascent and descent together: ImGui's size is that, not the em
};

constexpr FaceFile kFaceFiles[kFaces] = {
    {{"Inter-Regular.otf", "Inter-Regular.ttf", "Inter.ttf"}, "fonts-inter", 1.2102f},
    {{"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "Inter-Bold.ttf"}, "fonts-inter", 1.2102f},
    {{"JetBrainsMono-Regular.ttf", "JetBrainsMono-Regular.otf", nullptr},
     "fonts-jetbrains-mono",
     1.32f},
    {{"JetBrainsMono-Bold.ttf", "JetBrainsMono-Bold.otf", nullptr}, "fonts-jetbrains-mono", 1.32f},
    {{"JetBrainsMono-Italic.ttf", "JetBrainsMono-Italic.otf", nullptr},
     "fonts-jetbrains-mono",
     1.32f},
};

std::vector<std::filesystem::path> font_folders() {
    std::vector<std::filesystem::path> folders;
    if (const char* home = std::getenv("HOME")) {
        folders.push_back(std::filesystem::path(home) / ".local/share/fonts");
        folders.push_back(std::filesystem::path(home) / ".fonts");
    }
    for (const char* root : {"/usr/local/share/fonts", "/usr/share/fonts"})
        for (const char* folder :
             {"", "opentype/inter", "truetype/inter", "truetype/jetbrains-mono", "inter",
              "jetbrains-mono", "TTF", "OTF"})
            folders.push_back(std::filesystem::path(root) / folder);
    return folders;
}

std::filesystem::path find_face(const FaceFile& face) {
    std::error_code ignored;
    for (const std::filesystem::path& folder : font_folders())
        for (const char* name : face.names)
            if (name != nullptr && std::filesystem::is_regular_file(folder / name, ignored))
                return folder / name;
    return {};
}

// Latin, dashes and quotes, ellipsis, arrows, a few signs.
constexpr ImWchar kRanges[] = {0x0020, 0x00FF, 0x2010, 0x2027, 0x2190, 0x2193,
                               0x2260, 0x2265, 0x2713, 0x2713, 0};

} // namespace

Result<Fonts> load_fonts(ImFontAtlas& atlas, float text_scale) {
    atlas.Clear();
    Fonts fonts;
    for (unsigned s = 0; s < kSizes; ++s)
        fonts.em[s] = std::round(kSizeInPixels[s] * text_scale);
    for (unsigned f = 0; f < kFaces; ++f) {
        const std::filesystem::path file = find_face(kFaceFiles[f]);
        if (file.empty())
            return Diagnostic{{kFaceFiles[f].names[0]},
                              "this font is not installed",
                              fmt::format("install the package {}", kFaceFiles[f].package)};
        for (unsigned s = 0; s < kSizes; ++s) {
            ImFontConfig config;
            config.OversampleH = 2;
            config.OversampleV = 1;
            config.PixelSnapH = false;
            const float size = fonts.em[s] * kFaceFiles[f].height_per_em;
            fonts.font[f][s] = atlas.AddFontFromFileTTF(file.c_str(), size, &config, kRanges);
            if (fonts.font[f][s] == nullptr)
                return Diagnostic{{file.string()}, "cannot be read as a font", "install it again"};
        }
    }
    atlas.Build();
    return fonts;
}

} // namespace warpscope::gui
