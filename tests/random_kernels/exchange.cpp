// Threads of a block exchange values through shared memory, between barriers.
//
// Every exchange ends with a barrier for all threads, so that the next may begin with writes.
#include "tests/random_kernels/shared_memory.h"
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

/// A barrier of all threads, in one of its many ways. A count of threads without .aligned is for
/// whole warps: what lanes that do not exist count for then, the PTX ISA does not say.
void barrier(Scope& scope, const Flow& flow, Lines& lines) {
    Random& random = scope.random;
    switch (random.below(12)) {
    case 0: lines.add({"barrier.sync ", std::to_string(random.below(16)), ";"}); break;
    case 1: lines.add({"barrier.cta.sync.aligned 0;"}); break;
    case 2: lines.add({"bar.sync ", std::to_string(random.below(16)), ", %r97;"}); break;
    case 3:
        lines.add({flow.whole ? "barrier.sync 3, %r97;" : "barrier.sync.aligned 3, %r97;"});
        break;
    case 4:
    case 5: {
        const std::string count = scope.fresh('r');
        static const char* const forms[] = {"bar.red.popc.u32 ", "barrier.red.popc.aligned.u32 ",
                                            "barrier.red.popc.u32 "};
        lines.add({random.pick(forms), count, ", 0, ", random.one_in(3) ? "!" : "",
                   scope.variable('p'), ";"});
        scope.mix(lines, count);
        break;
    }
    case 6: {
        const std::string p = scope.fresh('p');
        static const char* const forms[] = {"bar.red.and.pred ",
                                            "bar.red.or.pred ",
                                            "barrier.red.and.pred ",
                                            "barrier.red.or.pred ",
                                            "barrier.red.and.aligned.pred ",
                                            "barrier.red.or.aligned.pred "};
        lines.add({random.pick(forms), p, ", ", std::to_string(random.below(8)), ", ",
                   scope.variable('p'), ";"});
        scope.mix(lines, p);
        break;
    }
    default: lines.add({"bar.sync 0;"});
    }
}

/// The number of another thread of the block.
std::string other_thread(Scope& scope, Lines& lines) {
    Random& random = scope.random;
    const std::string other = scope.fresh('r');
    switch (random.below(5)) {
    case 0: // the mirror image
        lines.add({"sub.u32 ", other, ", %r91, %r90;"});
        lines.add({"sub.u32 ", other, ", ", other, ", 1;"});
        break;
    case 1: // one for all
        lines.add({"rem.u32 ", other, ", ", std::to_string(random.below(300)), ", %r91;"});
        break;
    case 2: // whichever
        lines.add({"rem.u32 ", other, ", ", scope.variable('r'), ", %r91;"});
        break;
    default:
        lines.add({"add.u32 ", other, ", %r90, ", std::to_string(random.between(1, 70)), ";"});
        lines.add({"rem.u32 ", other, ", ", other, ", %r91;"});
    }
    return other;
}

Block between(Scope& scope, const Flow& flow) {
    if (!scope.random.one_in(2)) return {};
    Flow inner = flow;
    ++inner.depth;
    inner.block_uniform = false; // no exchange inside an exchange
    inner.shared_slot = false;
    return make_block(scope, inner, 1 + scope.random.below(4));
}

void slots(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    struct Way {
        const char* type;
        char letter;
        bool dynamic;
    };
    static constexpr Way ways[] = {
        {"u32", 'r', false}, {"b64", 'd', false},    {"v2.b64", 'd', false}, {"u16", 'h', false},
        {"f32", 'f', false}, {"v4.b32", 'r', false}, {"b64", 'd', true},     {"v2.u32", 'r', true},
        {"s32", 'r', true},  {"b128", 'q', false}};
    Way way = random.pick(ways);
    if (!scope.has(way.letter)) way = ways[0];
    const std::string type = way.type;
    const unsigned count = type[0] != 'v' ? 1u : static_cast<unsigned>(type[1] - '0');
    const auto list = [&](auto&& value) {
        std::string text;
        for (unsigned i = 0; i < count; ++i)
            text += (i == 0 ? "" : ", ") + value();
        return count == 1 ? text : "{" + text + "}";
    };
    Lines before, after;
    const std::string slot = way.dynamic ? "%r96" : "%r95";
    const std::string values =
        list([&] { return scope.plain_bits(before, scope.variable(way.letter)); });
    before.add({"st.shared.", type, " [", slot, "], ", values, ";"});
    node.lines(before);
    node.block(between(scope, flow));
    barrier(scope, flow, after);
    const std::string other = other_thread(scope, after), at = scope.fresh('r');
    after.add({"sub.s32 ", at, ", ", other, ", %r90;"});
    after.add({"mad.lo.s32 ", at, ", ", at, way.dynamic ? ", 8, " : ", 16, ", slot, ";"});
    std::vector<std::string> results;
    const std::string read = list([&] {
        results.push_back(scope.fresh(way.letter));
        return results.back();
    });
    after.add({"ld.shared.", type, " ", read, ", [", at, "];"});
    for (const std::string& result : results)
        scope.mix(after, result);
    const std::string kept = scope.variable(way.letter);
    after.add({"mov.", bits_type(way.letter), " ", kept, ", ", results[0], ";"});
    node.lines(after);
    node.block(between(scope, flow));
    Lines last;
    barrier(scope, flow, last);
    node.lines(last);
}

