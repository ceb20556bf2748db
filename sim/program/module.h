// Module: a PTX translation unit (or several linked ones): functions, variables, source lines.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/program/instruction.h"

namespace warpscope {

enum class Linkage : std::uint8_t { Internal, Extern, Visible, Weak, Common };

/// A pointer inside an initialiser: the address of `symbol` + `addend` goes to `offset`, `bytes` wide.
struct Relocation {
    std::uint64_t offset = 0;
    std::string symbol;
    std::int64_t addend = 0;
    std::uint8_t bytes = 8;
    std::uint8_t shift = 0;     ///< mask() operator: which byte of the address, in bits (PTX ISA, "Initializers")
    bool generic = false;       ///< generic(symbol)
};

/// A variable in any addressable space, at module or function scope, or a formal parameter.
struct Variable {
    std::string name;
    StateSpace space = StateSpace::Global;
    Type type = Type::B8;                 ///< element type
    std::uint32_t align = 1;              ///< bytes
    std::uint64_t size = 0;               ///< bytes; 0 for an unsized extern array
    bool unsized = false;                 ///< `extern .shared .b8 raw[]`
    Linkage linkage = Linkage::Internal;
    std::vector<std::uint8_t> initializer;  ///< empty, or `size` bytes
    std::vector<Relocation> relocations;
    std::vector<std::uint64_t> extents;     ///< declared array extents, for the printer
    bool is_array = false;
    std::uint8_t vector = 1;                ///< `.v2`, `.v4`: every element is a vector; counted in `size`
    std::string attributes;                 ///< `.managed` and the like, as written; `.ptr` of parameters
    std::uint32_t line = 0;                 ///< line in the PTX text
};

struct Register {
    std::string name;
    Type type = Type::None;
};

/// One line of the user's source, and the calls through which it was inlined (innermost first).
struct SourceFrame {
    std::uint32_t file = 0;  ///< index into Module::files
    std::uint32_t line = 0, column = 0;  ///< 0: the compiler gives none
    std::string function;    ///< demangled name of the function that the line belongs to; may be empty
    friend bool operator==(const SourceFrame&, const SourceFrame&) = default;
};
struct SourceLocation {
    std::vector<SourceFrame> frames;  ///< empty when the PTX carries no line information
    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// A `// ws.` comment (or a `.pragma` statement); it stays before the instruction with this index.
struct Annotation {
    std::uint32_t before = 0;
    std::string text;
};

/// A label, for printing and for tables of branch targets.
struct Label {
    std::string name;
    std::uint32_t target = 0;  ///< instruction index; instructions.size() when it ends the body
};

/// `name: .callprototype ...` or `name: .calltargets a, b`: what an indirect call may reach.
struct CallPrototype {
    std::string name;
    std::string text;                  ///< the .callprototype as written, from the dot to the semicolon; else empty
    std::vector<Variable> results, parameters;  ///< of a .callprototype
    std::vector<std::string> targets;           ///< of a .calltargets: names of functions
};

struct Function {
    std::string name;
    bool is_entry = false;
    bool is_declaration = false;
    Linkage linkage = Linkage::Internal;
    std::vector<Variable> results;     ///< return parameters
    std::vector<Variable> parameters;
    std::vector<Register> registers;
    std::vector<Variable> variables;   ///< .local, .shared, .param (call areas), .global/.const at function scope
    std::vector<Instruction> instructions;
    std::vector<Label> labels;
    std::vector<std::vector<std::string>> branch_tables;  ///< of brx.idx: label names
    std::vector<std::string> branch_table_names;          ///< same index: the label of each .branchtargets
    std::vector<CallPrototype> prototypes;
    std::vector<Annotation> annotations;
    std::vector<SourceLocation> locations;  ///< [0] is "unknown"
    std::uint32_t max_threads = 0;          ///< .maxntid product, 0 when absent
    std::uint32_t required_threads[3] = {0, 0, 0};  ///< .reqntid
    std::vector<std::string> directives;    ///< .maxntid ... .noreturn as written, for the printer
    /// Why this function cannot run (its first unsupported instruction); the rest of the module still runs.
    std::vector<Diagnostic> problems;
    std::uint32_t line = 0;
};

/// A `.section` as text (DWARF), between its braces.
struct Section {
    std::string name, text;
};

/// `.alias name, target;`
struct Alias {
    std::string name, target;
};

struct Module {
    std::string name;                       ///< what diagnostics call the PTX text (usually a file name)
    std::string text;                       ///< the PTX as read, for excerpts
    unsigned version_major = 0, version_minor = 0;
    std::string target;                     ///< "sm_80"
    std::string target_options;             ///< what follows it: ", debug"
    unsigned address_size = 64;
    std::vector<std::string> files;         ///< .file table, by dense index
    std::vector<Variable> variables;
    std::vector<Function> functions;
    std::vector<Alias> aliases;
    std::vector<Section> sections;

    /// By name or alias; a definition if there is one, else the declaration, else nullptr.
    const Function* find_function(const std::string& function_name) const;
    const Variable* find_variable(const std::string& variable_name) const;
    std::vector<const Function*> entries() const;
};

}  // namespace warpscope
