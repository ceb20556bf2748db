// Turns symbols into the names that a reader of the source knows.
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

#include "sim/ptx/lines.h"

namespace warpscope::ptx {
namespace {

std::string demangled(const std::string& symbol) {
    constexpr std::size_t kLongest = 4096; // the demangler's time grows with nesting
    if (symbol.size() > kLongest || symbol.compare(0, 2, "_Z") != 0) return symbol;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? std::string(text.get()) : symbol;
}

/// Where the parameter list that ends the name starts, or npos.
std::size_t parameter_list(const std::string& name) {
    const std::size_t close = name.find_last_of(')');
    if (close == std::string::npos) return close;
    // "operator()" without parameters, and things behind the list other than qualifiers.
    const std::string behind = name.substr(close + 1);
    if (behind.find_first_of("<>:{}") != std::string::npos) return std::string::npos;
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (name[i] == ')') ++depth;
        if (name[i] == '(' && --depth == 0) return i;
    }
    return std::string::npos;
}

/// Where the name starts behind a return type: after the last blank outside brackets.
std::size_t name_start(const std::string& name) {
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool is_operator = name.compare(0, i, "operator") == 0 ||
                                 (i >= 8 && name.compare(i - 8, 8, "operator") == 0);
        if (is_operator) return start;
        if (c == '(' || c == '<' || c == '{' || c == '[') ++depth;
        if (c == ')' || c == '>' || c == '}' || c == ']') --depth;
        if (c == ' ' && depth == 0) start = i + 1;
    }
    return start;
}

} // namespace

std::string readable_name(const std::string& linked_symbol) {
    // The linker tells internal symbols of several modules apart by "$m2".
    std::string symbol = linked_symbol;
    const std::size_t mark = symbol.rfind("$m");
    if (mark != std::string::npos && mark > 0 &&
        symbol.find_first_not_of("0123456789_", mark + 2) == std::string::npos)
        symbol.erase(mark);
    std::string name = demangled(symbol);
    if (name == symbol) return name;
    const std::size_t clone = name.find(" [clone");
    if (clone != std::string::npos) name.erase(clone);
    if (const std::size_t list = parameter_list(name); list != std::string::npos && list > 0)
        name.erase(list);
    return name.substr(name_start(name));
}

} // namespace warpscope::ptx
