// Requests about where it stands: frames, expressions, memory, code.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/dap_server.h"
#include "cli/debugger_commands.h"
#include "runtime/report/units.h"

namespace warpscope::cli {
namespace {

using StateJson = nlohmann::json;

constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 20; ///< bytes of one answer
constexpr std::int64_t kMostInstructions = 4096;

std::string base64(const std::vector<std::uint8_t>& bytes) {
    static constexpr char kDigits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < left ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= left ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// "shared+0x10", or a generic address.
std::optional<SpaceAddress> memory_reference(const std::string& text) {
    for (const Space space : {Space::Shared, Space::Local, Space::Parameter}) {
        const std::string prefix = std::string(space_name(space)) + "+";
        if (!text.starts_with(prefix)) continue;
        const auto offset = parse_number(text.substr(prefix.size()));
        if (offset) return SpaceAddress{space, *offset};
    }
    const auto address = parse_number(text);
    if (!address) return std::nullopt;
    return resolve_generic(*address);
}

std::string code_address(CodePosition at) {
    return fmt::format("0x{:x}", std::uint64_t{at.function} << 32 | at.instruction);
}

} // namespace

void DapServer::forget_places() {
    places_.clear();
    frames_.clear();
}

DapServer::Json DapServer::source_json(const std::string& file) {
    std::error_code error;
    Json json = {{"name", std::filesystem::path(file).filename().string()}, {"path", file}};
    if (std::filesystem::exists(file, error)) return json;
    // The text came with the launch.
    const auto known = std::find(texts_.begin(), texts_.end(), file);
    json["sourceReference"] = known - texts_.begin() + 2;
    if (known == texts_.end()) texts_.push_back(file);
    return json;
}

/// Reference 1 is the PTX; the others are the files of texts_.
DapServer::Json DapServer::source(const Json& arguments) {
    std::size_t reference = arguments.value("sourceReference", std::size_t{0});
    if (const auto given = arguments.find("source"); given != arguments.end())
        reference = given->value("sourceReference", reference);
    std::string content;
    if (reference == 1) {
        const std::uint32_t lines = ptx_lines(debugger().session());
        for (std::uint32_t n = 1; n <= lines; ++n)
            content += ptx_line_text(debugger().session(), n) + "\n";
    } else if (reference >= 2 && reference - 2 < texts_.size()) {
        for (const std::string& line : debugger().sources().lines(texts_[reference - 2]))
            content += line + "\n";
    } else {
        throw DapRefusal{"there is no such source"};
    }
    return {{"content", content}};
}

DapServer::Json DapServer::stack_trace(const Json& arguments) {
    Navigator& n = debugger().navigator();
    Focus focus = n.focus();
    const std::uint64_t warp = arguments.at("threadId").get<std::uint64_t>() - 1;
    if (warp >= warps_of_block(debugger().session())) throw DapRefusal{"there is no such thread"};
    const bool in_focus = warp == focus.warp;
    if (!in_focus) {
        focus.warp = static_cast<std::uint32_t>(warp);
        focus.lane = n.living_lane(focus.block, focus.warp).value_or(0);
    }
    const std::vector<CodePlace> stack =
        in_focus ? n.stack() : call_stack(debugger().session(), focus);
    Json list = Json::array();
    for (std::size_t k = 0; k < stack.size(); ++k) {
        const CodePlace& place = stack[k];
        const std::size_t levels = std::max<std::size_t>(place.source.size(), 1);
        for (std::size_t level = 0; level < levels; ++level) {
            frames_.push_back({focus, k == 0, place});
            Json frame = {
                {"id", frames_.size()},
                {"name", place.function_name},
                {"line", place.ptx_line},
                {"column", 1},
                {"instructionPointerReference", code_address({place.function, place.instruction})}};
            if (level < place.source.size() && place.source[level].line != 0) {
                const SourceLine& line = place.source[level];
                if (!line.function.empty()) frame["name"] = line.function;
                frame["line"] = line.line - !lines_from_one_;
                frame["column"] = std::max(line.column, 1u);
                frame["source"] = source_json(line.file);
            } else {
                frame["source"] = {{"name", "kernel.ptx"}, {"sourceReference", 1}};
            }
            list.push_back(std::move(frame));
        }
    }
    const std::size_t first = std::min(arguments.value("startFrame", std::size_t{0}), list.size());
    const std::size_t most = arguments.value("levels", std::size_t{0});
    const std::size_t last = most == 0 ? list.size() : std::min(list.size(), first + most);
    Json shown = Json::array();
    for (std::size_t k = first; k < last; ++k)
        shown.push_back(list[k]);
    return {{"stackFrames", shown}, {"totalFrames", list.size()}};
}

DapServer::FramePlace DapServer::frame_of(const Json& arguments) {
    const std::size_t id = arguments.value("frameId", std::size_t{0});
    if (id == 0) return {debugger().navigator().focus(), true, {}};
    if (id > frames_.size()) throw DapRefusal{"there is no such frame any more"};
    return frames_[id - 1];
}

Result<Evaluated> DapServer::value_of(const std::string& text, const Focus& focus, LaneMask lanes) {
    const Result<Expression> expression = Expression::parse(text);
    if (!expression) return in_command(expression.error(), text);
    Result<Evaluated> e =
        expression->evaluate(debugger().session(), focus, lanes, &debugger().names());
    if (!e) return in_command(e.error(), text);
    return e;
}

/// A command of the terminal debugger, or an expression.
DapServer::Json DapServer::repl(const std::string& text) {
    const std::string word = text.substr(0, text.find_first_of(" /\t"));
    if (!find_debug_command(word)) return nullptr;
    const std::uint64_t position = debugger().session().position();
    const Focus focus = debugger().navigator().focus();
    Result<std::string> result = debugger().execute(text);
    if (!result) throw DapRefusal{result.error().message + "; try: " + result.error().hint};
    if (debugger().quits()) leaving_ = true;
    const bool moved =
        debugger().session().position() != position || !(debugger().navigator().focus() == focus);
    if (moved) {
        forget_places();
        later([this] { tell_stop({}); });
    }
    return {{"result", *result}, {"variablesReference", 0}};
}

DapServer::Json DapServer::evaluate(const Json& arguments) {
    const std::string text = arguments.at("expression").get<std::string>();
    if (arguments.value("context", "") == "repl")
        if (Json done = repl(text); !done.is_null()) return done;
    const FramePlace frame = frame_of(arguments);
    const Result<Evaluated> e = value_of(text, frame.focus, 1u << frame.focus.lane);
    if (!e) throw DapRefusal{e.error().message + "; try: " + e.error().hint};
    Json json = named(text, e, frame.focus);
    json["result"] = json["value"];
    json.erase("value");
    json.erase("name");
    return json;
}

DapServer::Json DapServer::read_memory(const Json& arguments) {
    const auto at = memory_reference(arguments.at("memoryReference").get<std::string>());
    if (!at) throw DapRefusal{"a memory reference is an address, or shared+0x10"};
    const std::uint64_t count = std::min(arguments.at("count").get<std::uint64_t>(), kMostMemory);
    const Address first =
        at->address + static_cast<Address>(arguments.value("offset", std::int64_t{0}));
    const Focus& focus = debugger().navigator().focus();
    const WarpView view = find_warp(debugger().session(), focus.block, focus.warp);
    std::vector<std::uint8_t> bytes;
    std::uint8_t byte = 0;
    while (bytes.size() < count && read_space(debugger().session(), view, focus.lane, at->space,
                                              first + bytes.size(), &byte, 1))
        bytes.push_back(byte);
    return {{"address", place_text(at->space, first)},
            {"data", base64(bytes)},
            {"unreadableBytes", count - bytes.size()}};
}

/// Instructions have numbers for addresses: the function in the upper half, the index in the lower.
DapServer::Json DapServer::disassemble(const Json& arguments) {
    const auto value = parse_number(arguments.at("memoryReference").get<std::string>());
    if (!value) throw DapRefusal{"a code reference is a number"};
    const std::int64_t count = std::clamp<std::int64_t>(
        arguments.at("instructionCount").get<std::int64_t>(), 0, kMostInstructions);
    const std::int64_t shift =
        std::clamp<std::int64_t>(arguments.value("instructionOffset", std::int64_t{0}),
                                 -kMostInstructions, kMostInstructions);
    const auto function = static_cast<std::uint32_t>(*value >> 32);
    const auto first = static_cast<std::int64_t>(*value & 0xFFFF'FFFFu) + shift;
    const Debugger& d = debugger();
    Json list = Json::array();
    for (std::int64_t i = first; i < first + count; ++i) {
        const CodePosition at = {function, static_cast<std::uint32_t>(i)};
        const Instruction* const instruction =
            i < 0 ? nullptr : d.navigator().code().instruction(at);
        if (instruction == nullptr) {
            list.push_back({{"address", fmt::format("0x{:x}", static_cast<std::uint64_t>(i))},
                            {"instruction", "(none)"},
                            {"presentationHint", "invalid"}});
            continue;
        }
        Json row = {{"address", code_address(at)},
                    {"instruction", ptx_line_text(debugger().session(), instruction->line)}};
        for (const SourceLine& line : debugger().session().place_of(at).source) {
            if (line.line == 0 || row.contains("line")) continue;
            row["line"] = line.line - !lines_from_one_;
            row["location"] = source_json(line.file);
        }
        list.push_back(std::move(row));
    }
    return {{"instructions", list}};
}

} // namespace warpscope::cli
