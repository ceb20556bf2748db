// Prints programs as PTX.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "tests/random_kernels/program.h"

namespace warpscope::random_kernels {
namespace {

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// Calls use(word) for every name and register of the text.
template<class Use>
void each_word(const std::string& text, Use use) {
    for (std::size_t at = 0; at < text.size();) {
        if (!in_name(text[at]) && text[at] != '%') {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (end < text.size() && in_name(text[end]))
            ++end;
        use(text.substr(at, end - at), end < text.size() ? text[end] : '\0');
        at = end;
    }
}

/// "%r12": one letter and digits; special registers have other names.
bool is_register(const std::string& word) {
    return word.size() > 2 && word[0] == '%' && std::islower(word[1]) != 0 &&
           std::all_of(word.begin() + 2, word.end(), [](char c) { return std::isdigit(c) != 0; });
}

const char* declared_as(char letter) {
    switch (letter) {
    case 'p': return "pred";
    case 'h':
    case 'e':
    case 'b': return "b16";
    case 'r':
    case 'x':
    case 'y': return "b32";
    case 'd': return "b64";
    case 'q': return "b128";
    case 'f': return "f32";
    default: return "f64";
    }
}

void add_lines(const Block& block, std::vector<std::string>& lines) {
    for (const Node& node : block)
        for (const Part& part : node.parts)
            if (part.is_block)
                add_lines(part.block, lines);
            else
                lines.push_back(part.line);
}

void add_words(const std::string& line, std::set<std::string>& words) {
    each_word(line, [&](const std::string& word, char) { words.insert(word); });
}

/// Lines of the definitions that are needed, in their order; adds the words of those to `words`.
std::vector<std::string> needed(const std::vector<Definition>& definitions,
                                std::set<std::string>& words) {
    std::vector<const Definition*> chosen;
    for (auto d = definitions.rbegin(); d != definitions.rend(); ++d) {
        if (!words.contains(d->name)) continue;
        chosen.push_back(&*d);
        for (const std::string& line : d->lines)
            add_words(line, words);
    }
    std::vector<std::string> lines;
    for (auto d = chosen.rbegin(); d != chosen.rend(); ++d)
        lines.insert(lines.end(), (*d)->lines.begin(), (*d)->lines.end());
    return lines;
}

std::string declarations(const std::set<std::string>& words) {
    std::map<char, std::vector<unsigned>> numbers;
    for (const std::string& word : words)
        if (is_register(word))
            numbers[word[1]].push_back(static_cast<unsigned>(std::stoul(word.substr(2))));
    std::string text;
    for (auto& [letter, list] : numbers) {
        std::sort(list.begin(), list.end());
        text += std::string(" .reg .") + declared_as(letter) + " ";
        for (std::size_t i = 0; i < list.size(); ++i)
            text += (i == 0 ? "%" : ", %") + std::string(1, letter) + std::to_string(list[i]);
        text += ";\n";
    }
    return text;
}

std::string function_text(const Function& function, std::set<std::string>& mentioned) {
    std::vector<std::string> lines;
    add_lines(function.body, lines);
    lines.push_back(function.end_label + ":");
    add_lines(function.epilogue, lines);
    lines.insert(lines.end(), function.last.begin(), function.last.end());
    std::set<std::string> words;
    for (const std::string& line : lines)
        add_words(line, words);
    const std::vector<std::string> prologue = needed(function.prologue, words);
    std::string text = function.head + "\n{\n" + declarations(words);
    lines.insert(lines.begin(), prologue.begin(), prologue.end());
    for (const std::string& line : lines)
        text += (line.ends_with(':') ? "" : " ") + line + "\n";
    mentioned.insert(words.begin(), words.end());
    return text + "}\n";
}

} // namespace

std::vector<std::string> registers_in(const std::string& text) {
    std::vector<std::string> found;
    each_word(text, [&](const std::string& word, char after) {
        if (is_register(word) && after != '.') found.push_back(word);
    });
    return found;
}

std::string module_header() {
    return ".version 9.0\n.target sm_90\n.address_size 64\n\n"
           ".extern .shared .align 16 .b8 dynamic_shared[];\n";
}

std::string text_of(const Program& program) {
    std::set<std::string> mentioned;
    std::string functions;
    for (auto f = program.functions.rbegin(); f != program.functions.rend(); ++f)
        if (f == program.functions.rbegin() || mentioned.contains(f->name))
            functions = function_text(*f, mentioned) + "\n" + functions;
    std::string variables;
    for (const std::string& line : needed(program.variables, mentioned))
        variables += line + "\n";
    return variables + functions;
}

} // namespace warpscope::random_kernels
