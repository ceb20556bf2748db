// A scan of PTX text by lines: declarations, definitions, and the source line before a use.
#include "runtime/compile/device_calls.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include <cxxabi.h>
#include <fmt/format.h>

#include "sim/ptx/linker.h"

namespace warpscope::compile {
namespace {

bool is_word_of_ptx(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '%';
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// Calls `visit` with each line and the position after it.
template<class Visit>
void for_each_line(std::string_view text, Visit visit) {
    std::size_t position = 0;
    while (position < text.size()) {
        const std::size_t end = std::min(text.find('\n', position), text.size());
        visit(trimmed(text.substr(position, end - position)), end);
        position = end + 1;
    }
}

std::string_view take_ptx_word(std::string_view& text) {
    text = trimmed(text);
    std::size_t length = 0;
    while (length < text.size() && is_word_of_ptx(text[length]))
        ++length;
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

/// The name in ".extern .func  (.param .b32 func_retval0) NAME"; empty for other lines.
std::string_view function_name(std::string_view line) {
    const std::size_t keyword = line.find(".func");
    if (keyword == std::string_view::npos) return {};
    line = trimmed(line.substr(keyword + 5));
    if (line.starts_with('(')) {
        const std::size_t close = line.find(')');
        if (close == std::string_view::npos) return {};
        line.remove_prefix(close + 1);
    }
    return take_ptx_word(line);
}

/// The texts between double quotes.
std::vector<std::string> quoted(std::string_view line) {
    std::vector<std::string> texts;
    while (true) {
        const std::size_t open = line.find('"');
        if (open == std::string_view::npos) return texts;
        const std::size_t close = line.find('"', open + 1);
        if (close == std::string_view::npos) return texts;
        texts.emplace_back(line.substr(open + 1, close - open - 1));
        line.remove_prefix(close + 1);
    }
}

std::uint32_t take_number(std::string_view& text) {
    const std::string_view word = take_ptx_word(text);
    std::uint32_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

/// `.file 1 "name"` and `.file 1 "folder" "name"`.
std::map<std::uint32_t, std::string> read_files(std::string_view ptx) {
    std::map<std::uint32_t, std::string> files;
    for_each_line(ptx, [&](std::string_view line, std::size_t) {
        if (!line.starts_with(".file")) return;
        const std::vector<std::string> parts = quoted(line);
        line.remove_prefix(5);
        const std::uint32_t index = take_number(line);
        if (parts.empty()) return;
        const bool in_folder = parts.size() == 2 && !parts[1].starts_with('/');
        files[index] = in_folder ? parts[0] + '/' + parts[1] : parts.back();
    });
    return files;
}

bool mentions(std::string_view line, std::string_view name) {
    for (std::size_t at = line.find(name); at != std::string_view::npos;
         at = line.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_word_of_ptx(line[at - 1])) &&
            (end == line.size() || !is_word_of_ptx(line[end])))
            return true;
    }
    return false;
}

/// The source position in force at the first use of `name` outside declarations.
FilePosition find_first_use(std::string_view ptx, std::string_view name,
                            const std::map<std::uint32_t, std::string>& files) {
    FilePosition current, found;
    bool done = false;
    for_each_line(ptx, [&](std::string_view line, std::size_t) {
        if (done || line.find(".func") != std::string_view::npos) return;
        if (line.starts_with(".loc")) {
            line.remove_prefix(4);
            const auto file = files.find(take_number(line));
            if (file != files.end()) current.file = file->second;
            const std::uint32_t number = take_number(line);
            if (number != 0) current.line = number; // line 0: merged from several
            current.column = take_number(line);
        } else if (mentions(line, name)) {
            found = current;
            done = true;
        }
    });
    return found;
}

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return text ? std::string(text.get()) : name;
}

Diagnostic undefined_function(const ExternalFunction& function) {
    if (function.name.starts_with("__nv_"))
        return {function.first_use,
                fmt::format("the device function {} is not provided",
                            function.name.substr(sizeof "__nv_" - 1)),
                "use a function of the device library, or write it in the program"};
    return {function.first_use,
            fmt::format("the device function {} is called but defined nowhere",
                        demangled(function.name)),
            "define it, with __device__, in one of the sources of the program; if it is defined, "
            "name its source file too"};
}

} // namespace

std::vector<ExternalFunction> find_external_functions(std::string_view ptx) {
    std::vector<ExternalFunction> functions;
    for_each_line(ptx, [&](std::string_view line, std::size_t) {
        if (!line.starts_with(".extern") || line.find(".func") == std::string_view::npos) return;
        functions.push_back({std::string(function_name(line)), {}});
    });
    if (functions.empty()) return functions;
    const auto files = read_files(ptx);
    for (ExternalFunction& function : functions)
        function.first_use = find_first_use(ptx, function.name, files);
    return functions;
}

std::vector<std::string> find_defined_functions(std::string_view ptx) {
    std::vector<std::string> names;
    for_each_line(ptx, [&](std::string_view line, std::size_t end) {
        const bool visible = line.starts_with(".visible") || line.starts_with(".weak");
        if (!visible || line.find(".func") == std::string_view::npos) return;
        // A body follows a definition, a semicolon a declaration.
        const std::size_t next = ptx.find_first_of("{;", end - 1);
        if (next != std::string_view::npos && ptx[next] == '{')
            names.emplace_back(function_name(line));
    });
    return names;
}

Status check_device_calls(const std::vector<std::string_view>& modules) {
    std::set<std::string, std::less<>> defined;
    for (const std::string_view ptx : modules) {
        for (std::string& name : find_defined_functions(ptx))
            defined.insert(std::move(name));
    }
    for (const std::string_view ptx : modules) {
        for (const ExternalFunction& function : find_external_functions(ptx))
            if (!defined.contains(function.name) && !ptx::is_provided_function(function.name))
                return undefined_function(function);
    }
    return Done{};
}

} // namespace warpscope::compile
