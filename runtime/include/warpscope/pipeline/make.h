// cuda::make_pipeline: the threads of a group make a pipeline together.
#pragma once

#include "pipeline.h"

namespace warpscope_detail {

struct PipelineMaker {
    WARPSCOPE_MEMBER static cuda::pipeline<cuda::thread_scope_thread> of_one_thread() {
        return cuda::pipeline<cuda::thread_scope_thread>();
    }

    /// One thread prepares the state, and all see it.
    template<class Group, cuda::thread_scope Scope, uint8_t stages>
    WARPSCOPE_MEMBER static cuda::pipeline<Scope>
    make(const Group& group, cuda::pipeline_shared_state<Scope, stages>* state, unsigned producers,
         unsigned consumers, bool produces, bool consumes) {
        if (group.thread_rank() == 0) {
            for (unsigned stage = 0; stage < stages; ++stage) {
                state->stages_[stage].filled.begin(producers);
                state->stages_[stage].freed.begin(consumers);
            }
            state->members_.all.store(static_cast<unsigned>(group.size()), memory_order::relaxed);
        }
        group.sync();
        return cuda::pipeline<Scope>(state->stages_, stages, &state->members_, produces, consumes);
    }

    /// How many threads of the group say that they are producers.
    template<class Group, cuda::thread_scope Scope, uint8_t stages>
    WARPSCOPE_MEMBER static unsigned
    count_producers(const Group& group, cuda::pipeline_shared_state<Scope, stages>* state,
                    bool produces) {
        auto& producers = state->members_.producers;
        if (group.thread_rank() == 0) producers.store(0, memory_order::relaxed);
        group.sync();
        if (produces) producers.fetch_add(1, memory_order::relaxed);
        group.sync();
        return producers.load(memory_order::relaxed);
    }
};

} // namespace warpscope_detail

namespace cuda {

/// The calling thread alone; it is producer and consumer.
WARPSCOPE_MEMBER pipeline<thread_scope_thread> make_pipeline() {
    return warpscope_detail::PipelineMaker::of_one_thread();
}

/// All threads of the group call it alike, with a state that is not in use. Each is producer and
/// consumer.
template<class Group, thread_scope Scope, uint8_t StagesCount>
WARPSCOPE_MEMBER pipeline<Scope> make_pipeline(const Group& group,
                                               pipeline_shared_state<Scope, StagesCount>* state) {
    if constexpr (Scope == thread_scope_thread) {
        return make_pipeline();
    } else {
        const auto threads = static_cast<unsigned>(group.size());
        return warpscope_detail::PipelineMaker::make(group, state, threads, threads, true, true);
    }
}

/// The first `producer_count` threads of the group are producers, the others consumers.
template<class Group, thread_scope Scope, uint8_t StagesCount>
WARPSCOPE_MEMBER pipeline<Scope> make_pipeline(const Group& group,
                                               pipeline_shared_state<Scope, StagesCount>* state,
                                               size_t producer_count) {
    static_assert(Scope != thread_scope_thread, "a pipeline of one thread has no roles");
    const auto producers = static_cast<unsigned>(producer_count);
    const auto threads = static_cast<unsigned>(group.size());
    warpscope_detail::require(producers > 0 && producers < threads,
                              "make_pipeline: there must be producers and consumers",
                              "cuda::pipeline");
    const bool produces = group.thread_rank() < producers;
    return warpscope_detail::PipelineMaker::make(group, state, producers, threads - producers,
                                                 produces, !produces);
}

/// Each thread says what it is.
template<class Group, thread_scope Scope, uint8_t StagesCount>
WARPSCOPE_MEMBER pipeline<Scope> make_pipeline(const Group& group,
                                               pipeline_shared_state<Scope, StagesCount>* state,
                                               pipeline_role role) {
    static_assert(Scope != thread_scope_thread, "a pipeline of one thread has no roles");
    using warpscope_detail::PipelineMaker;
    const bool produces = role == pipeline_role::producer;
    const unsigned producers = PipelineMaker::count_producers(group, state, produces);
    const auto threads = static_cast<unsigned>(group.size());
    return PipelineMaker::make(group, state, producers, threads - producers, produces, !produces);
}

} // namespace cuda
