// The counters, one row each.
#include "sim/counters/rows.h"

namespace warpscope {
namespace {

using G = CounterGroup;
using M = MetricMatch;
using S = CounterSums;
using N = std::uint64_t;
using K = GlobalKind;
using H = SharedKind;
using L = LocalKind;

// clang-format off
constexpr CounterRow kRows[] = {
    {"warp_instructions", G::Execution, "warp instructions", "instructions",
     "PTX instructions that a warp executed",
     "smsp__inst_executed.sum", M::Related,
     [](const S& s) -> N { return s.execution.warps; }},
    {"active_thread_instructions", G::Execution, "thread instructions", "instructions",
     "lanes that were at a warp instruction, whatever their guards",
     "smsp__thread_inst_executed.sum", M::Related,
     [](const S& s) -> N { return s.execution.active; }},
    {"thread_instructions", G::Execution, "thread instructions with a true guard", "instructions",
     "lanes of a warp instruction whose guard was true",
     "smsp__thread_inst_executed_pred_on.sum", M::Related,
     [](const S& s) -> N { return s.execution.threads; }},
    {"active_threads_per_instruction", G::Execution, "threads per warp instruction", "threads",
     "active_thread_instructions / warp_instructions",
     "smsp__thread_inst_executed_per_inst_executed.ratio", M::Related,
     [](const S& s) -> N { return s.execution.active; },
     [](const S& s) -> N { return s.execution.warps; }},
    {"threads_per_instruction", G::Execution, "threads with a true guard per warp instruction", "threads",
     "thread_instructions / warp_instructions",
     "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", M::Related,
     [](const S& s) -> N { return s.execution.threads; },
     [](const S& s) -> N { return s.execution.warps; }},
    {"branches", G::Execution, "branches", "instructions",
     "bra and brx that a warp executed",
     "smsp__sass_inst_executed_op_branch.sum", M::Related,
     [](const S& s) -> N { return s.execution.branches; }},
    {"divergent_branches", G::Execution, "divergent branches", "instructions",
     "branches at which the lanes of a warp parted",
     "smsp__sass_branch_targets_threads_divergent.sum", M::Related,
     [](const S& s) -> N { return s.execution.divergent_branches; }},
    {"branch_uniformity", G::Execution, "branch uniformity", "%",
     "branches without parting lanes / branches",
     "smsp__sass_average_branch_targets_threads_uniform.pct", M::Related,
     [](const S& s) -> N { return s.execution.branches - s.execution.divergent_branches; },
     [](const S& s) -> N { return s.execution.branches; }, 100},
    {"global_load_requests", G::Global, "requests of global loads", "requests",
     "warp instructions with a lane at global memory: global loads",
     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Load).requests; }},
    {"global_load_sectors", G::Global, "sectors of global loads", "sectors",
     "distinct pieces of 32 bytes that the lanes of each request touch",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Load).sectors; }},
    {"global_load_sectors_per_request", G::Global, "sectors per request of global loads", "sectors",
     "global_load_sectors / global_load_requests",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", M::Equal,
     [](const S& s) -> N { return s.of(K::Load).sectors; },
     [](const S& s) -> N { return s.of(K::Load).requests; }},
    {"global_load_bytes_used", G::Global, "bytes used by global loads", "bytes",
     "distinct bytes that the lanes of each request touch",
     "smsp__sass_data_bytes_mem_global_op_ld.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Load).bytes_used; }},
    {"global_load_bytes_wasted", G::Global, "bytes wasted by global loads", "bytes",
     "32 * global_load_sectors - global_load_bytes_used",
     "", M::None,
     [](const S& s) -> N { return 32 * s.of(K::Load).sectors - s.of(K::Load).bytes_used; }},
    {"global_store_requests", G::Global, "requests of global stores", "requests",
     "warp instructions with a lane at global memory: global stores",
     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Store).requests; }},
    {"global_store_sectors", G::Global, "sectors of global stores", "sectors",
     "distinct pieces of 32 bytes that the lanes of each request touch",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Store).sectors; }},
    {"global_store_sectors_per_request", G::Global, "sectors per request of global stores", "sectors",
     "global_store_sectors / global_store_requests",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", M::Equal,
     [](const S& s) -> N { return s.of(K::Store).sectors; },
     [](const S& s) -> N { return s.of(K::Store).requests; }},
    {"global_store_bytes_used", G::Global, "bytes used by global stores", "bytes",
     "distinct bytes that the lanes of each request touch",
     "smsp__sass_data_bytes_mem_global_op_st.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Store).bytes_used; }},
    {"global_store_bytes_wasted", G::Global, "bytes wasted by global stores", "bytes",
     "32 * global_store_sectors - global_store_bytes_used",
     "", M::None,
     [](const S& s) -> N { return 32 * s.of(K::Store).sectors - s.of(K::Store).bytes_used; }},
    {"global_atomic_requests", G::Global, "requests of global atomics", "requests",
     "warp instructions with a lane at global memory: global atomics whose result is used",
     "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Atomic).requests; }},
    {"global_atomic_sectors", G::Global, "sectors of global atomics", "sectors",
     "pieces of 32 bytes that the lanes of each request touch, as often as lanes share an address",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Atomic).sectors; }},
    {"global_atomic_sectors_per_request", G::Global, "sectors per request of global atomics", "sectors",
     "global_atomic_sectors / global_atomic_requests",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_atom.ratio", M::Equal,
     [](const S& s) -> N { return s.of(K::Atomic).sectors; },
     [](const S& s) -> N { return s.of(K::Atomic).requests; }},
    {"global_atomic_bytes_used", G::Global, "bytes used by global atomics", "bytes",
     "distinct bytes that the lanes of each request touch",
     "smsp__sass_data_bytes_mem_global_op_atom.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Atomic).bytes_used; }},
    {"global_reduction_requests", G::Global, "requests of global reductions", "requests",
     "warp instructions with a lane at global memory: global atomics whose result nobody uses",
     "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Reduction).requests; }},
    {"global_reduction_sectors", G::Global, "sectors of global reductions", "sectors",
     "pieces of 32 bytes that the lanes of each request touch, as often as lanes share an address",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Reduction).sectors; }},
    {"global_reduction_sectors_per_request", G::Global, "sectors per request of global reductions", "sectors",
     "global_reduction_sectors / global_reduction_requests",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_red.ratio", M::Equal,
     [](const S& s) -> N { return s.of(K::Reduction).sectors; },
     [](const S& s) -> N { return s.of(K::Reduction).requests; }},
    {"global_reduction_bytes_used", G::Global, "bytes used by global reductions", "bytes",
     "distinct bytes that the lanes of each request touch",
     "smsp__sass_data_bytes_mem_global_op_red.sum", M::Equal,
     [](const S& s) -> N { return s.of(K::Reduction).bytes_used; }},
    {"global_waiting_lanes", G::Global, "lanes that wait in global atomics", "lanes",
     "lanes of atomics and reductions behind another lane of their warp at the same address",
     "", M::None,
     [](const S& s) -> N { return s.global_waiting_lanes; }},
    {"shared_load_requests", G::Shared, "requests of shared loads", "requests",
     "warp instructions with a lane at shared memory",
     "smsp__sass_inst_executed_op_shared_ld.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Load).requests; }},
    {"shared_load_wavefronts", G::Shared, "wavefronts of shared loads", "wavefronts",
     "passes of the data pipe; with the loads of atomics that are compare-and-swap loops",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Load).wavefronts; }},
    {"shared_load_bank_conflicts", G::Shared, "bank conflicts of shared loads", "wavefronts",
     "wavefronts beyond those that the width of the access asks for",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Load).conflicts; }},
    {"shared_load_wavefronts_per_request", G::Shared, "wavefronts per request of shared loads", "wavefronts",
     "shared_load_wavefronts / shared_load_requests",
     "", M::None,
     [](const S& s) -> N { return s.of(H::Load).wavefronts; },
     [](const S& s) -> N { return s.of(H::Load).requests; }},
    {"shared_store_requests", G::Shared, "requests of shared stores", "requests",
     "warp instructions with a lane at shared memory",
     "smsp__sass_inst_executed_op_shared_st.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Store).requests; }},
    {"shared_store_wavefronts", G::Shared, "wavefronts of shared stores", "wavefronts",
     "passes of the data pipe",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Store).wavefronts; }},
    {"shared_store_bank_conflicts", G::Shared, "bank conflicts of shared stores", "wavefronts",
     "wavefronts beyond those that the width of the access asks for",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Store).conflicts; }},
    {"shared_store_wavefronts_per_request", G::Shared, "wavefronts per request of shared stores", "wavefronts",
     "shared_store_wavefronts / shared_store_requests",
     "", M::None,
     [](const S& s) -> N { return s.of(H::Store).wavefronts; },
     [](const S& s) -> N { return s.of(H::Store).requests; }},
    {"shared_atomic_requests", G::Shared, "requests of shared atomics", "requests",
     "warp instructions with a lane at shared memory",
     "smsp__sass_inst_executed_op_shared_atom.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Atomic).requests; }},
    {"shared_atomic_wavefronts", G::Shared, "wavefronts of shared atomics", "wavefronts",
     "passes of the data pipe",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Atomic).wavefronts; }},
    {"shared_atomic_bank_conflicts", G::Shared, "bank conflicts of shared atomics", "wavefronts",
     "wavefronts beyond those that the width of the access asks for",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", M::Equal,
     [](const S& s) -> N { return s.of(H::Atomic).conflicts; }},
    {"shared_atomic_wavefronts_per_request", G::Shared, "wavefronts per request of shared atomics", "wavefronts",
     "shared_atomic_wavefronts / shared_atomic_requests",
     "", M::None,
     [](const S& s) -> N { return s.of(H::Atomic).wavefronts; },
     [](const S& s) -> N { return s.of(H::Atomic).requests; }},
    {"shared_waiting_lanes", G::Shared, "lanes that wait in shared atomics", "lanes",
     "lanes of atomics behind another lane of their warp at the same word",
     "", M::None,
     [](const S& s) -> N { return s.shared_waiting_lanes; }},
    {"local_load_requests", G::Local, "requests of local loads", "requests",
     "warp instructions with a lane at local memory",
     "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", M::Related,
     [](const S& s) -> N { return s.of(L::Load).requests; }},
    {"local_load_sectors", G::Local, "sectors of local loads", "sectors",
     "distinct pieces of 32 bytes; the words of a warp at one offset lie side by side",
     "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", M::Related,
     [](const S& s) -> N { return s.of(L::Load).sectors; }},
    {"local_load_sectors_per_request", G::Local, "sectors per request of local loads", "sectors",
     "local_load_sectors / local_load_requests",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_local_op_ld.ratio", M::Related,
     [](const S& s) -> N { return s.of(L::Load).sectors; },
     [](const S& s) -> N { return s.of(L::Load).requests; }},
    {"local_store_requests", G::Local, "requests of local stores", "requests",
     "warp instructions with a lane at local memory",
     "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", M::Related,
     [](const S& s) -> N { return s.of(L::Store).requests; }},
    {"local_store_sectors", G::Local, "sectors of local stores", "sectors",
     "distinct pieces of 32 bytes; the words of a warp at one offset lie side by side",
     "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", M::Related,
     [](const S& s) -> N { return s.of(L::Store).sectors; }},
    {"local_store_sectors_per_request", G::Local, "sectors per request of local stores", "sectors",
     "local_store_sectors / local_store_requests",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_local_op_st.ratio", M::Related,
     [](const S& s) -> N { return s.of(L::Store).sectors; },
     [](const S& s) -> N { return s.of(L::Store).requests; }},
    {"passes", G::Cost, "passes", "passes",
     "shared wavefronts + sectors / 4; of global atomics at least the lanes at one address",
     "", M::None,
     [](const S& s) -> N { return s.quarter_passes; },
     [](const S&) -> N { return 4; }},
    {"avoidable_passes", G::Cost, "avoidable passes", "passes",
     "passes that the same bytes side by side, and atomics at places of their own, would not take",
     "", M::None,
     [](const S& s) -> N { return s.avoidable_quarter_passes; },
     [](const S&) -> N { return 4; }},
};
// clang-format on

} // namespace

std::span<const CounterRow> counter_rows() {
    return kRows;
}

const CounterRow* find_counter(std::string_view id) {
    for (const CounterRow& row : kRows)
        if (row.id == id) return &row;
    return nullptr;
}

std::optional<double> counter_value(const CounterRow& row, const CounterSums& sums) {
    const double count = static_cast<double>(row.count(sums));
    if (!row.is_ratio()) return count;
    const std::uint64_t of = row.of(sums);
    if (of == 0) return std::nullopt;
    return row.factor * count / static_cast<double>(of);
}

std::string_view name_of(CounterGroup group) {
    switch (group) {
    case CounterGroup::Execution: return "execution";
    case CounterGroup::Global: return "global memory";
    case CounterGroup::Shared: return "shared memory";
    case CounterGroup::Local: return "local memory";
    case CounterGroup::Cost: return "cost";
    }
    return "";
}

} // namespace warpscope
