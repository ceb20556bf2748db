// Looks places up in the line information of an executable.
#include "sim/debug/code_index.h"

#include <algorithm>
#include <set>

#include "sim/program/control_flow.h"
#include "sim/ptx/lines.h"

namespace warpscope {
namespace {

bool is_known(const SourceLocation& location) {
    return !location.frames.empty() && location.frames[0].line != 0;
}

bool ends_path(const std::string& path, const std::string& end) {
    if (!path.ends_with(end)) return false;
    return path.size() == end.size() || end.starts_with('/') ||
           path[path.size() - end.size() - 1] == '/';
}

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + text;
    return all;
}

std::optional<std::uint32_t> whole_number(const std::string& text) {
    if (text.empty() || text.size() > 9 ||
        text.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return static_cast<std::uint32_t>(std::stoul(text));
}

std::string without_parameters(std::string_view name) {
    const std::size_t list = name.find('(');
    return std::string(list == 0 ? name : name.substr(0, list));
}

bool names_function(const std::string& asked, std::string_view function) {
    if (function.empty()) return false;
    return asked == function || asked == without_parameters(function) ||
           asked == plain_function_name(function);
}

/// The first instruction of the block that matches, unless lanes can come to it from matching ones
/// alone. Instructions of unknown lines belong to what is around them.
class EntryFinder {
public:
    EntryFinder(const Function& function, const std::vector<char>& matches)
        : function_(function), matches_(matches), flow_(analyse_control_flow(function)),
          before_(flow_.blocks.size()) {
        for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b)
            for (std::uint32_t next : flow_.blocks[b].successors)
                if (next < before_.size()) before_[next].push_back(b);
    }
    void find(std::uint32_t index, std::vector<CodePosition>& to) const {
        for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b)
            if (const auto at = entry_of(b)) to.push_back({index, *at});
    }

private:
    bool known(std::uint32_t i) const {
        return is_known(function_.locations[function_.instructions[i].location]);
    }
    std::optional<std::uint32_t> entry_of(std::uint32_t b) const {
        const BasicBlock& block = flow_.blocks[b];
        bool behind_other = false;
        for (std::uint32_t i = block.first; i <= block.last; ++i) {
            if (matches_[i]) {
                if (behind_other || before_[b].empty()) return i;
                const bool from_there = std::all_of(before_[b].begin(), before_[b].end(),
                                                    [&](std::uint32_t p) { return ends_there(p); });
                return from_there ? std::nullopt : std::optional(i);
            }
            behind_other |= known(i);
        }
        return std::nullopt;
    }
    /// Whether the last instruction of the block whose line is known matches.
    bool ends_there(std::uint32_t b) const {
        const BasicBlock& block = flow_.blocks[b];
        for (std::uint32_t i = block.last + 1; i-- > block.first;)
            if (known(i)) return matches_[i] != 0;
        return false;
    }

    const Function& function_;
    const std::vector<char>& matches_;
    ControlFlow flow_;
    std::vector<std::vector<std::uint32_t>> before_;
};

} // namespace

std::string plain_function_name(std::string_view name) {
    std::string plain = without_parameters(name);
    if (const std::size_t arguments = plain.find('<');
        arguments != std::string::npos && arguments != 0)
        plain.erase(arguments);
    if (const std::size_t scope = plain.rfind("::"); scope != std::string::npos)
        plain.erase(0, scope + 2);
    return plain;
}

CodeIndex::CodeIndex(const Executable& executable) : executable_(executable) {}

const Module& CodeIndex::module() const {
    return *executable_.instance->module;
}

const Instruction* CodeIndex::instruction(CodePosition at) const {
    if (at.function >= executable_.functions.size()) return nullptr;
    const auto& instructions = executable_.functions[at.function].source->instructions;
    return at.instruction < instructions.size() ? &instructions[at.instruction] : nullptr;
}

