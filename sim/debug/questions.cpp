// Answers by searches through the launch.
#include "sim/debug/questions.h"

#include <algorithm>
#include <cstring>

namespace warpscope {
namespace {

/// Steps that write to a range; if so asked, only those after which it holds something else.
class WriteMatcher final : public StepMatcher {
public:
    WriteMatcher(const WatchedRange& range, bool must_change)
        : range_(range), must_change_(must_change) {}
    Interest interest() const override {
        return {.instructions = true, .accesses = true, .values = must_change_};
    }
    void begin() override { lanes_ = 0; }
    void on_access(const AccessEvent& event) override {
        if (event.kind == AccessKind::Load) return;
        LaneMask reached = range_.reached_by(event);
        if (must_change_ && event.old_values != nullptr && event.new_values != nullptr) {
            for_each_lane(reached, [&](unsigned lane) {
                const std::size_t at = std::size_t{lane} * event.width;
                if (std::memcmp(event.old_values + at, event.new_values + at, event.width) == 0)
                    reached &= ~(1u << lane);
            });
        }
        lanes_ |= reached;
    }
    bool matches(const Session&) override { return lanes_ != 0; }

private:
    WatchedRange range_;
    bool must_change_;
    LaneMask lanes_ = 0;
};

/// The lane's own steps after which an expression has another value in it.
class ValueMatcher final : public OwnStepListener {
public:
    ValueMatcher(const Navigator& navigator, const Expression& expression)
        : OwnStepListener(navigator.code(), navigator.focus()), session_(navigator.session()),
          names_(navigator.names()), expression_(expression) {}
    void begin() override {
        OwnStepListener::begin();
        // Searches back begin anew now and then.
        if (session_.position() != position_) before_ = value();
    }
    bool matches(const Session&) override {
        position_ = session_.position();
        if (!own()) return false;
        const std::optional<std::uint64_t> after = value();
        const bool changed = after && before_ && *after != *before_;
        if (after) before_ = after;
        return changed;
    }

private:
    std::optional<std::uint64_t> value() const {
        const auto e = expression_.evaluate(session_, focus_, 1u << focus_.lane, &names_);
        if (!e || e->array || e->object || !has_lane(e->values.valid, focus_.lane))
            return std::nullopt;
        return e->values.bits[focus_.lane];
    }
    const Session& session_;
    const SourceVariables& names_;
    const Expression& expression_;
    std::uint64_t position_ = UINT64_MAX;
    std::optional<std::uint64_t> before_;
};

WatchedRange range_at(const Navigator& navigator, Space space, Address first, std::uint64_t size) {
    WatchedRange range;
    range.space = space;
    range.first = first;
    range.size = size;
    range.block = navigator.focus().block;
    range.warp = navigator.focus().warp;
    range.lane = navigator.focus().lane;
    return range;
}

std::optional<Answer> answer_here(const Session& session, const Subject& subject,
                                  const Focus& focus) {
    if (!session.last_step()) return std::nullopt;
    Answer answer{*session.last_step(), 0};
    if (!subject.range) {
        answer.lanes = 1u << focus.lane;
        return answer;
    }
    for_each_lane(kAllLanes, [&](unsigned lane) {
        if (change_of(answer.step, *subject.range, lane)) answer.lanes |= 1u << lane;
    });
    return answer;
}

} // namespace

Result<Subject> subject_of(const Navigator& navigator, const std::string& text,
                           std::uint64_t bytes) {
    Result<Expression> expression = Expression::parse(text);
    if (!expression) return expression.error();
    const Focus& focus = navigator.focus();
    const Result<Evaluated> e =
        expression->evaluate(navigator.session(), focus, 1u << focus.lane, &navigator.names());
    if (!e) return e.error();
    Subject subject;
    subject.text = text;
    if (e->array) {
        subject.range = range_at(navigator, e->array->space, e->array->address,
                                 e->array->count * size_in_bytes(e->array->element));
        subject.element = e->array->element;
        return subject;
    }
    if (e->object) {
        const ObjectPlace& object = *e->object;
        if (!has_lane(object.places.valid, focus.lane))
            return Diagnostic{{}, object.trouble, "choose another lane with `focus lane N`"};
        subject.range = range_at(navigator, object.places.space, object.places.address[focus.lane],
                                 bytes_at(object.type, object.indexed));
        return subject;
    }
    if (!has_lane(e->values.valid, focus.lane) && !e->places)
        return Diagnostic{{},
                          "\"" + text + "\" has no value in lane " + std::to_string(focus.lane) +
                              (e->values.trouble.empty() ? "" : ": " + e->values.trouble),
                          "choose another lane with `focus lane N`"};
    if (e->places) {
        if (!has_lane(e->places->valid, focus.lane))
            return Diagnostic{{}, e->values.trouble, "choose another lane with `focus lane N`"};
        subject.range = range_at(navigator, e->places->space, e->places->address[focus.lane],
                                 size_in_bytes(e->places->element));
        subject.element = e->places->element;
        return subject;
    }
    const bool is_address =
        !e->values.source && (e->values.type == ValueType::U64 || e->values.type == ValueType::S64);
    if (is_address) {
        const SpaceAddress at = resolve_generic(e->values.bits[focus.lane]);
        const bool exists =
            at.space != Space::Global || navigator.session().memory().find(at.address) != nullptr;
        if (exists && text.find('%') == std::string::npos) {
            subject.range = range_at(navigator, at.space, at.address, bytes);
            return subject;
        }
    }
    subject.expression = std::move(*expression);
    return subject;
}

Result<Subject> place_to_watch(const Navigator& navigator, const std::string& text) {
    Result<Subject> subject = subject_of(navigator, text);
    if (!subject || subject->range) return subject;
    return Diagnostic{{},
                      "\"" + text + "\" is no place in memory, which alone can be watched",
                      "write tile[3], global.f32[ADDRESS] or an address; `when " + text +
                          "` tells when a register changes"};
}

std::optional<Answer> last_change(Navigator& navigator, const Subject& subject) {
    Session& session = navigator.session();
    const std::uint64_t here = session.position();
    std::optional<std::uint64_t> found;
    if (subject.range) {
        WriteMatcher writes(*subject.range, false);
        MemoryRange written;
        if (subject.range->space == Space::Global)
            written = {subject.range->first, subject.range->size};
        found = navigator.search_back(writes, here, written);
    } else {
        ValueMatcher changes(navigator, *subject.expression);
        found = navigator.search_back(changes, here);
    }
    std::optional<Answer> answer;
    if (found) answer = answer_here(session, subject, navigator.focus());
    session.go_to(here);
    return answer;
}

std::optional<Answer> next_change(Navigator& navigator, const Subject& subject) {
    Session& session = navigator.session();
    const std::uint64_t here = session.position();
    std::optional<std::uint64_t> found;
    if (subject.range) {
        WriteMatcher writes(*subject.range, true);
        found = navigator.search(writes);
    } else {
        ValueMatcher changes(navigator, *subject.expression);
        found = navigator.search(changes);
    }
    std::optional<Answer> answer;
    if (found) answer = answer_here(session, subject, navigator.focus());
    session.go_to(here);
    return answer;
}

std::optional<LaneChange> change_of(const StepRecord& step, const WatchedRange& range,
                                    unsigned lane) {
    for (const LaneAccess& access : step.accesses) {
        const bool same_space = access.space == range.space;
        const bool same_owner =
            (range.space != Space::Shared && range.space != Space::Local) ||
            (step.block == range.block &&
             (range.space == Space::Shared || (step.warp == range.warp && lane == range.lane)));
        if (!same_space || !same_owner || !has_lane(access.lanes, lane)) continue;
        const Address at = access.address[lane];
        const Address first = std::max(at, range.first);
        const Address last = std::min(at + access.width, range.first + range.size);
        if (first >= last) continue;
        LaneChange change;
        change.bytes = static_cast<unsigned>(std::min<std::uint64_t>(last - first, 8));
        const std::size_t offset = std::size_t{lane} * access.width + (first - at);
        if (offset + change.bytes <= access.old_values.size())
            std::memcpy(&change.before, access.old_values.data() + offset, change.bytes);
        if (offset + change.bytes <= access.new_values.size())
            std::memcpy(&change.after, access.new_values.data() + offset, change.bytes);
        return change;
    }
    return std::nullopt;
}

} // namespace warpscope
