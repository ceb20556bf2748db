// Writes kernels: addresses from the thread's number, loads, the form, stores.
#include "tests/conformance/kernel_text.h"

#include <sstream>

#include "tests/conformance/form_parts.h"

namespace warpscope::conformance {
namespace {

std::string bits_type(unsigned bytes) {
    return ".b" + std::to_string(8 * bytes);
}

void emit_address(std::ostringstream& ptx, const char* base, unsigned bytes) {
    ptx << " mad.wide.u32 at, thread, " << bytes << ", " << base << ";\n";
}

void emit_load(std::ostringstream& ptx, const FormRegister& r, std::uint64_t offset) {
    const unsigned bytes = memory_bytes(r.type);
    emit_address(ptx, "input", bytes);
    const std::string place = "[at+" + std::to_string(offset) + "]";
    if (r.type == Type::Pred)
        ptx << " ld.global.b32 word, " << place << ";\n setp.ne.u32 " << r.name << ", word, 0;\n";
    else if (bytes == 16)
        ptx << " ld.global.v2.b64 {low, high}, " << place << ";\n mov.b128 " << r.name
            << ", {low, high};\n";
    else
        ptx << " ld.global" << bits_type(bytes) << " " << r.name << ", " << place << ";\n";
}

/// What a lane that does not execute the form stores.
void emit_clear(std::ostringstream& ptx, const FormRegister& r) {
    if (r.type == Type::Pred)
        ptx << " setp.ne.u32 " << r.name << ", thread, thread;\n";
    else if (memory_bytes(r.type) == 16)
        ptx << " mov.b64 low, 0;\n mov.b128 " << r.name << ", {low, low};\n";
    else
        ptx << " mov" << bits_type(memory_bytes(r.type)) << " " << r.name << ", 0;\n";
}

void emit_store(std::ostringstream& ptx, const FormRegister& r, std::uint64_t offset) {
    const unsigned bytes = memory_bytes(r.type);
    emit_address(ptx, "output", bytes);
    const std::string place = "[at+" + std::to_string(offset) + "]";
    if (r.type == Type::Pred)
        ptx << " selp.u32 word, 1, 0, " << r.name << ";\n st.global.b32 " << place << ", word;\n";
    else if (bytes == 16)
        ptx << " mov.b128 {low, high}, " << r.name << ";\n st.global.v2.b64 " << place
            << ", {low, high};\n";
    else
        ptx << " st.global" << bits_type(bytes) << " " << place << ", " << r.name << ";\n";
}

constexpr std::uint32_t kScatter = 0x9e3779b1; // the golden ratio: neighbours get unlike products

void emit_form(std::ostringstream& ptx, const Form& form, Threads threads) {
    if (!form.has_member_mask && threads == Threads::All) {
        for (const std::string& line : form.lines)
            ptx << " " << line << "\n";
        return;
    }
    for (const FormRegister& r : form.destinations)
        emit_clear(ptx, r);
    if (form.has_member_mask) // a lane may execute the form only if the mask names it
        ptx << " mov.u32 word, %laneid;\n bfe.u32 word, " << form.sources.back().name
            << ", word, 1;\n setp.ne.u32 member, word, 0;\n";
    else
        ptx << " mul.lo.u32 word, thread, " << kScatter << ";\n setp.lt.s32 member, word, 0;\n";
    for (const std::string& line : form.lines)
        ptx << " @member " << line << "\n";
}

} // namespace

unsigned memory_bytes(Type type) {
    if (type == Type::Pred) return 4;
    return size_in_bytes(type) == 1 ? 2 : size_in_bytes(type);
}

std::vector<std::uint64_t> area_offsets(std::span<const FormRegister> registers) {
    std::vector<std::uint64_t> offsets;
    std::uint64_t at = 0;
    for (const FormRegister& r : registers) {
        offsets.push_back(at);
        at += std::uint64_t{kTuples} * memory_bytes(r.type);
    }
    return offsets;
}

std::uint64_t area_bytes(std::span<const FormRegister> registers) {
    std::uint64_t bytes = 0;
    for (const FormRegister& r : registers)
        bytes += std::uint64_t{kTuples} * memory_bytes(r.type);
    return bytes;
}

bool executes(std::uint32_t tuple) {
    return (tuple * kScatter) >> 31 != 0;
}

std::string module_header() {
    return ".version 9.0\n.target sm_90\n.address_size 64\n";
}

std::string kernel_text(const Form& form, const std::string& name, Threads threads) {
    std::ostringstream ptx;
    ptx << "\n.visible .entry " << name << "(.param .u64 from, .param .u64 to)\n{\n"
        << " .reg .b64 input, output, at, low, high;\n .reg .b32 thread, word;\n"
        << " .reg .pred member;\n";
    for (const auto* list : {&form.sources, &form.destinations, &form.locals})
        for (const FormRegister& r : *list)
            ptx << " .reg ." << isa_register_type(r.type) << " " << r.name << ";\n";
    ptx << " ld.param.u64 input, [from];\n ld.param.u64 output, [to];\n"
        << " mov.u32 thread, %tid.x;\n mov.u32 word, %ctaid.x;\n"
        << " mad.lo.u32 thread, word, " << kBlock << ", thread;\n";
    const auto in = area_offsets(form.sources), out = area_offsets(form.destinations);
    for (std::size_t k = 0; k < form.sources.size(); ++k)
        emit_load(ptx, form.sources[k], in[k]);
    emit_form(ptx, form, threads);
    for (std::size_t k = 0; k < form.destinations.size(); ++k)
        emit_store(ptx, form.destinations[k], out[k]);
    ptx << " ret;\n}\n";
    return ptx.str();
}

} // namespace warpscope::conformance
