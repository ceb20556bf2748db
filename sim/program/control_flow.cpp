// Basic blocks and immediate post-dominators of one function.
#include "sim/program/control_flow.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace warpscope {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

bool starts_with(const Instruction& instruction, std::string_view mnemonic) {
    return std::string_view(instruction.form).substr(0, mnemonic.size()) == mnemonic;
}

bool leaves_function(const Instruction& instruction) {
    return instruction.traits.instruction_class == InstructionClass::Return;
}

bool is_jump(const Instruction& instruction) {
    return instruction.traits.instruction_class == InstructionClass::Branch;
}

/// Instructions that `instruction` may jump to; a label at the very end gives instructions.size().
class Targets {
public:
    explicit Targets(const Function& function) : function_(function) {
        if (function.branch_tables.empty()) return;
        for (const Label& label : function.labels)
            labels_.emplace(label.name, label.target);
    }

    std::vector<std::uint32_t> of(const Instruction& instruction) const {
        std::vector<std::uint32_t> targets;
        for (const Operand& operand : instruction.operands) {
            if (operand.kind != Operand::Kind::Label) continue;
            if (!starts_with(instruction, "brx"))
                targets.push_back(operand.index);
            else
                append_table(operand.index, targets);
        }
        return targets;
    }

private:
    void append_table(std::uint32_t table, std::vector<std::uint32_t>& targets) const {
        if (table >= function_.branch_tables.size()) return;
        for (const std::string& name : function_.branch_tables[table])
            if (const auto found = labels_.find(name); found != labels_.end())
                targets.push_back(found->second);
    }

    const Function& function_;
    std::unordered_map<std::string_view, std::uint32_t> labels_;
};

void cut_into_blocks(const Function& function, const Targets& targets, ControlFlow& flow) {
    const auto count = static_cast<std::uint32_t>(function.instructions.size());
    std::vector<bool> leader(count + 1, false);
    if (count > 0) leader[0] = true;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Instruction& instruction = function.instructions[i];
        if (!is_jump(instruction) && !leaves_function(instruction)) continue;
        leader[i + 1] = true;
        for (std::uint32_t target : targets.of(instruction))
            leader[std::min(target, count)] = true;
    }
    flow.block_of.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (leader[i]) flow.blocks.push_back({i, i, {}});
        flow.blocks.back().last = i;
        flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size()) - 1;
    }
}

void connect_blocks(const Function& function, const Targets& targets, ControlFlow& flow) {
    const auto exit = static_cast<std::uint32_t>(flow.blocks.size());
    const auto block_at = [&](std::uint32_t instruction) {
        return instruction < flow.block_of.size() ? flow.block_of[instruction] : exit;
    };
    for (BasicBlock& block : flow.blocks) {
        const Instruction& last = function.instructions[block.last];
        std::vector<std::uint32_t> next;
        if (leaves_function(last)) next.push_back(exit);
        if (is_jump(last))
            for (std::uint32_t target : targets.of(last))
                next.push_back(block_at(target));
        const bool always_leaves = (leaves_function(last) || (is_jump(last) && !next.empty()));
        if (!always_leaves || last.guard.present()) next.push_back(block_at(block.last + 1));
        for (std::uint32_t successor : next)
            if (std::find(block.successors.begin(), block.successors.end(), successor) ==
                block.successors.end())
                block.successors.push_back(successor);
    }
}

/// The control-flow graph with every edge turned round, the exit as its entry.
struct ReversedGraph {
    std::vector<std::vector<std::uint32_t>> next, previous;
    std::vector<std::uint32_t> order;  ///< reverse postorder from the exit
    std::vector<std::uint32_t> number; ///< position in `order`

    void add_edge(std::uint32_t from, std::uint32_t to) {
        next[from].push_back(to);
        previous[to].push_back(from);
    }
};

