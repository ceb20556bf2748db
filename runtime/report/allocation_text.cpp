// Words an allocation.
#include "runtime/report/allocation_text.h"

#include <fmt/format.h>

#include "runtime/report/statistics.h"
#include "runtime/report/units.h"

namespace warpscope::report {

std::string site_text(const FilePosition& site) {
    return fmt::format("{}:{}", site.file.substr(site.file.rfind('/') + 1), site.line);
}

std::string allocation_name(const AllocationFacts& a) {
    if (a.kind == AllocationKind::Array) return fmt::format("array {}", a.id);
    if (a.kind == AllocationKind::Heap) return fmt::format("block {} of the device heap", a.id);
    if (a.name.empty()) return fmt::format("allocation {}", a.id);
    // Managed memory has the names of variables only.
    const bool buffer = a.kind == AllocationKind::Device || a.kind == AllocationKind::Workspace;
    return fmt::format("{} `{}`", buffer ? "buffer" : "variable", demangle(a.name));
}

std::string allocation_text(const AllocationFacts& a) {
    std::string facts = a.shape.empty() ? counted(a.bytes, "byte") : a.shape;
    if (a.base != 0) facts += " at " + hexadecimal(a.base);
    if (a.kind == AllocationKind::Managed && a.name.empty()) facts += ", managed";
    if (a.allocated_at.line != 0) facts += ", allocated at " + site_text(a.allocated_at);
    return fmt::format("{} ({})", allocation_name(a), facts);
}

MemoryReference reference_to(const AllocationFacts& a) {
    MemoryReference reference;
    reference.id = a.id;
    // An array's own name is none of the program's.
    if (a.kind != AllocationKind::Array) reference.name = demangle(a.name);
    reference.address = a.base;
    reference.bytes = a.bytes;
    reference.allocated_at = a.allocated_at;
    return reference;
}

} // namespace warpscope::report
