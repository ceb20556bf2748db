// Linking of registered translation units, and names that several of them define.
#include "runtime/host/program_link.h"

#include <map>

#include "sim/ptx/parser.h"
#include "sim/ptx/printer.h"

namespace warpscope::host {
namespace {

bool is_strong(const Variable& v) {
    return v.linkage == Linkage::Visible;
}
bool is_strong(const Function& f) {
    return f.linkage == Linkage::Visible && !f.is_declaration;
}

template<class Visit>
void each_symbol(Module& module, Visit visit) {
    for (Variable& v : module.variables)
        visit(v.name, v.linkage, is_strong(v));
    for (Function& f : module.functions)
        visit(f.name, f.linkage, is_strong(f));
}

/// Makes names that several parts define strongly each part's own. The compiler makes static
/// kernels and variables visible, so that host code finds them; truly global ones the host linker
/// has refused already.
void separate_duplicates(std::vector<Module>& parts) {
    std::map<std::string, unsigned> definitions;
    for (Module& part : parts)
        each_symbol(part, [&](const std::string& name, Linkage, bool strong) {
            definitions[name] += strong ? 1 : 0;
        });
    for (Module& part : parts)
        each_symbol(part, [&](const std::string& name, Linkage& linkage, bool strong) {
            if (strong && definitions[name] > 1) linkage = Linkage::Internal;
        });
}

/// Kernels are found by name, also in the printed text.
void show_entries(Module& module) {
    for (Function& f : module.functions)
        if (f.is_entry && f.linkage == Linkage::Internal) f.linkage = Linkage::Visible;
}

} // namespace

Result<LinkedProgram> link_program(std::vector<Module> parts) {
    LinkedProgram program;
    const bool single = parts.size() == 1;
    if (!single) separate_duplicates(parts);
    Result<Module> linked = ptx::link(std::move(parts), &program.renames);
    if (!linked) return linked.error();
    if (!single) {
        show_entries(*linked);
        const std::string name = linked->name;
        linked = ptx::parse(ptx::print(*linked), name);
        if (!linked) return linked.error();
    }
    program.module = std::make_shared<const Module>(std::move(*linked));
    return program;
}

} // namespace warpscope::host