/// Sums in shared memory by halving, with a barrier a step.
void tree(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    static const char* const operations[] = {"add.u32", "min.s32", "max.u32", "xor.b32",
                                             "mul.lo.u32"};
    const std::string step = scope.fresh('r'), place = scope.fresh('r'), mine = scope.fresh('r'),
                      theirs = scope.fresh('r'), at = scope.fresh('r');
    const std::string in = scope.fresh('p'), go = scope.fresh('p'), result = scope.fresh('r'),
                      first = scope.fresh('r');
    const std::string head = scope.label("halve"), skip = scope.label("skip");
    Lines lines;
    lines.add({"st.shared.u32 [%r95], ", scope.variable('r'), ";"});
    lines.add({"mov.u32 ", step, ", 128;"});
    lines.add({head, ":"});
    barrier(scope, flow, lines);
    lines.add({"add.u32 ", place, ", %r90, ", step, ";"});
    lines.add({"setp.lt.u32 ", in, ", %r90, ", step, ";"});
    lines.add({"setp.lt.and.u32 ", in, ", ", place, ", %r91, ", in, ";"});
    lines.add({"@!", in, " bra ", skip, ";"});
    lines.add({"mad.lo.u32 ", at, ", ", step, ", 16, %r95;"});
    lines.add({"ld.shared.u32 ", mine, ", [%r95];"});
    lines.add({"ld.shared.u32 ", theirs, ", [", at, "];"});
    lines.add({random.pick(operations), " ", mine, ", ", mine, ", ", theirs, ";"});
    lines.add({"st.shared.u32 [%r95], ", mine, ";"});
    lines.add({skip, ":"});
    lines.add({"shr.u32 ", step, ", ", step, ", 1;"});
    lines.add({"setp.ne.u32 ", go, ", ", step, ", 0;"});
    lines.add({"@", go, " bra ", head, ";"});
    barrier(scope, flow, lines);
    lines.add({"mul.lo.u32 ", first, ", %r90, -16;"});
    lines.add({"add.u32 ", first, ", ", first, ", %r95;"});
    lines.add({"ld.shared.u32 ", result, ", [", first, "];"});
    scope.mix(lines, result);
    barrier(scope, flow, lines);
    node.lines(lines);
}

/// Words that all threads of the block change by one operation that may be done in any order.
void cells(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    struct Operation {
        const char* text;
        char letter;
    };
    static constexpr Operation operations[] = {
        {"add.u32", 'r'}, {"add.s32", 'r'}, {"min.u32", 'r'}, {"max.s32", 'r'}, {"and.b32", 'r'},
        {"or.b32", 'r'},  {"xor.b32", 'r'}, {"add.u64", 'd'}, {"min.s64", 'd'}, {"max.u64", 'd'},
        {"xor.b64", 'd'}, {"and.b64", 'd'}, {"inc.u32", 'i'}, {"dec.u32", 'i'}};
    const Operation operation = random.pick(operations);
    const char letter = operation.letter == 'i' ? 'r' : operation.letter;
    const std::string type = letter == 'd' ? "u64" : "u32";
    const std::string shared = scope.fresh('r'), at = scope.fresh('r'), bin = scope.fresh('r');
    const std::string p = scope.fresh('p');
    const std::string end = scope.label("end");
    Lines lines;
    lines.add({"mov.u32 ", shared, ", s", std::to_string(scope.seed), ";"});
    // Fewer threads than cells: all cells have to begin somewhere.
    const std::string clear = scope.fresh('r'), head = scope.label("clear");
    lines.add({"mov.u32 ", clear, ", %r90;"});
    lines.add({head, ":"});
    lines.add({"and.b32 ", at, ", ", clear, ", ", std::to_string(kSharedCells - 1), ";"});
    lines.add({"mad.lo.u32 ", at, ", ", at, ", 8, ", shared, ";"});
    const std::string start = random.one_in(2) ? "0" : "77";
    lines.add({"setp.lt.u32 ", p, ", ", clear, ", ", std::to_string(kSharedCells), ";"});
    lines.add({"@", p, " st.shared.u64 [", at, "], ", start, ";"});
    lines.add({"add.u32 ", clear, ", ", clear, ", %r91;"});
    lines.add({"setp.lt.u32 ", p, ", ", clear, ", ", std::to_string(kSharedCells), ";"});
    lines.add({"@", p, " bra ", head, ";"});
    barrier(scope, flow, lines);
    node.lines(lines);
    Lines change;
    change.add(
        {"and.b32 ", bin, ", ", scope.variable('r'), ", ", std::to_string(kSharedCells - 1), ";"});
    change.add({"mad.lo.u32 ", at, ", ", bin, ", 8, ", shared, ";"});
    const std::string value = operation.letter == 'i' ? "100" : scope.variable(letter);
    const std::string some = random.one_in(2) ? join({"@", scope.variable('p'), " "}) : "";
    if (random.one_in(3)) {
        const std::string unused = scope.fresh(letter);
        change.add(
            {some, "atom.shared.", operation.text, " ", unused, ", [", at, "], ", value, ";"});
    } else {
        change.add({some, "red.shared.", operation.text, " [", at, "], ", value, ";"});
    }
    node.lines(change);
    node.block(between(scope, flow));
    Lines last;
    barrier(scope, flow, last);
    const std::string result = scope.fresh(letter);
    last.add(
        {"and.b32 ", bin, ", ", scope.variable('r'), ", ", std::to_string(kSharedCells - 1), ";"});
    last.add({"mad.lo.u32 ", at, ", ", bin, ", 8, ", shared, ";"});
    last.add({"ld.shared.", type, " ", result, ", [", at, "];"});
    scope.mix(last, result);
    barrier(scope, flow, last);
    node.lines(last);
}

