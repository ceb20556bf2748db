// Paint: terminal colours that vanish when colours are off.
#pragma once

#include <string>

#include "runtime/report/text.h"

namespace warpscope::report {

class Paint {
public:
    explicit Paint(Colours colours) : on_(colours == Colours::On) {}

    std::string strong(const std::string& text) const { return wrap("1", text); }
    std::string error(const std::string& text) const { return wrap("1;31", text); }
    std::string warning(const std::string& text) const { return wrap("1;33", text); }
    std::string good(const std::string& text) const { return wrap("32", text); }
    std::string place(const std::string& text) const { return wrap("36", text); }
    std::string faint(const std::string& text) const { return wrap("2", text); }

private:
    std::string wrap(const char* code, const std::string& text) const {
        return on_ ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
    }

    bool on_;
};

} // namespace warpscope::report