std::vector<CodePosition> CodeIndex::entries(const Matches& matches) const {
    std::vector<CodePosition> found;
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        const Function& function = *executable_.functions[f].source;
        std::vector<char> by_location;
        for (const SourceLocation& location : function.locations)
            by_location.push_back(is_known(location) && matches(location));
        std::vector<char> of_instruction;
        for (const Instruction& i : function.instructions)
            of_instruction.push_back(i.location < by_location.size() ? by_location[i.location] : 0);
        if (std::find(of_instruction.begin(), of_instruction.end(), 1) != of_instruction.end())
            EntryFinder(function, of_instruction).find(f, found);
    }
    return found;
}

std::vector<std::string> CodeIndex::files() const {
    std::set<std::uint32_t> used;
    for (const ExecutableFunction& f : executable_.functions)
        for (const Instruction& i : f.source->instructions)
            if (i.location < f.source->locations.size())
                for (const SourceFrame& frame : f.source->locations[i.location].frames)
                    if (frame.line != 0) used.insert(frame.file);
    std::vector<std::string> names;
    for (std::uint32_t file : used)
        names.push_back(file_of(file));
    return names;
}

const std::string& CodeIndex::file_of(std::uint32_t file) const {
    static const std::string none;
    return file < module().files.size() ? module().files[file] : none;
}

std::vector<std::uint32_t> CodeIndex::lines_of(const std::string& file) const {
    std::set<std::uint32_t> lines;
    for (const ExecutableFunction& f : executable_.functions)
        for (const Instruction& i : f.source->instructions)
            if (i.location < f.source->locations.size())
                for (const SourceFrame& frame : f.source->locations[i.location].frames)
                    if (frame.line != 0 && file_of(frame.file) == file) lines.insert(frame.line);
    return {lines.begin(), lines.end()};
}

Result<std::string> CodeIndex::file_named(const std::string& end_of_path) const {
    std::vector<std::string> found, all = files();
    for (const std::string& file : all)
        if (ends_path(file, end_of_path)) found.push_back(file);
    if (found.size() == 1) return found[0];
    for (const std::string& file : found)
        if (file == end_of_path) return file;
    if (found.empty())
        return Diagnostic{{},
                          "no code of this kernel comes from \"" + end_of_path + "\"",
                          all.empty() ? "the PTX names no sources: use ptx:LINE"
                                      : "its code comes from " + joined(all)};
    return Diagnostic{
        {}, "\"" + end_of_path + "\" may be " + joined(found), "write more of the path"};
}

Result<CodeLocations> CodeIndex::on_source_line(const std::string& file, std::uint32_t line,
                                                const std::string& default_file) const {
    const Result<std::string> name = file_named(file.empty() ? default_file : file);
    if (!name) return name.error();
    const std::vector<std::uint32_t> lines = lines_of(*name);
    const auto next = std::lower_bound(lines.begin(), lines.end(), line);
    if (next == lines.end())
        return Diagnostic{{},
                          "no code at or behind line " + std::to_string(line) + " of " + *name,
                          "the last line with code is " + std::to_string(lines.back())};
    CodeLocations locations;
    locations.file = *name;
    locations.line = *next;
    locations.at = entries([&](const SourceLocation& location) {
        return std::any_of(location.frames.begin(), location.frames.end(),
                           [&](const SourceFrame& frame) {
                               return frame.line == *next && file_of(frame.file) == *name;
                           });
    });
    return locations;
}

Result<CodeLocations> CodeIndex::on_ptx_line(std::uint32_t line) const {
    std::optional<CodePosition> best;
    std::uint32_t best_line = 0, last = 0;
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        const auto& instructions = executable_.functions[f].source->instructions;
        for (std::uint32_t i = 0; i < instructions.size(); ++i) {
            last = std::max(last, instructions[i].line);
            if (instructions[i].line < line || (best && instructions[i].line >= best_line))
                continue;
            best = {f, i};
            best_line = instructions[i].line;
        }
    }
    if (!best)
        return Diagnostic{{},
                          "this kernel has no instruction at or behind PTX line " +
                              std::to_string(line),
                          "its last is on line " + std::to_string(last)};
    CodeLocations locations;
    locations.line = best_line;
    locations.at = {*best};
    return locations;
}

