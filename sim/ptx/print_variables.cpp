// Writes variables (PTX ISA, "Variables").
#include "sim/ptx/print_variables.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace warpscope::ptx {
namespace {

bool starts_with(const std::string& text, std::string_view start) {
    return text.compare(0, start.size(), start) == 0;
}

bool is_opaque(const Variable& variable) {
    return starts_with(variable.attributes, ".texref") ||
           starts_with(variable.attributes, ".samplerref") ||
           starts_with(variable.attributes, ".surfref");
}

class InitializerPrinter {
public:
    InitializerPrinter(std::string& out, const Variable& variable,
                       const std::map<std::string, Address>& places)
        : out_(out), variable_(variable), places_(places), extents_(variable.extents) {
        if (variable.vector > 1) extents_.push_back(variable.vector);
        element_bytes_ = std::max(1u, size_in_bytes(variable.type));
        for (const Relocation& relocation : variable.relocations)
            relocations_[relocation.offset] = &relocation;
    }

    void print() {
        out_ += " = ";
        if (extents_.empty())
            value(0);
        else
            level(0);
    }

private:
    void level(std::size_t dimension) {
        out_ += '{';
        const bool innermost = dimension + 1 == extents_.size();
        for (std::uint64_t i = 0; i < extents_[dimension] && offset_ < variable_.size; ++i) {
            if (i > 0) out_ += innermost ? "," : ", ";
            if (innermost)
                value(offset_), offset_ += element_bytes_;
            else
                level(dimension + 1);
        }
        out_ += '}';
    }

    void value(std::uint64_t offset) {
        if (const auto found = relocations_.find(offset); found != relocations_.end())
            return address(*found->second);
        std::uint64_t bits = 0;
        for (unsigned i = 0;
             i < element_bytes_ && i < 8 && offset + i < variable_.initializer.size(); ++i)
            bits |= std::uint64_t{variable_.initializer[offset + i]} << (8 * i);
        auto to = std::back_inserter(out_);
        if (variable_.type == Type::F32)
            fmt::format_to(to, "0f{:08X}", bits);
        else if (variable_.type == Type::F64)
            fmt::format_to(to, "0d{:016X}", bits);
        else if (is_signed(variable_.type))
            fmt::format_to(to, "{}", sign_extended(bits));
        else
            fmt::format_to(to, "{}", bits);
    }

    std::int64_t sign_extended(std::uint64_t bits) const {
        const unsigned unused = element_bytes_ >= 8 ? 0 : 64 - 8 * element_bytes_;
        return static_cast<std::int64_t>(bits << unused) >> unused;
    }

    void address(const Relocation& relocation) {
        if (const auto place = places_.find(relocation.symbol); place != places_.end()) {
            const std::uint64_t number =
                place->second + static_cast<std::uint64_t>(relocation.addend);
            const std::uint64_t bits = number >> relocation.shift;
            fmt::format_to(std::back_inserter(out_), "{}",
                           relocation.bytes == 1 ? bits & 0xFF : bits);
            return;
        }
        std::string text =
            relocation.generic ? "generic(" + relocation.symbol + ")" : relocation.symbol;
        if (relocation.addend != 0)
            fmt::format_to(std::back_inserter(text), "+{}", relocation.addend);
        if (relocation.bytes == 1)
            fmt::format_to(std::back_inserter(out_), "0x{:X}({})",
                           std::uint64_t{0xFF} << relocation.shift, text);
        else
            out_ += text;
    }

    std::string& out_;
    const Variable& variable_;
    const std::map<std::string, Address>& places_;
    std::vector<std::uint64_t> extents_;
    std::unordered_map<std::uint64_t, const Relocation*> relocations_;
    unsigned element_bytes_ = 1;
    std::uint64_t offset_ = 0;
};

} // namespace

std::string_view spelled(Linkage linkage) {
    switch (linkage) {
    case Linkage::Visible: return ".visible ";
    case Linkage::Extern: return ".extern ";
    case Linkage::Weak: return ".weak ";
    case Linkage::Common: return ".common ";
    case Linkage::Internal: break;
    }
    return "";
}

void append_variable(std::string& out, const Variable& variable) {
    auto to = std::back_inserter(out);
    fmt::format_to(to, ".{} ", name_of(variable.space));
    const bool is_pointer = starts_with(variable.attributes, ".ptr");
    const bool opaque = is_opaque(variable);
    if (!variable.attributes.empty() && !is_pointer) fmt::format_to(to, "{} ", variable.attributes);
    if (variable.align != size_in_bytes(variable.type) * variable.vector)
        fmt::format_to(to, ".align {} ", variable.align);
    if (variable.vector > 1) fmt::format_to(to, ".v{} ", variable.vector);
    if (!opaque) fmt::format_to(to, ".{} ", name_of(variable.type));
    if (is_pointer) fmt::format_to(to, "{} ", variable.attributes);
    out += variable.name;
    for (std::size_t i = 0; i < variable.extents.size(); ++i) {
        if (i == 0 && variable.unsized)
            out += "[]";
        else
            fmt::format_to(to, "[{}]", variable.extents[i]);
    }
}

void append_declaration(std::string& out, const Variable& variable,
                        const std::map<std::string, Address>& places) {
    out += spelled(variable.linkage);
    append_variable(out, variable);
    if (!variable.initializer.empty()) InitializerPrinter(out, variable, places).print();
    out += ";\n";
}

std::vector<std::uint32_t> declaration_order(const Module& module) {
    std::unordered_map<std::string_view, std::uint32_t> index;
    for (std::uint32_t v = 0; v < module.variables.size(); ++v)
        index.emplace(module.variables[v].name, v);
    std::vector<std::uint32_t> order;
    std::vector<bool> seen(module.variables.size(), false);
    struct Visit {
        std::uint32_t variable;
        std::size_t relocation;
    };
    for (std::uint32_t start = 0; start < module.variables.size(); ++start) {
        if (seen[start]) continue;
        seen[start] = true;
        std::vector<Visit> stack = {{start, 0}};
        while (!stack.empty()) {
            Visit& top = stack.back();
            const std::vector<Relocation>& needs = module.variables[top.variable].relocations;
            if (top.relocation == needs.size()) {
                order.push_back(top.variable);
                stack.pop_back();
                continue;
            }
            const auto found = index.find(needs[top.relocation++].symbol);
            if (found == index.end() || seen[found->second]) continue;
            seen[found->second] = true;
            stack.push_back({found->second, 0});
        }
    }
    return order;
}

} // namespace warpscope::ptx
