// cuda::pipeline_shared_state: the stages of a pipeline, where its threads find each other.
#pragma once

#include <stdint.h>

#include "../barrier/phases.h"

namespace warpscope_detail {

struct PipelineMaker;

/// Phase n of `filled` ends when the producers have committed what they copied here for the n-th
/// time, phase n of `freed` when the consumers have released it for the n-th time.
template<cuda::thread_scope Scope>
struct Stage {
    Phases<Scope> filled, freed;
};

/// What a pipeline of several threads counts while it is made, and until the last one quits.
template<cuda::thread_scope Scope>
struct Members {
    cuda::atomic<unsigned, Scope> all, producers;
};

/// Where one thread is in the ring of stages: which is next, and the parity of the phase that its
/// next arrival there is part of.
struct RingPosition {
    unsigned stage = 0;
    bool parity = false;

    WARPSCOPE_MEMBER void advance(unsigned stages) {
        if (++stage < stages) return;
        stage = 0;
        parity = !parity;
    }
    WARPSCOPE_MEMBER bool parity_at(unsigned other) const {
        return other < stage ? !parity : parity;
    }
};

} // namespace warpscope_detail

namespace cuda {

/// As many batches as there are stages may be under way at a time. Its memory is shared, or global
/// for wider scopes. It is in use from make_pipeline until all threads have quit.
template<thread_scope Scope, uint8_t StagesCount>
class pipeline_shared_state {
    static_assert(StagesCount > 0, "a pipeline has at least one stage");

public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state&) = delete;
    pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

private:
    friend struct warpscope_detail::PipelineMaker;

    warpscope_detail::Stage<Scope> stages_[StagesCount];
    warpscope_detail::Members<Scope> members_;
};

} // namespace cuda
