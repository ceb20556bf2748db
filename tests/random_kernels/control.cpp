// Branches, loops and switches.
#include <algorithm>

#include "tests/random_kernels/operations.h"
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

constexpr unsigned kDeepest = 5;

std::string guard(const std::string& condition) {
    return "@" + condition + " ";
}
std::string guard_not(const std::string& condition) {
    return condition[0] == '!' ? "@" + condition.substr(1) + " " : "@!" + condition + " ";
}

/// How the lanes of a warp go through a branch.
enum class Parting : std::uint8_t { Lanes, Warps, Blocks };

Flow inside(const Flow& flow, Parting parting) {
    Flow inner = flow;
    ++inner.depth;
    if (parting == Parting::Lanes) inner.mask.clear(), inner.whole = false;
    if (parting != Parting::Blocks) inner.block_uniform = false;
    return inner;
}

bool may_nest(const Scope& scope, const Flow& flow) {
    return flow.depth < kDeepest && scope.static_left > 2 && scope.dynamic_left > 10 * flow.times;
}

bool make_arithmetic(Scope& scope, Node& node) {
    const unsigned family = scope.random.pick(scope.families);
    const auto& patterns = families()[family].patterns;
    return make_operation(scope, patterns[scope.random.below(patterns.size())], {}, node);
}

bool make_statement(Scope& scope, const Flow& flow, Node& node) {
    const Weights& w = scope.weights;
    unsigned choice = scope.random.below(w.arithmetic + w.control + w.memory + w.warp + w.exchange +
                                         w.atomics + w.calls);
    const auto chosen = [&](unsigned weight) {
        if (choice < weight) return true;
        choice -= weight;
        return false;
    };
    if (chosen(w.arithmetic)) return make_arithmetic(scope, node);
    if (chosen(w.control)) switch (scope.random.below(8)) {
        case 0:
        case 1:
        case 2: return make_branch(scope, flow, node);
        case 3:
        case 4: return make_loop(scope, flow, node);
        case 5: return make_switch(scope, flow, node);
        default: return make_leave(scope, flow, node);
        }
    if (chosen(w.memory)) return make_memory(scope, flow, node);
    if (chosen(w.warp)) return make_warp(scope, flow, node);
    if (chosen(w.exchange)) return make_exchange(scope, flow, node);
    if (chosen(w.atomics)) return make_atomic(scope, flow, node);
    return make_call(scope, flow, node);
}

unsigned own_lines(const Node& node) {
    return static_cast<unsigned>(std::ranges::count(node.parts, false, &Part::is_block));
}

void spend(unsigned& left, unsigned cost) {
    left = left > cost ? left - cost : 0;
}

} // namespace

Block make_block(Scope& scope, const Flow& flow, unsigned statements) {
    Block block;
    for (unsigned tries = 0; tries < 4 * statements && block.size() < statements; ++tries) {
        if (scope.static_left == 0 || scope.dynamic_left < flow.times) break;
        Node node;
        if (!make_statement(scope, flow, node)) continue;
        spend(scope.static_left, 1);
        spend(scope.dynamic_left, own_lines(node) * flow.times);
        block.push_back(std::move(node));
    }
    return block;
}

bool make_branch(Scope& scope, const Flow& flow, Node& node) {
    if (!may_nest(scope, flow)) return false;
    Random& random = scope.random;
    Lines before;
    Parting parting = Parting::Lanes;
    std::string condition;
    const unsigned kind = random.below(5);
    if (kind == 0 && flow.block_uniform) {
        parting = Parting::Blocks;
        condition = scope.block_condition(before);
    } else if (kind == 1 && !flow.mask.empty()) {
        parting = Parting::Warps;
        const std::string lanes = scope.lane_condition(before);
        condition = scope.fresh('p');
        before.add({"vote.sync.", random.one_in(2) ? "any" : "all", ".pred ", condition, ", ",
                    lanes, ", ", flow.mask, ";"});
    } else {
        condition = scope.lane_condition(before);
    }
    Flow first = inside(flow, parting), second = first;
    Lines alone_first, alone_second;
    if (parting == Parting::Lanes && !flow.mask.empty() && random.one_in(2)) {
        // Who goes which way, so that lanes may take part together on either side.
        first.mask = scope.fresh('r'), second.mask = scope.fresh('r');
        before.add({"vote.sync.ballot.b32 ", first.mask, ", ", condition, ", ", flow.mask, ";"});
        before.add({"xor.b32 ", second.mask, ", ", flow.mask, ", ", first.mask, ";"});
        alone_first.add({"mov.b32 ", first.mask, ", ", flow.mask, ";"});
        alone_second.add({"mov.b32 ", second.mask, ", ", flow.mask, ";"});
    }
    node.lines(before);
    const std::string end = scope.label("end");
    const unsigned statements = 1 + random.below(6);
    if (random.one_in(2)) {
        node.line(join({guard_not(condition), "bra ", end, ";"}));
        node.block(make_block(scope, first, statements), alone_first);
    } else {
        const std::string other = scope.label("else");
        const char* const uniform = parting == Parting::Blocks && random.one_in(2) ? ".uni " : " ";
        node.line(join({guard_not(condition), "bra", uniform, other, ";"}));
        node.block(make_block(scope, first, statements), alone_first);
        node.line("bra " + end + ";");
        node.line(other + ":");
        node.block(make_block(scope, second, 1 + random.below(4)), alone_second);
    }
    node.line(end + ":");
    return true;
}

