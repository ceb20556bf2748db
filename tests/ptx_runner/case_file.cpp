// Reads case files: directives, tuples, and the kernel that a snippet is wrapped in.
#include "tests/ptx_runner/case_file.h"

#include <fstream>
#include <map>
#include <sstream>

#include "tests/ptx_runner/snippet.h"

namespace warpscope::cases {
namespace {

std::string trim(const std::string& s) {
    const auto first = s.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> words_of(const std::string& text, const char* separators = " \t,") {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != std::string::npos;) {
        const auto end = std::min(text.find_first_of(separators, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

void append_bytes(std::vector<std::uint8_t>& bytes, const Value& v, Type type) {
    const auto* low = reinterpret_cast<const std::uint8_t*>(&v.low);
    const auto* high = reinterpret_cast<const std::uint8_t*>(&v.high);
    for (unsigned b = 0; b < size_in_bytes(type); ++b)
        bytes.push_back(b < 8 ? low[b] : high[b - 8]);
}

class Reader {
public:
    explicit Reader(std::string path) { result_.path = std::move(path); }
    Result<Case> run();

private:
    Status directive(const std::string& key, const std::string& value);
    Status argument(const std::string& text);
    Status expectation(const std::string& text);
    Status tuple(const std::string& text);
    Status comment(const std::string& text);
    Status dimensions(const std::string& text, Dim3& d);
    Diagnostic wrong(const std::string& message) const {
        return {{result_.path, line_, 0}, message, ""};
    }

    Case result_;
    Snippet snippet_;
    std::vector<std::string> body_;
    bool whole_module_ = false;
    std::uint32_t line_ = 0;
};

Status Reader::dimensions(const std::string& text, Dim3& d) {
    const std::vector<std::string> w = words_of(text);
    if (w.empty() || w.size() > 3) return wrong("one to three extents are needed");
    d.x = static_cast<std::uint32_t>(std::stoul(w[0]));
    if (w.size() > 1) d.y = static_cast<std::uint32_t>(std::stoul(w[1]));
    if (w.size() > 2) d.z = static_cast<std::uint32_t>(std::stoul(w[2]));
    return Done{};
}

/// `out zeros:u32:128`, `iota:u32:64`, `values:f32:1,2`, `u32:7`.
Status Reader::argument(const std::string& text) {
    const auto space = text.find(' ');
    Argument a;
    std::string kind = text;
    if (space != std::string::npos) {
        a.name = text.substr(0, space);
        kind = trim(text.substr(space));
    }
    std::vector<std::string> parts = words_of(kind, ":");
    if (parts.size() > 5 && (parts[0] == "texture" || parts[0] == "surface")) {
        a.image = read_image_argument({parts.begin(), parts.end() - 2});
        if (!a.image) return wrong("cannot read the image '" + kind + "'");
        parts = {"values", parts.end()[-2], parts.back()};
    }
    if (parts.size() == 2 && type_named(parts[0]) != Type::None) {
        a.type = type_named(parts[0]);
        Value v;
        if (!parse_value(parts[1], a.type, v))
            return wrong("'" + parts[1] + "' is not a " + parts[0]);
        append_bytes(a.bytes, v, a.type);
    } else if (parts.size() == 3 && type_named(parts[1]) != Type::None) {
        a.is_buffer = true;
        a.type = type_named(parts[1]);
        if (parts[0] == "values") {
            for (const std::string& w : words_of(parts[2])) {
                Value v;
                if (!parse_value(w, a.type, v)) return wrong("'" + w + "' is not a " + parts[1]);
                append_bytes(a.bytes, v, a.type);
            }
        } else if (parts[0] == "zeros" || parts[0] == "iota") {
            const unsigned long count = std::stoul(parts[2]);
            for (unsigned long k = 0; k < count; ++k) {
                Value v;
                if (parts[0] == "iota") parse_value(std::to_string(k), a.type, v);
                append_bytes(a.bytes, v, a.type);
            }
        } else {
            return wrong("unknown argument kind '" + parts[0] + "'");
        }
    } else {
        return wrong("cannot read the argument '" + text + "'");
    }
    result_.arguments.push_back(std::move(a));
    return Done{};
}

/// `out u32 1 2 5 x 32 *`
Status Reader::expectation(const std::string& text) {
    const std::vector<std::string> w = words_of(text);
    if (w.size() < 3 || type_named(w[1]) == Type::None)
        return wrong("expect: needs a buffer, a type and values");
    // Lines about one buffer go on where the last one ended.
    Expectation* e = nullptr;
    for (Expectation& known : result_.expectations)
        if (known.buffer == w[0] && known.type == type_named(w[1])) e = &known;
    if (e == nullptr) {
        e = &result_.expectations.emplace_back();
        e->buffer = w[0];
        e->type = type_named(w[1]);
        e->line = line_;
    }
    for (std::size_t k = 2; k < w.size(); ++k) {
        if (w[k] == "x" && k + 1 < w.size() && !e->values.empty()) {
            const Value last = e->values.back();
            for (unsigned long n = std::stoul(w[++k]); n > 1; --n) {
                e->values.push_back(last);
                e->lines.push_back(line_);
            }
            continue;
        }
        Value v;
        if (!parse_value(w[k], e->type, v)) return wrong("'" + w[k] + "' is not a " + w[1]);
        e->values.push_back(v);
        e->lines.push_back(line_);
    }
    return Done{};
}

Status Reader::directive(const std::string& key, const std::string& value) {
    if (key == "row") {
        for (const std::string& w : words_of(value))
            result_.rows.push_back(w);
    } else if (key == "in") {
        return snippet_.declare(value, true) ? Status(Done{}) : wrong("cannot read the inputs");
    } else if (key == "out") {
        return snippet_.declare(value, false) ? Status(Done{}) : wrong("cannot read the outputs");
    } else if (key == "setup") {
        snippet_.setup += value + "\n";
    } else if (key == "target") {
        snippet_.target = value;
    } else if (key == "version") {
        snippet_.version = value;
    } else if (key == "kernel") {
        result_.kernel = value;
    } else if (key == "grid") {
        return dimensions(value, result_.grid);
    } else if (key == "block") {
        return dimensions(value, result_.block);
    } else if (key == "shared") {
        result_.dynamic_shared_bytes = std::stoull(value);
    } else if (key == "arg") {
        return argument(value);
    } else if (key == "expect") {
        return expectation(value);
    } else if (key == "expect-fault") {
        result_.fault = value;
    } else if (key == "expect-problem") {
        result_.problem = value;
    } else if (key == "tolerance") {
        result_.tolerance_ulp = static_cast<std::uint32_t>(std::stoul(value));
    } else if (key == "divergence") {
        result_.stack_model = value == "stack";
    } else {
        return wrong("unknown directive '" + key + "'");
    }
    return Done{};
}

Status Reader::tuple(const std::string& text) {
    const auto arrow = text.find("->");
    std::string problem = snippet_.add_tuple(words_of(text.substr(0, arrow)),
                                             words_of(text.substr(arrow + 2)), line_);
    if (!problem.empty()) return wrong(problem);
    return Done{};
}

Status Reader::comment(const std::string& text) {
    if (result_.summary.empty()) {
        result_.summary = text;
        return Done{};
    }
    static const std::vector<std::string> known = {
        "row",       "in",        "out",    "setup", "target", "version",      "kernel",
        "grid",      "block",     "shared", "arg",   "expect", "expect-fault", "expect-problem",
        "tolerance", "divergence"};
    const auto colon = text.find(':');
    const std::string key = colon == std::string::npos ? "" : text.substr(0, colon);
    for (const std::string& k : known)
        if (k == key) return directive(key, trim(text.substr(colon + 1)));
    if (!whole_module_ && text.find("->") != std::string::npos && !snippet_.variables.empty())
        return tuple(text);
    return Done{}; // prose
}

Result<Case> Reader::run() {
    std::ifstream in(result_.path);
    if (!in) return wrong("cannot be read");
    std::string line;
    std::vector<std::string> lines;
    while (std::getline(in, line)) {
        lines.push_back(line);
        if (trim(line).rfind(".version", 0) == 0) whole_module_ = true;
    }
    for (const std::string& l : lines) {
        ++line_;
        const std::string text = trim(l);
        if (text.rfind("//", 0) == 0 && text.rfind("// ws.", 0) != 0) {
            if (Status s = comment(trim(text.substr(2))); !s) return s.error();
        } else if (!text.empty() || whole_module_) {
            body_.push_back(l);
        }
    }
    if (whole_module_) {
        for (const std::string& l : lines)
            result_.ptx += l + "\n";
    } else if (std::string problem = snippet_.build(body_, result_); !problem.empty()) {
        return wrong(problem);
    }
    if (result_.kernel.empty()) return wrong("no kernel is named");
    if (result_.rows.empty()) return wrong("no `row:` says which instruction rows the case covers");
    return std::move(result_);
}

} // namespace

Result<Case> read_case(const std::string& path) {
    try {
        return Reader(path).run();
    } catch (const std::exception& e) { // std::stoul on a malformed number
        return Diagnostic{{path, 0, 0}, std::string("a number is malformed: ") + e.what(), ""};
    }
}

} // namespace warpscope::cases
