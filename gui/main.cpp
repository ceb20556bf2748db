// The `warpscope-gui` program: `warpscope gui` starts it.
#include "gui/desktop.h"

int main(int argc, char** argv) {
    const auto options = warpscope::gui::read_options(argc, argv);
    if (const auto* leave = std::get_if<warpscope::gui::GuiExit>(&options)) return leave->code;
    return warpscope::gui::run_gui(std::get<warpscope::gui::GuiOptions>(options));
}