/// Every thread draws a number, whose order nobody knows, and puts a value there; all of them
/// together are known again.
void tickets(Scope& scope, const Flow& flow, Node& node) {
    Lines lines;
    const std::string shared = scope.fresh('r'), ticket = scope.fresh('r'), at = scope.fresh('r'),
                      value = scope.fresh('r'), result = scope.fresh('r'), p = scope.fresh('p');
    lines.add({"mov.u32 ", shared, ", s", std::to_string(scope.seed), ";"});
    lines.add({"setp.eq.u32 ", p, ", %r90, 0;"});
    lines.add({"@", p, " st.shared.v2.u32 [", shared, "], {0, 0};"});
    barrier(scope, flow, lines);
    lines.add({"atom.shared.add.u32 ", ticket, ", [", shared, "], 1;"});
    lines.add({"mad.lo.u32 ", at, ", ", ticket, ", 4, ", shared, ";"});
    lines.add(
        {"st.shared.u32 [", at, "+", std::to_string(kListStart), "], ", scope.variable('r'), ";"});
    barrier(scope, flow, lines);
    lines.add({"mad.lo.u32 ", at, ", %r90, 4, ", shared, ";"});
    lines.add({"ld.shared.u32 ", value, ", [", at, "+", std::to_string(kListStart), "];"});
    lines.add({"red.shared.xor.b32 [", shared, "+4], ", value, ";"});
    barrier(scope, flow, lines);
    lines.add({"ld.shared.u32 ", result, ", [", shared, "+4];"});
    scope.mix(lines, result);
    barrier(scope, flow, lines);
    node.lines(lines);
}

/// Even warps write and arrive; odd warps wait for them and read.
void producers(Scope& scope, const Flow& flow, Node& node) {
    Random& random = scope.random;
    Lines lines;
    const std::string odd = scope.fresh('r'), p = scope.fresh('p'), from = scope.fresh('r'),
                      result = scope.fresh('r');
    const std::string wait = scope.label("wait"), end = scope.label("end");
    const std::string id = std::to_string(random.between(1, 15));
    struct Pair {
        const char *arrive, *wait;
    };
    static constexpr Pair pairs[] = {{"bar.arrive ", "bar.sync "},
                                     {"barrier.arrive.aligned ", "barrier.sync.aligned "},
                                     {"barrier.arrive ", "barrier.sync "}};
    const Pair pair = pairs[random.below(flow.whole ? 3 : 2)];
    lines.add({"bfe.u32 ", odd, ", %r90, 5, 1;"});
    lines.add({"setp.ne.u32 ", p, ", ", odd, ", 0;"});
    lines.add({"mov.b32 ", result, ", %r90;"});
    lines.add({"@", p, " bra ", wait, ";"});
    lines.add({"st.shared.u32 [%r95], ", scope.variable('r'), ";"});
    lines.add({pair.arrive, id, ", %r97;"});
    lines.add({"bra ", end, ";"});
    lines.add({wait, ":"});
    lines.add({pair.wait, id, ", %r97;"});
    lines.add({"sub.u32 ", from, ", %r95, 512;"}); // the same lane of the warp before
    lines.add({"ld.shared.u32 ", result, ", [", from, "];"});
    lines.add({end, ":"});
    lines.add({"bar.sync 0;"});
    scope.mix(lines, result);
    node.lines(lines);
}

} // namespace

bool make_exchange(Scope& scope, const Flow& flow, Node& node) {
    if (!scope.in_kernel || !flow.block_uniform || !flow.shared_slot) return false;
    switch (scope.random.below(9)) {
    case 0: tree(scope, flow, node); return true;
    case 1:
    case 2: cells(scope, flow, node); return true;
    case 3: tickets(scope, flow, node); return true;
    case 4: producers(scope, flow, node); return true;
    default: slots(scope, flow, node); return true;
    }
}

} // namespace warpscope::random_kernels