void mark_reached(const ReversedGraph& graph, std::uint32_t start, std::vector<bool>& reached) {
    std::vector<std::uint32_t> work = {start};
    reached[start] = true;
    while (!work.empty()) {
        const std::uint32_t node = work.back();
        work.pop_back();
        for (std::uint32_t next : graph.next[node]) {
            if (reached[next]) continue;
            reached[next] = true;
            work.push_back(next);
        }
    }
}

ReversedGraph reverse(const ControlFlow& flow) {
    const auto exit = static_cast<std::uint32_t>(flow.blocks.size());
    ReversedGraph graph;
    graph.next.resize(exit + 1);
    graph.previous.resize(exit + 1);
    for (std::uint32_t b = 0; b < exit; ++b)
        for (std::uint32_t successor : flow.blocks[b].successors)
            graph.add_edge(successor, b);
    // An endless loop has no way out; its last block, usually the latch, gets a virtual edge so
    // that the blocks inside the loop keep their own post-dominators.
    std::vector<bool> reached(exit + 1, false);
    mark_reached(graph, exit, reached);
    for (std::uint32_t b = exit; b-- > 0;) {
        if (reached[b]) continue;
        graph.add_edge(exit, b);
        mark_reached(graph, b, reached);
    }
    return graph;
}

void number_nodes(ReversedGraph& graph, std::uint32_t exit) {
    struct Visit {
        std::uint32_t node;
        std::size_t edge;
    };
    std::vector<bool> seen(exit + 1, false);
    std::vector<Visit> stack = {{exit, 0}};
    seen[exit] = true;
    while (!stack.empty()) {
        Visit& top = stack.back();
        if (top.edge == graph.next[top.node].size()) {
            graph.order.push_back(top.node);
            stack.pop_back();
            continue;
        }
        const std::uint32_t next = graph.next[top.node][top.edge++];
        if (seen[next]) continue;
        seen[next] = true;
        stack.push_back({next, 0});
    }
    std::reverse(graph.order.begin(), graph.order.end());
    graph.number.assign(exit + 1, kNone);
    for (std::uint32_t i = 0; i < graph.order.size(); ++i)
        graph.number[graph.order[i]] = i;
}

/// Figure 3 of Cooper, Harvey and Kennedy.
std::vector<std::uint32_t> dominators(const ReversedGraph& graph, std::uint32_t exit) {
    std::vector<std::uint32_t> dominator(exit + 1, kNone);
    dominator[exit] = exit;
    const auto intersect = [&](std::uint32_t a, std::uint32_t b) {
        while (a != b) {
            while (graph.number[a] > graph.number[b])
                a = dominator[a];
            while (graph.number[b] > graph.number[a])
                b = dominator[b];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t node : graph.order) {
            if (node == exit) continue;
            std::uint32_t best = kNone;
            for (std::uint32_t p : graph.previous[node])
                if (dominator[p] != kNone) best = best == kNone ? p : intersect(p, best);
            if (dominator[node] == best) continue;
            dominator[node] = best;
            changed = true;
        }
    }
    return dominator;
}

void place_reconvergence(const Function& function, ControlFlow& flow) {
    const auto count = static_cast<std::uint32_t>(function.instructions.size());
    flow.reconvergence.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Instruction& instruction = function.instructions[i];
        // Lanes that go separate ways through an indirect or guarded call meet again behind it.
        flow.reconvergence[i] = i + 1;
        if (!is_jump(instruction) && !leaves_function(instruction)) continue;
        const std::uint32_t join = flow.post_dominator[flow.block_of[i]];
        flow.reconvergence[i] = join < flow.blocks.size() ? flow.blocks[join].first : count;
    }
}

} // namespace

ControlFlow analyse_control_flow(const Function& function) {
    ControlFlow flow;
    const Targets targets(function);
    cut_into_blocks(function, targets, flow);
    connect_blocks(function, targets, flow);
    const auto exit = static_cast<std::uint32_t>(flow.blocks.size());
    ReversedGraph graph = reverse(flow);
    number_nodes(graph, exit);
    flow.post_dominator = dominators(graph, exit);
    flow.post_dominator.pop_back();
    place_reconvergence(function, flow);
    return flow;
}

} // namespace warpscope
