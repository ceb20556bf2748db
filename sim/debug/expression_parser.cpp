// Reads expressions: tokens, then precedence climbing.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "sim/debug/expression_lexer.h"
#include "sim/debug/expression_node.h"

namespace warpscope {
namespace {

using Node = Expression::Node;
using NodePointer = std::unique_ptr<Node>;
using Operator = ExpressionOperator;
using Token = ExpressionToken;
using Lexer = ExpressionLexer;

constexpr std::size_t kLongest = 4096;
constexpr unsigned kDeepest = 100; ///< nested parentheses and operators

struct BinaryRow {
    std::string_view symbol;
    int precedence;
    Operator operation;
};
constexpr BinaryRow kBinary[] = {
    {"||", 1, Operator::LogicalOr},
    {"&&", 2, Operator::LogicalAnd},
    {"|", 3, Operator::Or},
    {"^", 4, Operator::Xor},
    {"&", 5, Operator::And},
    {"==", 6, Operator::Equal},
    {"!=", 6, Operator::NotEqual},
    {"<", 7, Operator::Less},
    {"<=", 7, Operator::LessEqual},
    {">", 7, Operator::Greater},
    {">=", 7, Operator::GreaterEqual},
    {"<<", 8, Operator::ShiftLeft},
    {">>", 8, Operator::ShiftRight},
    {"+", 9, Operator::Add},
    {"-", 9, Operator::Subtract},
    {"*", 10, Operator::Multiply},
    {"/", 10, Operator::Divide},
    {"%", 10, Operator::Remainder},
};

class Parser {
public:
    explicit Parser(std::string_view text) : lexer_(text) { advance(); }

    Result<NodePointer> whole() {
        NodePointer root = conditional();
        if (!problem_ && token_.kind != Token::Kind::End)
            fail(token_.column, "\"" + token_.text + "\" does not belong here",
                 "end the expression before it, or write an operator between");
        if (!problem_ && height(*root) > kDeepest)
            fail(1, "nested too deeply", "split the expression");
        if (problem_) return *problem_;
        return root;
    }

private:
    static unsigned height(const Node& node) {
        unsigned most = 0;
        for (const NodePointer& child : node.children)
            most = std::max(most, height(*child));
        return most + 1;
    }
    void advance() { token_ = lexer_.next(); }
    bool is(std::string_view symbol) const {
        return token_.kind == Token::Kind::Symbol && token_.text == symbol;
    }
    bool take(std::string_view symbol) {
        if (!is(symbol)) return false;
        advance();
        return true;
    }
    NodePointer fail(std::uint32_t column, std::string message, std::string hint) {
        if (!problem_) problem_ = expression_error(column, std::move(message), std::move(hint));
        return nullptr;
    }
    bool expect(std::string_view symbol, const char* hint) {
        if (take(symbol)) return true;
        const std::string found =
            token_.kind == Token::Kind::End ? "the end" : "\"" + token_.text + "\"";
        fail(token_.column, "expected \"" + std::string(symbol) + "\" instead of " + found, hint);
        return false;
    }
    static NodePointer make(Node::Kind kind, std::uint32_t column) {
        auto node = std::make_unique<Node>();
        node->kind = kind;
        node->column = column;
        return node;
    }
    template<class... Children>
    static NodePointer make(Node::Kind kind, Operator operation, std::uint32_t column,
                            Children... children) {
        NodePointer node = make(kind, column);
        node->operation = operation;
        (node->children.push_back(std::move(children)), ...);
        return node;
    }
    struct Deeper {
        explicit Deeper(Parser& parser) : p(parser) { ++p.depth_; }
        ~Deeper() { --p.depth_; }
        Parser& p;
    };
    bool too_deep() {
        if (depth_ <= kDeepest) return false;
        fail(token_.column, "nested too deeply", "split the expression");
        return true;
    }

    NodePointer conditional() {
        const Deeper deeper(*this);
        if (too_deep()) return nullptr;
        NodePointer condition = binary(1);
        if (problem_ || !is("?")) return condition;
        const std::uint32_t column = token_.column;
        advance();
        NodePointer yes = conditional();
        if (problem_ || !expect(":", "write CONDITION ? A : B")) return nullptr;
        NodePointer no = conditional();
        if (problem_) return nullptr;
        return make(Node::Kind::Conditional, Operator::Add, column, std::move(condition),
                    std::move(yes), std::move(no));
    }

    const BinaryRow* binary_here() const {
        if (token_.kind != Token::Kind::Symbol) return nullptr;
        for (const BinaryRow& row : kBinary)
            if (row.symbol == token_.text) return &row;
        return nullptr;
    }

