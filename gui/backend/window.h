// Window: the only place that knows GLFW and OpenGL. Input, frames, screenshots.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "gui/backend/input.h"
#include "gui/draw/fonts.h"
#include "sim/base/result.h"

struct ImDrawList;

namespace warpscope::gui {

struct WindowOptions {
    int width = 1920, height = 1200;
    bool visible = true; ///< false: frames are drawn, but nobody sees them
    float scale = 0;     ///< of space and type; 0: what the screen asks for
    std::string title = "Warpscope";
};

class Window {
public:
    /// The Diagnostic says what is missing: a display, OpenGL 3.3, a font.
    static Result<std::unique_ptr<Window>> create(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool should_close() const;
    void close();
    /// Waits until something happens, or for so long; nothing else makes frames.
    void wait(double most_seconds);
    /// Ends a wait; from any thread.
    static void wake();

    /// Since the last call.
    Input take_input();
    /// Pixels.
    int width() const;
    int height() const;
    float screen_scale() const;

    /// One frame: `draw` gets the list to draw into. Fonts are loaded anew when `text_scale` is
    /// another one than before.
    Status frame(float text_scale, std::uint32_t background_rgb,
                 const std::function<void(ImDrawList&, const Fonts&)>& draw);
    /// Frames that were drawn since the start.
    std::uint64_t frames() const;
    /// What drawing the last one took, in seconds.
    double frame_seconds() const;

    /// Draws a frame of this size beside the window; its pixels are as write_png() takes them.
    Result<std::vector<std::uint8_t>>
    picture(int width, int height, float text_scale, std::uint32_t background_rgb,
            const std::function<void(ImDrawList&, const Fonts&)>& draw);
    /// The same, written as PNG.
    Status screenshot(const std::filesystem::path& file, int width, int height, float text_scale,
                      std::uint32_t background_rgb,
                      const std::function<void(ImDrawList&, const Fonts&)>& draw);

    struct FrameCost {
        double list_seconds = 0;   ///< filling the list
        double raster_seconds = 0; ///< until OpenGL has drawn what is another than before
        double redrawn = 0;        ///< that part of the picture, from 0 to 1
        unsigned vertices = 0, draw_calls = 0;
    };
    /// Draws a frame of this size as frame() does, without showing it, and tells what it took.
    Result<FrameCost> measure(int width, int height, float text_scale,
                              const std::function<void(ImDrawList&, const Fonts&)>& draw);

    /// The picture of the last frame() or measure(), as write_png() takes it.
    std::vector<std::uint8_t> shown() const;

    void set_clipboard(const std::string& text);
    std::string clipboard() const;
    void set_title(const std::string& title);

    struct Impl; ///< for the callbacks of the library underneath

private:
    explicit Window(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::gui
