// Wraps a snippet into a kernel: loads each input from its own buffer, stores each output into its
// own.
#include "tests/ptx_runner/snippet.h"

#include <sstream>

namespace warpscope::cases {
namespace {

/// In memory a predicate is a 32-bit 0 or 1.
Type memory_type(Type type) {
    return type == Type::Pred ? Type::U32 : type;
}

/// Registers narrower than 16 bits do not exist; half types live in untyped registers.
std::string register_type(Type type) {
    switch (size_in_bytes(type)) {
    case 1: return type == Type::Pred ? ".pred" : ".b16";
    case 2: return is_float(type) ? ".b16" : "." + std::string(name_of(type));
    default: break;
    }
    if (type == Type::F32 || type == Type::F64 || is_integer(type))
        return "." + std::string(name_of(type));
    return ".b" + std::to_string(8 * size_in_bytes(type));
}

std::string access_type(Type type) {
    if (is_integer(type) || type == Type::F32 || type == Type::F64)
        return "." + std::string(name_of(type));
    return ".b" + std::to_string(8 * size_in_bytes(type));
}

SnippetVariable* find(std::vector<SnippetVariable>& variables, const std::string& name) {
    for (SnippetVariable& v : variables)
        if (v.name == name) return &v;
    return nullptr;
}

void append(std::vector<std::uint8_t>& bytes, const Value& v, Type type) {
    for (unsigned b = 0; b < size_in_bytes(type); ++b)
        bytes.push_back(
            static_cast<std::uint8_t>(b < 8 ? v.low >> (8 * b) : v.high >> (8 * (b - 8))));
}

void emit_address(std::ostringstream& ptx, const std::string& parameter, unsigned bytes) {
    ptx << "    ld.param.u64 %case_address, [" << parameter << "];\n"
        << "    mad.wide.u32 %case_address, %case_thread, " << bytes << ", %case_address;\n";
}

void emit_load(std::ostringstream& ptx, const SnippetVariable& v) {
    emit_address(ptx, "in_" + v.name, size_in_bytes(memory_type(v.type)));
    if (v.type == Type::Pred)
        ptx << "    ld.global.u32 %case_word, [%case_address];\n    setp.ne.u32 " << v.name
            << ", %case_word, 0;\n";
    else
        ptx << "    ld.global" << access_type(v.type) << " " << v.name << ", [%case_address];\n";
}

/// Outputs start as zero, so that what an instruction leaves alone is defined.
void emit_clear(std::ostringstream& ptx, const SnippetVariable& v) {
    if (v.type == Type::Pred) {
        ptx << "    setp.ne.u32 " << v.name << ", %case_thread, %case_thread;\n";
    } else if (size_in_bytes(v.type) == 16) {
        ptx << "    mov.b128 " << v.name << ", {%case_zero, %case_zero};\n";
    } else {
        const unsigned bits = std::max(16u, 8 * size_in_bytes(v.type));
        const bool real = v.type == Type::F32 || v.type == Type::F64;
        ptx << "    mov." << (real ? "f" : "b") << bits << " " << v.name << ", "
            << (v.type == Type::F32   ? "0f00000000"
                : v.type == Type::F64 ? "0d0000000000000000"
                                      : "0")
            << ";\n";
    }
}

void emit_store(std::ostringstream& ptx, const SnippetVariable& v) {
    emit_address(ptx, "out_" + v.name, size_in_bytes(memory_type(v.type)));
    if (v.type == Type::Pred)
        ptx << "    selp.u32 %case_word, 1, 0, " << v.name
            << ";\n    st.global.u32 [%case_address], %case_word;\n";
    else
        ptx << "    st.global" << access_type(v.type) << " [%case_address], " << v.name << ";\n";
}

} // namespace

bool Snippet::declare(const std::string& text, bool input) {
    std::istringstream in(text);
    std::string item;
    while (std::getline(in, item, ',')) {
        std::istringstream words(item);
        std::string name, type, rest;
        if (!(words >> name >> type) || type.size() < 2 || type[0] != '.' || (words >> rest))
            return false;
        SnippetVariable* v = find(variables, name);
        if (v == nullptr) {
            v = &variables.emplace_back();
            v->name = name;
            v->type = type_named(type.substr(1));
        }
        if (v->type == Type::None) return false;
        (input ? v->is_input : v->is_output) = true;
    }
    return true;
}

std::string Snippet::add_tuple(const std::vector<std::string>& in,
                               const std::vector<std::string>& out, std::uint32_t line) {
    std::size_t next_in = 0, next_out = 0;
    for (SnippetVariable& v : variables) {
        const Type type = memory_type(v.type);
        if (v.is_input) {
            if (next_in == in.size()) return "the tuple has too few inputs";
            if (!parse_value(in[next_in++], type, v.inputs.emplace_back()))
                return "'" + in[next_in - 1] + "' is not a " + std::string(name_of(v.type));
        }
        if (v.is_output) {
            if (next_out == out.size()) return "the tuple has too few outputs";
            if (!parse_value(out[next_out++], type, v.outputs.emplace_back()))
                return "'" + out[next_out - 1] + "' is not a " + std::string(name_of(v.type));
        }
    }
    if (next_in != in.size() || next_out != out.size()) return "the tuple has too many values";
    tuple_lines.push_back(line);
    return {};
}

std::string Snippet::build(const std::vector<std::string>& body, Case& result) const {
    if (tuple_lines.empty()) return "the case has no tuples";
    if (tuple_lines.size() > 1024) return "more than 1024 tuples do not fit into a block";
    std::ostringstream ptx, parameters;
    for (const SnippetVariable& v : variables) {
        if (v.is_input)
            parameters << (parameters.tellp() ? ", " : "") << ".param .u64 in_" << v.name;
        if (v.is_output)
            parameters << (parameters.tellp() ? ", " : "") << ".param .u64 out_" << v.name;
    }
    ptx << ".version " << version << "\n.target " << target << "\n.address_size 64\n"
        << setup << ".visible .entry snippet(" << parameters.str()
        << ")\n{\n    .reg .b64 %case_address, %case_zero;\n"
        << "    .reg .b32 %case_thread, %case_word;\n";
    for (const SnippetVariable& v : variables)
        ptx << "    .reg " << register_type(v.type) << " " << v.name << ";\n";
    ptx << "    mov.u32 %case_thread, %tid.x;\n    mov.b64 %case_zero, 0;\n";
    for (const SnippetVariable& v : variables)
        v.is_input ? emit_load(ptx, v) : emit_clear(ptx, v);
    for (const std::string& line : body)
        ptx << line << "\n";
    for (const SnippetVariable& v : variables)
        if (v.is_output) emit_store(ptx, v);
    ptx << "    ret;\n}\n";

    result.ptx = ptx.str();
    result.kernel = "snippet";
    result.block = {static_cast<std::uint32_t>(tuple_lines.size()), 1, 1};
    for (const SnippetVariable& v : variables) {
        const Type type = memory_type(v.type);
        if (v.is_input) {
            Argument& a = result.arguments.emplace_back(Argument{"in_" + v.name, true, type, {}});
            for (const Value& x : v.inputs)
                append(a.bytes, x, type);
        }
        if (v.is_output) {
            Argument& a = result.arguments.emplace_back(Argument{"out_" + v.name, true, type, {}});
            a.bytes.assign(tuple_lines.size() * size_in_bytes(type), 0);
            result.expectations.push_back(
                {"out_" + v.name, type, v.outputs, tuple_lines[0], tuple_lines});
        }
    }
    return {};
}

} // namespace warpscope::cases