    NodePointer binary(int least) {
        NodePointer left = unary();
        unsigned length = 0; // of the chain: each operator makes the tree one deeper
        while (!problem_) {
            const BinaryRow* const row = binary_here();
            if (row == nullptr || row->precedence < least) break;
            const std::uint32_t column = token_.column;
            if (++length > kDeepest)
                return fail(column, "too many operators in a row", "split the expression");
            advance();
            NodePointer right = binary(row->precedence + 1);
            if (problem_) return nullptr;
            left =
                make(Node::Kind::Binary, row->operation, column, std::move(left), std::move(right));
        }
        return left;
    }

    NodePointer unary() {
        const Deeper deeper(*this);
        if (too_deep()) return nullptr;
        static constexpr std::pair<std::string_view, Operator> kUnary[] = {
            {"-", Operator::Negate}, {"+", Operator::Plus},        {"~", Operator::Complement},
            {"!", Operator::Not},    {"*", Operator::Dereference}, {"&", Operator::AddressOf},
        };
        const std::uint32_t column = token_.column;
        for (const auto& [symbol, operation] : kUnary) {
            if (!take(symbol)) continue;
            NodePointer child = unary();
            if (problem_) return nullptr;
            return make(Node::Kind::Unary, operation, column, std::move(child));
        }
        return postfix();
    }

    NodePointer postfix() {
        NodePointer node = primary();
        unsigned length = 0;
        while (!problem_ && (is("[") || is(".") || is("->"))) {
            const std::uint32_t column = token_.column;
            if (++length > kDeepest)
                return fail(column, "too many indices and members", "leave some out");
            const bool indexes = is("[");
            advance();
            if (!indexes) {
                if (token_.kind != Token::Kind::Name)
                    return fail(token_.column, "the name of a member is missing",
                                "write STRUCT.MEMBER, or NAME.TYPE[INDEX] as in tile.f32[3]");
                node = make(Node::Kind::Member, Operator::Add, token_.column, std::move(node));
                node->name = token_.text;
                advance();
                continue;
            }
            NodePointer index = conditional();
            if (problem_ || !expect("]", "close the index")) return nullptr;
            node =
                make(Node::Kind::Index, Operator::Add, column, std::move(node), std::move(index));
        }
        return node;
    }

    NodePointer primary() {
        const std::uint32_t column = token_.column;
        if (token_.kind == Token::Kind::Number) return number();
        if (token_.kind == Token::Kind::Name) return name();
        if (take("(")) {
            if (const auto cast = type_here()) {
                if (!expect(")", "write (TYPE)VALUE")) return nullptr;
                NodePointer value = unary();
                if (problem_) return nullptr;
                NodePointer node = make(Node::Kind::Cast, Operator::Add, column, std::move(value));
                node->element = cast->first;
                node->pointer = cast->second;
                return node;
            }
            if (problem_) return nullptr;
            NodePointer inner = conditional();
            if (problem_ || !expect(")", "close the parenthesis")) return nullptr;
            return inner;
        }
        if (token_.kind == Token::Kind::End)
            return fail(column, "a value is missing at the end",
                        "write a number, a name like threadIdx.x, or a register like %r1");
        return fail(column, "\"" + token_.text + "\" is no value",
                    "write a number, a name like threadIdx.x, or a register like %r1");
    }

    /// The type behind a parenthesis, and whether it is a pointer to it.
    std::optional<std::pair<Type, bool>> type_here() {
        if (token_.kind != Token::Kind::Name) return std::nullopt;
        bool is_unsigned = false, modified = false;
        Type type = Type::None;
        while (token_.kind == Token::Kind::Name) {
            if (token_.text == "unsigned" || token_.text == "signed" || token_.text == "const") {
                is_unsigned |= token_.text == "unsigned";
                modified |= token_.text != "const";
            } else if (token_.text == "long") {
                type = Type::S64;
            } else if (type == Type::S64 && token_.text == "int") {
                // long int
            } else if (const Type named = type_word(token_.text);
                       named != Type::None && type == Type::None) {
                type = named;
            } else {
                break;
            }
            advance();
        }
        if (type == Type::None && !modified) return std::nullopt;
        if (type == Type::None) type = Type::S32;
        if (is_unsigned) type = unsigned_of(type);
        bool pointer = false;
        if (take("*")) pointer = true;
        if (pointer && is("*"))
            fail(token_.column, "pointers to pointers cannot be written as a cast",
                 "cast to (uint64_t*), index it, and cast again");
        return std::pair(type, pointer);
    }
    NodePointer name() {
        NodePointer node = make(Node::Kind::Name, token_.column);
        node->name = token_.text;
        advance();
        while (is("::")) {
            advance();
            if (token_.kind != Token::Kind::Name)
                return fail(token_.column, "a name is missing behind \"::\"", "write a::b");
            node->name += "::" + token_.text;
            advance();
        }
        // %tid.x, threadIdx.x and tile.f32 are names; other members are looked up in a struct.
        if (is(".") && is_dotted(*node)) {
            advance();
            if (token_.kind != Token::Kind::Name)
                return fail(token_.column, "\".\" is for threadIdx.x and for types: tile.f32[3]",
                            "write NAME.TYPE[INDEX]");
            node->name += "." + token_.text;
            advance();
        } else if (is(".") && lexer_.peeks_type()) {
            advance();
            node->element = memory_type(token_.text);
            advance();
        }
        return as_memory(std::move(node));
    }

