// Names of instruction classes and of special registers.
#include "sim/program/instruction.h"

#include <array>

namespace warpscope {
namespace {

constexpr std::array<std::string_view, kInstructionClasses> kClasses = {
    "integer", "float32", "float64", "half",   "conversion", "special_function",
    "compare", "move",    "bit",     "video",  "load",       "store",
    "atomic",  "branch",  "call",    "return", "barrier",    "warp_sync",
    "shuffle", "vote",    "fence",   "trap",   "special"};

/// PTX ISA, "Special Registers"; in the order of the enumeration.
constexpr std::array<std::string_view, static_cast<std::size_t>(SpecialRegister::Unspecified) + 1>
    kSpecials = {
        "",
        "%tid.x",
        "%tid.y",
        "%tid.z",
        "%ntid.x",
        "%ntid.y",
        "%ntid.z",
        "%ctaid.x",
        "%ctaid.y",
        "%ctaid.z",
        "%nctaid.x",
        "%nctaid.y",
        "%nctaid.z",
        "%laneid",
        "%warpid",
        "%nwarpid",
        "%smid",
        "%nsmid",
        "%gridid",
        "%lanemask_eq",
        "%lanemask_lt",
        "%lanemask_le",
        "%lanemask_gt",
        "%lanemask_ge",
        "%clock",
        "%clock_hi",
        "%clock64",
        "%globaltimer",
        "%globaltimer_lo",
        "%globaltimer_hi",
        "%dynamic_smem_size",
        "%total_smem_size",
        "%envreg1",
        "%envreg2",
        "%clusterid.x",
        "%clusterid.y",
        "%clusterid.z",
        "%nclusterid.x",
        "%nclusterid.y",
        "%nclusterid.z",
        "%cluster_ctaid.x",
        "%cluster_ctaid.y",
        "%cluster_ctaid.z",
        "%cluster_nctaid.x",
        "%cluster_nctaid.y",
        "%cluster_nctaid.z",
        "%cluster_ctarank",
        "%cluster_nctarank",
        "%is_explicit_cluster",
        "%aggr_smem_size",
        "%current_graph_exec",
        "%reserved_smem_offset_begin",
        "%reserved_smem_offset_end",
        "%reserved_smem_offset_cap",
        "%reserved_smem_offset_0",
        "%reserved_smem_offset_1",
        "",
};

} // namespace

std::string_view name_of(InstructionClass c) {
    return kClasses[static_cast<std::size_t>(c)];
}

std::string_view name_of(SpecialRegister special) {
    return kSpecials[static_cast<std::size_t>(special)];
}

SpecialRegister special_register_named(std::string_view name) {
    if (name.empty()) return SpecialRegister::None;
    for (std::size_t i = 1; i < kSpecials.size(); ++i)
        if (kSpecials[i] == name) return static_cast<SpecialRegister>(i);
    return SpecialRegister::None;
}

bool is_clock(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::Clock:
    case SpecialRegister::ClockHi:
    case SpecialRegister::Clock64:
    case SpecialRegister::GlobalTimer:
    case SpecialRegister::GlobalTimerLo:
    case SpecialRegister::GlobalTimerHi: return true;
    default: return false;
    }
}

Type type_of(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::Clock64:
    case SpecialRegister::GlobalTimer:
    case SpecialRegister::GridId:
    case SpecialRegister::CurrentGraphExec: return Type::U64;
    case SpecialRegister::IsExplicitCluster: return Type::Pred;
    default: return Type::U32;
    }
}

} // namespace warpscope
