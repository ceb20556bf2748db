// Holds launches to their kernels' demands and contracts.
#include "runtime/host/launch_guard.h"

#include <algorithm>

#include "runtime/host/contracts.h"
#include "runtime/report/contract_text.h"

namespace warpscope::host {
namespace {

report::RefusedLaunch refused(const KernelLaunch& launch, LaunchId id) {
    return {id, launch.kernel, launch.grid, launch.block, launch.dynamic_shared_bytes};
}

ContractAnswers answers_for(const GuardedKernel& kernel, const GpuSpec& gpu) {
    ContractAnswers answers{};
    const auto set = [&](ContractFact fact, std::uint64_t value) {
        answers[static_cast<std::size_t>(fact)] = value;
    };
    set(ContractFact::DynamicSharedAlignment, kernel.dynamic_shared_alignment);
    set(ContractFact::ComputeCapability, gpu.compute_major * 10 + gpu.compute_minor);
    // No launch makes clusters yet.
    set(ContractFact::ClusterX, 1);
    set(ContractFact::ClusterY, 1);
    set(ContractFact::ClusterZ, 1);
    return answers;
}

bool contract_holds(const KernelLaunch& launch, LaunchId id, const GuardedKernel& kernel,
                    const GpuSpec& gpu, LaunchLog& log) {
    if (launch.contracts == nullptr) return true;
    const auto variant = launch.contracts->of(launch.contract);
    if (!variant) {
        log.tell(report::unusable_contract(refused(launch, id), variant.error()));
        return false;
    }
    if (*variant == nullptr) return true;
    LaunchRequest request;
    request.executable = *variant;
    request.id = id;
    request.grid = launch.grid;
    request.block = launch.block;
    request.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    request.parameters = launch.parameters;
    const ContractResult result = launch.contracts->evaluate(request, answers_for(kernel, gpu));
    bool holds = true;
    for (const ClauseResult& clause : result.clauses) {
        if (clause.holds) continue;
        holds = false;
        log.tell(report::failed_clause(refused(launch, id), clause, log.sources()));
    }
    if (result.offence) {
        holds = false;
        log.tell(
            report::bad_contract(refused(launch, id), *result.offence, **variant, log.sources()));
    }
    return holds;
}

} // namespace

bool may_run(const KernelLaunch& launch, LaunchId id, const GuardedKernel& kernel,
             const GpuSpec& gpu, LaunchLog& log) {
    if (const auto broken = find_broken_demand(kernel.demands, launch.grid, launch.block)) {
        log.tell(report::broken_demand(refused(launch, id), *broken, kernel.module, log.sources()));
        return false;
    }
    return contract_holds(launch, id, kernel, gpu, log);
}

} // namespace warpscope::host