std::vector<std::string> CodeIndex::function_names() const {
    std::vector<std::string> names;
    std::set<std::string> known;
    const auto add = [&](std::string name) {
        if (!name.empty() && known.insert(name).second) names.push_back(std::move(name));
    };
    for (const ExecutableFunction& f : executable_.functions) {
        add(ptx::readable_name(f.source->name));
        for (const SourceLocation& location : f.source->locations)
            for (const SourceFrame& frame : location.frames)
                add(without_parameters(frame.function));
    }
    return names;
}

Result<CodeLocations> CodeIndex::of_function(const std::string& name) const {
    CodeLocations locations;
    locations.function = name;
    for (std::uint32_t f = 0; f < executable_.functions.size(); ++f) {
        const std::string& symbol = executable_.functions[f].source->name;
        if (name == symbol || names_function(name, ptx::readable_name(symbol)))
            locations.at.push_back({f, 0});
    }
    const std::vector<CodePosition> inlined = entries([&](const SourceLocation& location) {
        // The outermost frame is the function that was not inlined.
        return std::any_of(
            location.frames.begin(), location.frames.end() - 1,
            [&](const SourceFrame& frame) { return names_function(name, frame.function); });
    });
    locations.at.insert(locations.at.end(), inlined.begin(), inlined.end());
    if (locations.at.empty())
        return Diagnostic{{},
                          "no function \"" + name + "\" in this kernel",
                          "it has " + joined(function_names())};
    return locations;
}

Result<CodeLocations> CodeIndex::find(const std::string& text,
                                      const std::string& default_file) const {
    if (const auto line = whole_number(text)) return on_source_line("", *line, default_file);
    const std::size_t colon = text.rfind(':');
    if (colon != std::string::npos && colon > 0 && text[colon - 1] != ':') {
        const std::string file = text.substr(0, colon);
        const auto line = whole_number(text.substr(colon + 1));
        if (!line)
            return Diagnostic{{},
                              "\"" + text.substr(colon + 1) + "\" is no line number",
                              "write FILE:LINE, LINE, ptx:LINE or the name of a function"};
        return file == "ptx" ? on_ptx_line(*line) : on_source_line(file, *line);
    }
    return of_function(text);
}

std::vector<LineLevel> CodeIndex::levels(CodePosition at) const {
    const Instruction* const i = instruction(at);
    if (i == nullptr) return {};
    const Function& function = *executable_.functions[at.function].source;
    const bool has_lines = function.locations.size() > 1;
    if (!has_lines) return {{UINT32_MAX, i->line, function.name}};
    if (i->location >= function.locations.size()) return {};
    const SourceLocation& location = function.locations[i->location];
    if (!is_known(location)) return {};
    std::vector<LineLevel> levels;
    for (auto frame = location.frames.rbegin(); frame != location.frames.rend(); ++frame)
        levels.push_back({frame->file, frame->line, frame->function});
    return levels;
}

bool CodeIndex::enters_function(CodePosition at) const {
    const Instruction* const i = instruction(at);
    if (i == nullptr || i->traits.instruction_class != InstructionClass::Call) return false;
    const ExecutableFunction& function = executable_.functions[at.function];
    const std::uint32_t site = function.code[at.instruction].target;
    return site < function.calls.size() && function.calls[site].system == SystemCall::None;
}

/// A `ret` inside a function leads to the one behind its last instruction, where all paths meet.
bool CodeIndex::leaves_function(CodePosition at) const {
    return at.function != 0 && instruction(at) == nullptr;
}

} // namespace warpscope
