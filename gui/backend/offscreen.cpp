// A framebuffer object; its functions are not in the oldest OpenGL, so they are asked for by name.
#include "gui/backend/offscreen.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <GLFW/glfw3.h>

#include <algorithm>

namespace warpscope::gui {
namespace {

template<class Function>
Function load(const char* name) {
    return reinterpret_cast<Function>(glfwGetProcAddress(name));
}

} // namespace

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
    const auto gen_frames = load<PFNGLGENFRAMEBUFFERSPROC>("glGenFramebuffers");
    const auto bind_frame = load<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
    const auto attach = load<PFNGLFRAMEBUFFERTEXTURE2DPROC>("glFramebufferTexture2D");
    const auto check = load<PFNGLCHECKFRAMEBUFFERSTATUSPROC>("glCheckFramebufferStatus");
    if (!gen_frames || !bind_frame || !attach || !check ||
        !load<PFNGLBLITFRAMEBUFFERPROC>("glBlitFramebuffer")) {
        status_ = Diagnostic{{}, "OpenGL has no framebuffer objects", "install Mesa's drivers"};
        return;
    }
    glGenTextures(1, &color_);
    glBindTexture(GL_TEXTURE_2D, color_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gen_frames(1, &frame_);
    bind_frame(GL_FRAMEBUFFER, frame_);
    attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_, 0);
    if (check(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        status_ =
            Diagnostic{{}, "OpenGL cannot draw a picture of this size", "choose a smaller one"};
}

Offscreen::~Offscreen() {
    if (const auto bind = load<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer"))
        bind(GL_FRAMEBUFFER, 0);
    if (const auto erase = load<PFNGLDELETEFRAMEBUFFERSPROC>("glDeleteFramebuffers"))
        erase(1, &frame_);
    glDeleteTextures(1, &color_);
}

void Offscreen::bind() const {
    load<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer")(GL_FRAMEBUFFER, frame_);
}

void Offscreen::show() const {
    const auto bind_frame = load<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
    const auto blit = load<PFNGLBLITFRAMEBUFFERPROC>("glBlitFramebuffer");
    bind_frame(GL_READ_FRAMEBUFFER, frame_);
    bind_frame(GL_DRAW_FRAMEBUFFER, 0);
    glDisable(GL_SCISSOR_TEST);
    blit(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    bind_frame(GL_FRAMEBUFFER, 0);
}

std::vector<std::uint8_t> Offscreen::pixels() const {
    const std::size_t row = static_cast<std::size_t>(width_) * 3;
    std::vector<std::uint8_t> from_below(row * static_cast<std::size_t>(height_));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, from_below.data());
    std::vector<std::uint8_t> pixels(from_below.size());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height_); ++y)
        std::copy_n(from_below.begin() + static_cast<std::ptrdiff_t>(y * row), row,
                    pixels.end() - static_cast<std::ptrdiff_t>((y + 1) * row));
    return pixels;
}

} // namespace warpscope::gui
