// cuda::pipeline: producers fill stages in turn, and consumers empty them in the same order.
#pragma once

#include "stages.h"

namespace cuda {

/// What a thread does in a pipeline whose threads do not all do both.
enum class pipeline_role { producer, consumer };

/// One thread's view of a pipeline. A producer acquires a stage, copies into it and commits; a
/// consumer waits for the stage, uses it and releases it. Made by make_pipeline.
template<thread_scope Scope>
class pipeline {
    using PhaseCompleted = warpscope_detail::PhaseCompleted<Scope>;

public:
    WARPSCOPE_MEMBER pipeline(pipeline&& other) noexcept
        : stages_(other.stages_), members_(other.members_), stages_count_(other.stages_count_),
          produces_(other.produces_), consumes_(other.consumes_), active_(other.active_),
          head_(other.head_), tail_(other.tail_) {
        other.active_ = false;
    }
    pipeline& operator=(const pipeline&) = delete;
    /// Quits if the thread has not.
    WARPSCOPE_MEMBER ~pipeline() {
        if (active_) quit();
    }

    /// Waits until the consumers have released the next stage.
    WARPSCOPE_MEMBER void producer_acquire() {
        check(produces_, "producer_acquire: this thread is a consumer");
        warpscope_detail::wait_until_ready(
            PhaseCompleted{stages_[head_.stage].freed, !head_.parity});
    }
    /// What the thread has copied since it acquired the stage belongs to it; on to the next.
    WARPSCOPE_MEMBER void producer_commit() {
        check(produces_, "producer_commit: this thread is a consumer");
        arrive(stages_[head_.stage].filled);
        head_.advance(stages_count_);
    }
    /// Waits until all producers have committed the oldest stage that the thread has not released.
    WARPSCOPE_MEMBER void consumer_wait() { warpscope_detail::wait_until_ready(oldest_filled()); }
    // The same with an end to patience: false when the stage was not complete by then.
    template<class Rep, class Period>
    WARPSCOPE_MEMBER bool consumer_wait_for(const std::chrono::duration<Rep, Period>& patience) {
        return warpscope_detail::wait_for_ready(oldest_filled(), patience);
    }
    template<class Clock, class Duration>
    WARPSCOPE_MEMBER bool consumer_wait_until(const std::chrono::time_point<Clock, Duration>& end) {
        return warpscope_detail::wait_until_ready(oldest_filled(), end);
    }
    /// The thread does not use the stage any more; on to the next.
    WARPSCOPE_MEMBER void consumer_release() {
        check(consumes_, "consumer_release: this thread is a producer");
        arrive(stages_[tail_.stage].freed);
        tail_.advance(stages_count_);
    }
    /// The thread takes no part any more, and the others go on without it. True for the last one:
    /// the shared state is free.
    WARPSCOPE_MEMBER bool quit() {
        warpscope_detail::NothingToDo nothing;
        active_ = false;
        for (unsigned stage = 0; stage < stages_count_; ++stage) {
            if (produces_) stages_[stage].filled.leave(head_.parity_at(stage), nothing);
            if (consumes_) stages_[stage].freed.leave(tail_.parity_at(stage), nothing);
        }
        return members_->all.fetch_sub(1, memory_order::acq_rel) == 1;
    }

private:
    friend struct warpscope_detail::PipelineMaker;

    WARPSCOPE_MEMBER pipeline(warpscope_detail::Stage<Scope>* stages, unsigned stages_count,
                              warpscope_detail::Members<Scope>* members, bool produces,
                              bool consumes)
        : stages_(stages), members_(members), stages_count_(stages_count), produces_(produces),
          consumes_(consumes) {}

    WARPSCOPE_MEMBER static void check(bool right_role, const char* otherwise) {
        warpscope_detail::require(right_role, otherwise, "cuda::pipeline");
    }
    WARPSCOPE_MEMBER static void arrive(warpscope_detail::Phases<Scope>& phases) {
        warpscope_detail::NothingToDo nothing;
        phases.arrive(1, nothing);
    }
    WARPSCOPE_MEMBER PhaseCompleted oldest_filled() const {
        check(consumes_, "consumer_wait: this thread is a producer");
        return {stages_[tail_.stage].filled, tail_.parity};
    }

    warpscope_detail::Stage<Scope>* stages_;
    warpscope_detail::Members<Scope>* members_;
    unsigned stages_count_;
    bool produces_, consumes_, active_ = true;
    warpscope_detail::RingPosition head_, tail_; ///< of the next commit, of the next release
};

/// A pipeline of one thread. Its copies are done when memcpy_async returns, so there is nothing to
/// wait for.
template<>
class pipeline<thread_scope_thread> {
public:
    pipeline(pipeline&&) = default;
    pipeline& operator=(const pipeline&) = delete;

    WARPSCOPE_MEMBER void producer_acquire() {}
    WARPSCOPE_MEMBER void producer_commit() {}
    WARPSCOPE_MEMBER void consumer_wait() {}
    template<class Rep, class Period>
    WARPSCOPE_MEMBER bool consumer_wait_for(const std::chrono::duration<Rep, Period>&) {
        return true;
    }
    template<class Clock, class Duration>
    WARPSCOPE_MEMBER bool consumer_wait_until(const std::chrono::time_point<Clock, Duration>&) {
        return true;
    }
    WARPSCOPE_MEMBER void consumer_release() {}
    WARPSCOPE_MEMBER bool quit() { return true; }

private:
    friend struct warpscope_detail::PipelineMaker;
    WARPSCOPE_MEMBER pipeline() {}
};

} // namespace cuda
