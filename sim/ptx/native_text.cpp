// Chooses between the text as read and a printed one.
#include "sim/ptx/native_text.h"

#include "sim/ptx/parser.h"

namespace warpscope::ptx {
namespace {

const Diagnostic* first_problem(const Module& module) {
    for (const Function& function : module.functions)
        if (!function.problems.empty()) return &function.problems.front();
    return nullptr;
}

} // namespace

Result<std::string> native_text(const Module& module, Fusing fusing, PrintOptions options) {
    const bool prints = fusing == Fusing::Never || !options.places.empty();
    if (const Diagnostic* problem = first_problem(module)) {
        if (prints) return *problem;
        // The module's text may itself have been printed, by the linker.
        const Result<Module> again = parse(module.text, module.name);
        if (!again || first_problem(*again) == nullptr) return *problem;
    }
    if (!prints) return module.text;
    options.explicit_rounding = fusing == Fusing::Never;
    return print(module, options);
}

} // namespace warpscope::ptx