bool make_loop(Scope& scope, const Flow& flow, Node& node) {
    if (!may_nest(scope, flow)) return false;
    Random& random = scope.random;
    const std::string count = scope.fresh('r'), round = scope.fresh('r'), p = scope.fresh('p');
    const std::string head = scope.label("loop"), next = scope.label("next"),
                      end = scope.label("done");
    Lines before;
    const bool uniform = random.one_in(3);
    const unsigned most = random.one_in(4) ? 16 : 1u << random.between(1, 3);
    if (uniform && random.one_in(2))
        before.add({"mov.u32 ", count, ", ", std::to_string(random.between(1, most)), ";"});
    else
        before.add({"mov.u32 ", count, ", ",
                    uniform ? scope.uniform_number(before, most) : scope.small_number(before, most),
                    ";"});
    before.add({"mov.u32 ", round, ", 0;"});
    Flow inner = inside(flow, uniform ? Parting::Blocks : Parting::Lanes);
    inner.times = flow.times * (uniform ? most : (most + 1) / 2);
    inner.break_label.clear(), inner.next_label.clear();
    const bool test_first = random.one_in(2);
    Lines alone{before};
    if (!uniform && !flow.mask.empty() && test_first && random.one_in(2)) {
        // Which lanes are in this round.
        inner.mask = scope.fresh('r');
        before.add({"mov.b32 ", inner.mask, ", ", flow.mask, ";"});
        alone.add({"mov.b32 ", inner.mask, ", ", flow.mask, ";"});
    }
    const bool may_leave = inner.mask.empty();
    if (may_leave) inner.break_label = end, inner.next_label = next;
    node.lines(before);
    node.line(head + ":");
    if (test_first) {
        node.line(join({"setp.lt.u32 ", p, ", ", round, ", ", count, ";"}));
        if (!uniform && !inner.mask.empty())
            node.line(join({"vote.sync.ballot.b32 ", inner.mask, ", ", p, ", ", inner.mask, ";"}));
        node.line(join({"@!", p, " bra ", end, ";"}));
    }
    node.block(make_block(scope, inner, 1 + random.below(6)), alone);
    node.line(next + ":");
    node.line(join({"add.u32 ", round, ", ", round, ", 1;"}));
    if (random.one_in(2)) {
        Lines use;
        scope.mix(use, round);
        node.lines(use);
    }
    if (test_first) {
        node.line("bra " + head + ";");
    } else {
        node.line(join({"setp.lt.u32 ", p, ", ", round, ", ", count, ";"}));
        node.line(join({"@", p, " bra ", head, ";"}));
    }
    node.line(end + ":");
    return true;
}

bool make_switch(Scope& scope, const Flow& flow, Node& node) {
    if (!may_nest(scope, flow)) return false;
    Random& random = scope.random;
    const bool uniform = flow.block_uniform && random.one_in(2);
    const unsigned arms = random.one_in(3) ? 4 : 2;
    Lines before;
    const std::string index =
        uniform ? scope.uniform_number(before, arms) : scope.small_number(before, arms);
    const std::string table = scope.label("table"), end = scope.label("end");
    std::vector<std::string> labels;
    std::string list;
    for (unsigned i = 0; i < arms; ++i) {
        // Two indices may share an arm.
        const bool shared = i > 0 && random.one_in(4);
        labels.push_back(shared ? labels.back() : scope.label("arm"));
        list += (i == 0 ? "" : ", ") + labels.back();
    }
    node.lines(before);
    node.line(table + ": .branchtargets " + list + ";");
    node.line(join({"brx.idx", uniform ? ".uni " : " ", index, ", ", table, ";"}));
    const Flow inner = inside(flow, uniform ? Parting::Blocks : Parting::Lanes);
    for (unsigned i = 0; i < arms; ++i) {
        if (i > 0 && labels[i] == labels[i - 1]) continue;
        node.line(labels[i] + ":");
        node.block(make_block(scope, inner, 1 + random.below(3)));
        // Sometimes the next arm follows; lanes that part stay apart until the end then.
        if (uniform || !random.one_in(4)) node.line("bra " + end + ";");
    }
    node.line(end + ":");
    return true;
}

bool make_leave(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    std::vector<std::string> targets;
    if (!flow.break_label.empty()) targets = {flow.break_label, flow.next_label};
    if (!flow.exit_label.empty()) targets.push_back(flow.exit_label);
    if (targets.empty()) return false;
    Lines lines;
    // Few lanes at a time, so that some are left.
    std::string condition;
    if (random.one_in(2)) {
        const std::string t = scope.fresh('r');
        condition = scope.fresh('p');
        lines.add({"and.b32 ", t, ", ", scope.variable('r'), ", ",
                   std::to_string(random.between(3, 31)), ";"});
        lines.add({"setp.eq.u32 ", condition, ", ", t, ", ", std::to_string(random.below(4)), ";"});
    } else {
        condition = scope.lane_condition(lines);
    }
    const std::string target = random.pick(targets);
    if (target == flow.exit_label && scope.in_kernel && random.one_in(2))
        lines.add({guard(condition), random.one_in(2) ? "exit;" : "ret;"});
    else
        lines.add({guard(condition), "bra ", target, ";"});
    node.lines(lines);
    return true;
}

} // namespace warpscope::random_kernels
