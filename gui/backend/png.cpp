// PNG through stb_image_write.
#include "gui/backend/png.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

namespace warpscope::gui {

Status write_png(const std::filesystem::path& file, int width, int height,
                 const std::vector<std::uint8_t>& pixels) {
    if (stbi_write_png(file.c_str(), width, height, 3, pixels.data(), width * 3) == 0)
        return Diagnostic{{file.string()}, "cannot be written", "choose another place"};
    return Done{};
}

} // namespace warpscope::gui