    static bool is_dotted(const Node& node) {
        return node.name.starts_with('%') || node.name == "threadIdx" || node.name == "blockIdx" ||
               node.name == "blockDim" || node.name == "gridDim";
    }

    /// global.f32[…] names memory, not a variable.
    NodePointer as_memory(NodePointer node) {
        static constexpr std::pair<std::string_view, Space> kSpaceNames[] = {
            {"global", Space::Global}, {"shared", Space::Shared},   {"local", Space::Local},
            {"const", Space::Global},  {"param", Space::Parameter}, {"generic", Space::Global},
        };
        for (const auto& [word, space] : kSpaceNames) {
            if (node->name != word) continue;
            if (node->element == Type::None || !is("["))
                return fail(node->column, "\"" + node->name + "\" needs a type and an address",
                            "write " + node->name + ".f32[ADDRESS]");
            advance();
            NodePointer address = conditional();
            if (problem_ || !expect("]", "close the address")) return nullptr;
            node->kind = Node::Kind::Memory;
            node->space = space;
            node->pointer = word == "generic";
            node->children.push_back(std::move(address));
            break;
        }
        return node;
    }

    NodePointer number() {
        NodePointer node = make(Node::Kind::Literal, token_.column);
        std::string text = token_.text;
        const std::uint32_t column = token_.column;
        advance();
        const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        const bool floating = !hexadecimal && text.find_first_of(".eE") != std::string::npos;
        if (!floating) return integer(std::move(node), text);
        const bool single = text.back() == 'f' || text.back() == 'F';
        if (single) text.pop_back();
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (*end != '\0')
            return fail(column, "\"" + token_text(text, single) + "\" is no number",
                        "write 1.5, 1.5f or 1e-3");
        node->type = single ? ValueType::F32 : ValueType::F64;
        if (single) {
            const float narrow = static_cast<float>(value);
            std::uint32_t bits = 0;
            std::memcpy(&bits, &narrow, 4);
            node->bits = bits;
        } else {
            std::memcpy(&node->bits, &value, 8);
        }
        return node;
    }
    static std::string token_text(const std::string& text, bool single) {
        return single ? text + "f" : text;
    }

    NodePointer integer(NodePointer node, const std::string& text) {
        char* end = nullptr;
        errno = 0;
        const std::uint64_t value = std::strtoull(text.c_str(), &end, 0);
        std::string suffix;
        for (; *end != '\0'; ++end)
            suffix += static_cast<char>(*end >= 'a' && *end <= 'z' ? *end - 32 : *end);
        const bool known = suffix.empty() || suffix == "U" || suffix == "L" || suffix == "LL" ||
                           suffix == "UL" || suffix == "ULL";
        if (!known)
            return fail(node->column, "\"" + text + "\" is no number",
                        "write 12, 0x7f, 1.5 or 1.5f; names begin with a letter");
        if (errno == ERANGE)
            return fail(node->column, text + " does not fit into 64 bits",
                        "write a smaller number");
        const bool is_unsigned = suffix.starts_with("U"), wide = suffix.ends_with("L");
        const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        if (!wide && !is_unsigned && value <= INT32_MAX)
            node->type = ValueType::S32;
        else if (!wide && (is_unsigned || hexadecimal) && value <= UINT32_MAX)
            node->type = ValueType::U32;
        else
            node->type = is_unsigned || value > INT64_MAX ? ValueType::U64 : ValueType::S64;
        node->bits = value;
        return node;
    }

    Lexer lexer_;
    Token token_;
    std::optional<Diagnostic> problem_;
    unsigned depth_ = 0;
};

} // namespace

Diagnostic expression_error(std::uint32_t column, std::string message, std::string hint) {
    return {{"", 0, column}, std::move(message), std::move(hint)};
}

Result<NodePointer> parse_expression(std::string_view text) {
    if (text.size() > kLongest)
        return expression_error(kLongest, "longer than 4096 characters", "split the expression");
    for (std::size_t i = 0; i < text.size(); ++i)
        if (static_cast<unsigned char>(text[i]) < 0x20 && text[i] != '\t')
            return expression_error(static_cast<std::uint32_t>(i + 1), "a control character",
                                    "take it out");
    return Parser(text).whole();
}

} // namespace warpscope
