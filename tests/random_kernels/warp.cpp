// Statements of a warp's lanes together.
#include "tests/random_kernels/operations.h"
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

/// A lane of the mask, chosen by each lane for itself.
std::string partner(Scope& scope, const Flow& flow, Lines& lines) {
    Random& random = scope.random;
    const std::string lane = scope.fresh('r');
    if (random.one_in(3)) { // the last one of them, or the first
        if (random.one_in(2)) {
            lines.add({"bfind.u32 ", lane, ", ", flow.mask, ";"});
        } else {
            lines.add({"brev.b32 ", lane, ", ", flow.mask, ";"});
            lines.add({"clz.b32 ", lane, ", ", lane, ";"});
        }
        return lane;
    }
    switch (random.below(3)) {
    case 0:
        lines.add({"xor.b32 ", lane, ", %r93, ", std::to_string(random.between(1, 31)), ";"});
        break;
    case 1:
        lines.add({"add.u32 ", lane, ", %r93, ", std::to_string(random.between(1, 31)), ";"});
        break;
    default: lines.add({"mov.b32 ", lane, ", ", scope.variable('r'), ";"});
    }
    lines.add({"and.b32 ", lane, ", ", lane, ", 31;"});
    if (flow.whole) return lane;
    // Where that lane does not take part, this one.
    const std::string bit = scope.fresh('r'), p = scope.fresh('p'), chosen = scope.fresh('r');
    lines.add({"shr.u32 ", bit, ", ", flow.mask, ", ", lane, ";"});
    lines.add({"and.b32 ", bit, ", ", bit, ", 1;"});
    lines.add({"setp.ne.u32 ", p, ", ", bit, ", 0;"});
    lines.add({"selp.b32 ", chosen, ", ", lane, ", %r93, ", p, ";"});
    return chosen;
}

void shuffle(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    Lines lines;
    static const char letters[] = {'r', 'r', 'f', 'x', 'y'};
    char letter = random.pick(letters);
    if (!scope.has(letter)) letter = 'r';
    const std::string value = scope.variable(letter);
    const std::string result = scope.variable(letter);
    const std::string also = random.one_in(2) ? "|" + scope.variable('p') : "";
    if (flow.whole && !random.one_in(3)) {
        // Any lane, in parts of the warp of any size.
        static const char* const modes[] = {"up", "down", "bfly", "idx"};
        const unsigned mode = random.below(4);
        const unsigned width = 1u << random.below(6);
        const unsigned segments = (32 - width) << 8 | (mode == 0 ? 0u : 31u);
        const std::string by =
            random.one_in(3) ? scope.variable('r') : std::to_string(random.below(32));
        lines.add({"shfl.sync.", modes[mode], ".b32 ", result, also, ", ", value, ", ", by, ", ",
                   std::to_string(segments), ", ", flow.mask, ";"});
    } else {
        const std::string lane = partner(scope, flow, lines);
        lines.add({"shfl.sync.idx.b32 ", result, also, ", ", value, ", ", lane, ", 31, ", flow.mask,
                   ";"});
    }
    if (random.one_in(2)) scope.mix(lines, result);
    node.lines(lines);
}

/// Through the slots in shared memory, which other warps do not look at now.
void exchange(Scope& scope, const Flow& flow, Node& node) {
    Lines lines;
    const std::string lane = partner(scope, flow, lines);
    const std::string value = scope.variable('r'), result = scope.variable('r');
    const std::string distance = scope.fresh('r'), at = scope.fresh('r');
    lines.add({"bar.warp.sync ", flow.mask, ";"});
    lines.add({"st.shared.u32 [%r95], ", value, ";"});
    lines.add({"bar.warp.sync ", flow.mask, ";"});
    lines.add({"sub.s32 ", distance, ", ", lane, ", %r93;"});
    lines.add({"mad.lo.s32 ", at, ", ", distance, ", 16, %r95;"});
    lines.add({"ld.shared.u32 ", result, ", [", at, "];"});
    lines.add({"bar.warp.sync ", flow.mask, ";"});
    scope.mix(lines, result);
    node.lines(lines);
}

/// A sum or so over the warp by halving, as in reductions.
void tree(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    Lines lines;
    static const char* const operations[] = {"add.u32", "max.s32", "xor.b32", "min.u32"};
    const std::string operation = random.pick(operations);
    const std::string sum = scope.variable('r'), other = scope.fresh('r');
    const bool down = random.one_in(2);
    for (unsigned step = 16; step > 0; step /= 2) {
        lines.add({"shfl.sync.", down ? "down" : "bfly", ".b32 ", other, ", ", sum, ", ",
                   std::to_string(step), ", 31, ", flow.mask, ";"});
        lines.add({operation, " ", sum, ", ", sum, ", ", other, ";"});
    }
    scope.mix(lines, sum);
    node.lines(lines);
}

/// A loop that serves one group of equal lanes after the other.
void groups(Scope& scope, const Flow& flow, Node& node) {
    Lines lines;
    const std::string left = scope.fresh('r'), key = scope.fresh('r'), first = scope.fresh('r'),
                      theirs = scope.fresh('r'), same = scope.fresh('r'), p = scope.fresh('p');
    const std::string head = scope.label("group");
    lines.add({"and.b32 ", key, ", ", scope.variable('r'), ", 3;"});
    lines.add({"mov.b32 ", left, ", ", flow.mask, ";"});
    lines.add({head, ":"});
    lines.add({"brev.b32 ", first, ", ", left, ";"});
    lines.add({"clz.b32 ", first, ", ", first, ";"});
    lines.add({"shfl.sync.idx.b32 ", theirs, ", ", key, ", ", first, ", 31, ", flow.mask, ";"});
    lines.add({"setp.eq.u32 ", p, ", ", theirs, ", ", key, ";"});
    lines.add({"vote.sync.ballot.b32 ", same, ", ", p, ", ", flow.mask, ";"});
    scope.mix(lines, same);
    lines.add({"not.b32 ", same, ", ", same, ";"});
    lines.add({"and.b32 ", left, ", ", left, ", ", same, ";"});
    lines.add({"setp.ne.u32 ", p, ", ", left, ", 0;"});
    lines.add({"@", p, " bra ", head, ";"});
    node.lines(lines);
}

} // namespace

bool make_warp(Scope& scope, const Flow& flow, Node& node) {
    if (flow.mask.empty()) return false;
    Random& random = scope.random;
    switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3: shuffle(scope, flow, node); return true;
    case 4:
        if (!scope.in_kernel || !flow.shared_slot) return false;
        exchange(scope, flow, node);
        return true;
    case 5:
        if (!flow.whole) return false;
        tree(scope, flow, node);
        return true;
    case 6: groups(scope, flow, node); return true;
    default: {
        const auto patterns = warp_patterns();
        return make_operation(scope, patterns[random.below(patterns.size())], flow.mask, node);
    }
    }
}

} // namespace warpscope::random_kernels
