// A GLFW window with an OpenGL 3.3 context and one ImGui frame at a time.
#include "gui/backend/window.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <chrono>
#include <cmath>

#include "gui/backend/offscreen.h"
#include "gui/backend/png.h"
#include "gui/backend/redraw.h"

namespace warpscope::gui {

using Clock = std::chrono::steady_clock;

struct Window::Impl {
    GLFWwindow* window = nullptr;
    Input input; ///< what has come since the last take
    Clock::time_point last_take = Clock::now();
    Clock::time_point last_click{};
    float last_click_x = 0, last_click_y = 0;
    float fonts_scale = 0;
    Fonts fonts;
    std::uint64_t frames = 0;
    double frame_seconds = 0;
    /// What the window shows: the frame before, into which a frame draws what is another now.
    std::unique_ptr<Offscreen> canvas;
    Redraw redraw;

    Status ready_fonts(float scale);
    void fill(int width, int height,
              const std::function<void(ImDrawList&, const Fonts&)>& draw) const;
    void clear(std::uint32_t background) const;
    Status repaint(int width, int height, std::uint32_t background);
};

namespace {

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string last_glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

std::optional<Key> key_of(int key) {
    if ((key >= GLFW_KEY_0 && key <= GLFW_KEY_9) || (key >= GLFW_KEY_A && key <= GLFW_KEY_Z))
        return static_cast<Key>(key);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return static_cast<Key>(static_cast<int>(Key::F1) + key - GLFW_KEY_F1);
    switch (key) {
    case GLFW_KEY_SPACE: return Key::Space;
    case GLFW_KEY_KP_ADD: return Key::Plus;
    case GLFW_KEY_COMMA: return Key::Comma;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: return Key::Minus;
    case GLFW_KEY_SLASH: return Key::Slash;
    case GLFW_KEY_EQUAL: return Key::Equal;
    case GLFW_KEY_LEFT_BRACKET: return Key::BracketLeft;
    case GLFW_KEY_RIGHT_BRACKET: return Key::BracketRight;
    case GLFW_KEY_LEFT: return Key::Left;
    case GLFW_KEY_RIGHT: return Key::Right;
    case GLFW_KEY_UP: return Key::Up;
    case GLFW_KEY_DOWN: return Key::Down;
    case GLFW_KEY_HOME: return Key::Home;
    case GLFW_KEY_END: return Key::End;
    case GLFW_KEY_PAGE_UP: return Key::PageUp;
    case GLFW_KEY_PAGE_DOWN: return Key::PageDown;
    case GLFW_KEY_INSERT: return Key::Insert;
    case GLFW_KEY_DELETE: return Key::Delete;
    case GLFW_KEY_BACKSPACE: return Key::Backspace;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return Key::Enter;
    case GLFW_KEY_ESCAPE: return Key::Escape;
    case GLFW_KEY_TAB: return Key::Tab;
    default: return std::nullopt;
    }
}

} // namespace

/// The callbacks that GLFW wants; they only write down what happened.
struct WindowEvents {
    static Window::Impl& of(GLFWwindow* window) {
        return *static_cast<Window::Impl*>(glfwGetWindowUserPointer(window));
    }
    static void key(GLFWwindow* window, int key, int, int action, int mods) {
        Input& input = of(window).input;
        input.ctrl = (mods & GLFW_MOD_CONTROL) != 0;
        input.shift = (mods & GLFW_MOD_SHIFT) != 0;
        input.alt = (mods & GLFW_MOD_ALT) != 0;
        const std::optional<Key> known = key_of(key);
        if (!known || action == GLFW_RELEASE) return;
        input.keys.push_back({*known, input.ctrl, input.shift, input.alt});
        input.strokes.push_back({input.keys.back(), "", false});
    }
    static void character(GLFWwindow* window, unsigned code) {
        std::string typed;
        add_character(typed, code);
        of(window).input.typed += typed;
        of(window).input.strokes.push_back({{}, typed, true});
    }
    static void add_character(std::string& typed, unsigned code) {
        if (code < 0x80) {
            typed += static_cast<char>(code);
        } else if (code < 0x800) {
            typed += static_cast<char>(0xC0 | code >> 6);
            typed += static_cast<char>(0x80 | (code & 0x3F));
        } else if (code < 0x10000) {
            typed += static_cast<char>(0xE0 | code >> 12);
            typed += static_cast<char>(0x80 | (code >> 6 & 0x3F));
            typed += static_cast<char>(0x80 | (code & 0x3F));
        } else {
            typed += static_cast<char>(0xF0 | code >> 18);
            typed += static_cast<char>(0x80 | (code >> 12 & 0x3F));
            typed += static_cast<char>(0x80 | (code >> 6 & 0x3F));
            typed += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    static void button(GLFWwindow* window, int button, int action, int) {
        Window::Impl& impl = of(window);
        Input& input = impl.input;
        if (button == GLFW_MOUSE_BUTTON_RIGHT && action == GLFW_PRESS) input.right_clicked = true;
        if (button != GLFW_MOUSE_BUTTON_LEFT) return;
        if (action == GLFW_RELEASE) {
            input.down = false;
            input.released = true;
            return;
        }
        input.down = input.clicked = true;
        const Clock::time_point now = Clock::now();
        const bool near =
            std::abs(input.x - impl.last_click_x) < 4 && std::abs(input.y - impl.last_click_y) < 4;
        input.double_clicked = near && now - impl.last_click < std::chrono::milliseconds(350);
        impl.last_click = input.double_clicked ? Clock::time_point{} : now;
        impl.last_click_x = input.x, impl.last_click_y = input.y;
    }
    static void pointer(GLFWwindow* window, double x, double y) {
        int width = 1, height = 1, pixels_w = 1, pixels_h = 1;
        glfwGetWindowSize(window, &width, &height);
        glfwGetFramebufferSize(window, &pixels_w, &pixels_h);
        of(window).input.x = static_cast<float>(x * pixels_w / std::max(width, 1));
        of(window).input.y = static_cast<float>(y * pixels_h / std::max(height, 1));
    }
    static void leave(GLFWwindow* window, int entered) {
        if (entered == 0) of(window).input.x = of(window).input.y = -1;
    }
    static void scroll(GLFWwindow* window, double, double y) {
        of(window).input.wheel += static_cast<float>(y);
    }
};

Window::Window(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Window>> Window::create(const WindowOptions& options) {
    if (glfwInit() == GLFW_FALSE)
        return Diagnostic{{},
                          "no window can be opened: " + last_glfw_error(),
                          "start it on a desktop, or under `xvfb-run -a` for screenshots"};
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    auto impl = std::make_unique<Impl>();
    impl->window =
        glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
    if (impl->window == nullptr) {
        const std::string reason = last_glfw_error();
        glfwTerminate();
        return Diagnostic{{}, "no OpenGL 3.3: " + reason, "install Mesa (libgl1-mesa-dri)"};
    }
    GLFWwindow* const window = impl->window;
    glfwMakeContextCurrent(window);
    glfwSwapInterval(options.visible ? 1 : 0);
    glfwSetWindowUserPointer(window, impl.get());
    glfwSetKeyCallback(window, WindowEvents::key);
    glfwSetCharCallback(window, WindowEvents::character);
    glfwSetMouseButtonCallback(window, WindowEvents::button);
    glfwSetCursorPosCallback(window, WindowEvents::pointer);
    glfwSetCursorEnterCallback(window, WindowEvents::leave);
    glfwSetScrollCallback(window, WindowEvents::scroll);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330");
    return std::unique_ptr<Window>(new Window(std::move(impl)));
}

Window::~Window() {
    impl_->canvas.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(impl_->window);
    glfwTerminate();
}

bool Window::should_close() const {
    return glfwWindowShouldClose(impl_->window) != 0;
}
void Window::close() {
    glfwSetWindowShouldClose(impl_->window, GLFW_TRUE);
}

void Window::wait(double most_seconds) {
    if (most_seconds <= 0)
        glfwPollEvents();
    else if (most_seconds > 1e6)
        glfwWaitEvents();
    else
        glfwWaitEventsTimeout(most_seconds);
}
void Window::wake() {
    glfwPostEmptyEvent();
}

Input Window::take_input() {
    Input& input = impl_->input;
    const Clock::time_point now = Clock::now();
    input.seconds = std::chrono::duration<double>(now - impl_->last_take).count();
    impl_->last_take = now;
    Input taken = input;
    input.clicked = input.released = input.double_clicked = input.right_clicked = false;
    input.wheel = 0;
    input.keys.clear();
    input.typed.clear();
    input.strokes.clear();
    return taken;
}

int Window::width() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(impl_->window, &width, &height);
    return width;
}
int Window::height() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(impl_->window, &width, &height);
    return height;
}

float Window::screen_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(impl_->window, &x, &y);
    return std::max(1.f, std::max(x, y));
}

Status Window::Impl::ready_fonts(float scale) {
    if (scale == fonts_scale) return Done{};
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    Result<Fonts> loaded = load_fonts(*ImGui::GetIO().Fonts, scale);
    if (!loaded) return loaded.error();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    fonts = *loaded;
    fonts_scale = scale;
    redraw.forget();
    return Done{};
}

void Window::Impl::fill(int width, int height,
                        const std::function<void(ImDrawList&, const Fonts&)>& draw) const {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DisplayFramebufferScale = {1, 1};
    ImGui::NewFrame();
    draw(*ImGui::GetBackgroundDrawList(), fonts);
    ImGui::Render();
}

void Window::Impl::clear(std::uint32_t background) const {
    const auto channel = [&](unsigned shift) {
        return static_cast<float>(background >> shift & 0xFF) / 255.f;
    };
    glClearColor(channel(16), channel(8), channel(0), 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

Status Window::Impl::repaint(int width, int height, std::uint32_t background) {
    if (canvas == nullptr || canvas->width() != width || canvas->height() != height) {
        redraw.forget();
        canvas = std::make_unique<Offscreen>(width, height);
        if (!canvas->status()) return canvas->status();
    }
    canvas->bind();
    redraw.compare(*ImGui::GetDrawData(), width, height, background);
    glViewport(0, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    for (const PixelBox& box : redraw.changed()) {
        glScissor(box.left, height - box.bottom, box.right - box.left, box.bottom - box.top);
        clear(background);
    }
    glDisable(GL_SCISSOR_TEST);
    if (!redraw.changed().empty()) ImGui_ImplOpenGL3_RenderDrawData(redraw.part());
    canvas->show();
    return Done{};
}

Status Window::frame(float text_scale, std::uint32_t background,
                     const std::function<void(ImDrawList&, const Fonts&)>& draw) {
    if (Status ready = impl_->ready_fonts(text_scale); !ready) return ready;
    const Clock::time_point begin = Clock::now();
    impl_->fill(width(), height(), draw);
    if (Status painted = impl_->repaint(width(), height(), background); !painted) return painted;
    ++impl_->frames;
    impl_->frame_seconds = seconds_since(begin);
    glfwSwapBuffers(impl_->window);
    return Done{};
}

std::uint64_t Window::frames() const {
    return impl_->frames;
}
double Window::frame_seconds() const {
    return impl_->frame_seconds;
}

Result<std::vector<std::uint8_t>>
Window::picture(int width, int height, float text_scale, std::uint32_t background,
                const std::function<void(ImDrawList&, const Fonts&)>& draw) {
    if (Status ready = impl_->ready_fonts(text_scale); !ready) return ready.error();
    const Offscreen picture(width, height);
    if (!picture.status()) return picture.status().error();
    impl_->fill(width, height, draw);
    glViewport(0, 0, width, height);
    impl_->clear(background);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ++impl_->frames;
    return picture.pixels();
}

Status Window::screenshot(const std::filesystem::path& file, int width, int height,
                          float text_scale, std::uint32_t background,
                          const std::function<void(ImDrawList&, const Fonts&)>& draw) {
    const auto pixels = picture(width, height, text_scale, background, draw);
    if (!pixels) return pixels.error();
    return write_png(file, width, height, *pixels);
}

Result<Window::FrameCost>
Window::measure(int width, int height, float text_scale,
                const std::function<void(ImDrawList&, const Fonts&)>& draw) {
    if (Status ready = impl_->ready_fonts(text_scale); !ready) return ready.error();
    FrameCost cost;
    const Clock::time_point begin = Clock::now();
    impl_->fill(width, height, draw);
    cost.list_seconds = seconds_since(begin);
    const Clock::time_point filled = Clock::now();
    if (Status painted = impl_->repaint(width, height, 0); !painted) return painted.error();
    glFinish();
    cost.raster_seconds = seconds_since(filled);
    for (const PixelBox& box : impl_->redraw.changed())
        cost.redrawn += static_cast<double>(box.right - box.left) * (box.bottom - box.top) /
                        (static_cast<double>(width) * height);
    const ImDrawData& data = *impl_->redraw.part();
    cost.vertices = static_cast<unsigned>(data.TotalVtxCount);
    for (int k = 0; k < data.CmdListsCount; ++k)
        cost.draw_calls += static_cast<unsigned>(data.CmdLists[k]->CmdBuffer.Size);
    return cost;
}

std::vector<std::uint8_t> Window::shown() const {
    if (impl_->canvas == nullptr) return {};
    impl_->canvas->bind();
    return impl_->canvas->pixels();
}

void Window::set_clipboard(const std::string& text) {
    glfwSetClipboardString(impl_->window, text.c_str());
}
std::string Window::clipboard() const {
    const char* text = glfwGetClipboardString(impl_->window);
    return text != nullptr ? text : "";
}
void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(impl_->window, title.c_str());
}

} // namespace warpscope::gui
