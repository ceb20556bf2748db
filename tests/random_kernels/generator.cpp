// Puts kernels together: shape, variables, device functions, statements, and the stores at the end.
#include "tests/random_kernels/generator.h"

#include <algorithm>

#include "tests/random_kernels/layout.h"
#include "tests/random_kernels/operations.h"
#include "tests/random_kernels/shared_memory.h"
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

Shape choose_shape(Random& random) {
    static constexpr Dim3 blocks[] = {
        {32, 1, 1},  {32, 1, 1}, {64, 1, 1}, {64, 1, 1},  {96, 1, 1},  {128, 1, 1}, {128, 1, 1},
        {256, 1, 1}, {33, 1, 1}, {50, 1, 1}, {100, 1, 1}, {31, 1, 1},  {1, 1, 1},   {7, 5, 1},
        {8, 8, 1},   {16, 4, 1}, {3, 5, 7},  {16, 16, 1}, {4, 4, 4},   {20, 3, 1},  {2, 16, 1},
        {65, 1, 1},  {1, 48, 1}, {5, 1, 9},  {32, 4, 1},  {160, 1, 1},
    };
    static constexpr Dim3 grids[] = {{1, 1, 1}, {1, 1, 1}, {2, 1, 1}, {2, 1, 1}, {3, 1, 1},
                                     {4, 1, 1}, {2, 2, 1}, {1, 3, 1}, {1, 2, 2}};
    Shape shape;
    shape.block = random.pick(blocks);
    shape.grid = random.pick(grids);
    while (shape.threads() > 512)
        shape.grid = random.pick(grids);
    return shape;
}

/// The kernel's character: which variables it has and what it likes to do with them.
void choose_character(Scope& scope) {
    Random& random = scope.random;
    scope.variables = {{'p', random.between(2, kPredicates)},
                       {'r', random.between(2, 8)},
                       {'d', random.between(1, 4)},
                       {'h', random.between(1, 4)},
                       {'f', random.between(1, 5)}};
    const auto maybe = [&](char letter, unsigned most) {
        if (!random.one_in(3)) scope.variables[letter] = random.between(1, most);
    };
    maybe('g', 4), maybe('e', 3), maybe('b', 2), maybe('x', 2), maybe('y', 2), maybe('q', 1);
    for (unsigned family = 0; family < families().size(); ++family)
        for (unsigned times = random.below(4); times > 0; --times)
            scope.families.push_back(family);
    if (scope.families.empty()) scope.families = {0, 2};
    const auto strength = [&](unsigned usual) {
        const unsigned times = random.below(4); // none at all, in one kernel of four
        return usual * times / (random.one_in(4) ? 1 : 2);
    };
    Weights& w = scope.weights;
    w.arithmetic = 60;
    w.control = strength(16), w.memory = strength(14), w.warp = strength(10);
    w.exchange = strength(6), w.atomics = strength(6), w.calls = strength(6);
}

std::string array_words(Random& random, unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
        const std::uint64_t word = random.next() >> 32;
        text += (i == 0 ? "" : ", ") + std::to_string(word >> random.below(32));
    }
    return text;
}

std::vector<Definition> module_variables(Random& random, std::uint64_t seed) {
    const std::string s = std::to_string(seed);
    return {
        {"c" + s, {".const .align 16 .b32 c" + s + "[64] = {" + array_words(random, 64) + "};"}},
        {"g" + s, {".global .align 16 .b32 g" + s + "[64] = {" + array_words(random, 64) + "};"}},
        {"s" + s, {".shared .align 16 .b8 s" + s + "[" + std::to_string(kSharedBytes) + "];"}}};
}

Definition local_array() {
    Definition array{"array", {".local .align 16 .b8 array[64];"}};
    for (unsigned i = 0; i < 64; i += 16)
        array.lines.push_back("st.local.v4.b32 [array+" + std::to_string(i) + "], {" +
                              std::to_string(i) + ", -1, 0x3f800000, 77};");
    return array;
}

/// What the registers 90 to 97 of a kernel mean.
std::vector<Definition> fixed_registers(std::uint64_t seed) {
    const std::string s = std::to_string(seed);
    const std::string records = std::to_string(kGuardBytes + kCells * kCellBytes);
    return {
        {"%r91",
         {"mov.u32 %r91, %ntid.x;", "mov.u32 %r80, %ntid.y;", "mul.lo.u32 %r91, %r91, %r80;",
          "mov.u32 %r80, %ntid.z;", "mul.lo.u32 %r91, %r91, %r80;"}},
        {"%r90",
         {"mov.u32 %r81, %tid.z;", "mov.u32 %r82, %ntid.y;", "mov.u32 %r90, %tid.y;",
          "mad.lo.u32 %r90, %r81, %r82, %r90;", "mov.u32 %r81, %ntid.x;", "mov.u32 %r82, %tid.x;",
          "mad.lo.u32 %r90, %r90, %r81, %r82;"}},
        {"%r92", // lanes that there are: min(32, threads from this warp's first on)
         {"and.b32 %r83, %r90, -32;", "sub.u32 %r83, %r91, %r83;", "min.u32 %r83, %r83, 32;",
          "mov.u32 %r92, 1;", "shl.b32 %r92, %r92, %r83;", "sub.u32 %r92, %r92, 1;"}},
        {"%r93", {"mov.u32 %r93, %laneid;"}},
        {"%r94", // the thread's number in the grid
         {"mov.u32 %r84, %ctaid.z;", "mov.u32 %r85, %nctaid.y;", "mov.u32 %r94, %ctaid.y;",
          "mad.lo.u32 %r94, %r84, %r85, %r94;", "mov.u32 %r84, %nctaid.x;",
          "mov.u32 %r85, %ctaid.x;", "mad.lo.u32 %r94, %r94, %r84, %r85;",
          "mad.lo.u32 %r94, %r94, %r91, %r90;"}},
        {"%r95",
         {"mov.u32 %r95, s" + s + ";", "mad.lo.u32 %r95, %r90, 16, %r95;",
          "add.u32 %r95, %r95, " + std::to_string(kSlotStart) + ";",
          "st.shared.v4.u32 [%r95], {%r90, %r90, 1, 2};"}},
        {"%r96",
         {"mov.u32 %r96, dynamic_shared;", "mad.lo.u32 %r96, %r90, 8, %r96;",
          "st.shared.v2.u32 [%r96], {%r90, 3};"}},
        {"%r97", {"add.u32 %r97, %r91, 31;", "and.b32 %r97, %r97, -32;"}}, // whole warps
        {"%d92",
         {"ld.param.u64 %d92, [output];",
          "add.u64 %d92, %d92, " + std::to_string(kGuardBytes) + ";"}},
        {"%d91",
         {"ld.param.u64 %d91, [output];", "add.u64 %d91, %d91, " + records + ";",
          "mad.wide.u32 %d91, %r94, " + std::to_string(kOutputStride) + ", %d91;"}},
        {"%d93", {"add.u64 %d93, %d91, " + std::to_string(kRecordBytes) + ";"}},
        {"%d90", {"ld.param.u64 %d90, [input];"}},
        {"%d94",
         {"mad.wide.u32 %d94, %r94, " + std::to_string(kRecordBytes) + ", %d90;",
          "add.u64 %d94, %d94, " + std::to_string(kTableBytes) + ";"}},
    };
}

/// Definitions need what comes before them, and the print of a function looks at them backwards: so
/// an entry stands after all that it mentions.
std::vector<Definition> kernel_prologue(std::uint64_t seed) {
    std::vector<Definition> all = {local_array()};
    std::vector<Definition> fixed = fixed_registers(seed);
    std::ranges::move(fixed, std::back_inserter(all));
    for (const Slot& slot : slots()) {
        const std::string at = " [%d94+" + std::to_string(slot.offset) + "]";
        if (slot.letter == 'p') {
            all.push_back({"%r86", {"ld.global.u32 %r86," + at.substr(0) + ";"}});
            for (unsigned i = 0; i < kPredicates; ++i) {
                const std::string p = "%p" + std::to_string(i);
                all.push_back({p,
                               {"and.b32 %r87, %r86, " + std::to_string(1u << i) + ";",
                                "setp.ne.u32 " + p + ", %r87, 0;"}});
            }
        } else if (slot.letter == 'q') {
            all.push_back({slot.name(),
                           {"ld.global.v2.b64 {%d88, %d89}," + at + ";",
                            "mov.b128 " + slot.name() + ", {%d88, %d89};"}});
        } else {
            all.push_back(
                {slot.name(),
                 {"ld.global." + bits_type(slot.letter) + " " + slot.name() + "," + at + ";"}});
        }
    }
    return all;
}

/// Stores every variable; each store can be left out.
Block kernel_epilogue(Scope& scope) {
    Block block;
    for (const Slot& slot : slots()) {
        const bool used = slot.number == kAccumulator ||
                          (scope.has(slot.letter) && slot.number < scope.variables[slot.letter]);
        if (!used && slot.letter != 'p') continue;
        Lines lines;
        const std::string at = " [%d91+" + std::to_string(slot.offset) + "], ";
        if (slot.letter == 'p') {
            const std::string sum = scope.fresh('r'), bit = scope.fresh('r');
            lines.add({"mov.u32 ", sum, ", 0;"});
            for (unsigned i = 0; i < scope.variables['p']; ++i) {
                lines.add({"selp.u32 ", bit, ", ", std::to_string(1u << i), ", 0, %p",
                           std::to_string(i), ";"});
                lines.add({"or.b32 ", sum, ", ", sum, ", ", bit, ";"});
            }
            lines.add({"st.global.u32", at, sum, ";"});
        } else if (slot.letter == 'q') {
            const std::string low = scope.fresh('d'), high = scope.fresh('d');
            lines.add({"mov.b128 {", low, ", ", high, "}, ", slot.name(), ";"});
            lines.add({"st.global.v2.b64", at, "{", low, ", ", high, "};"});
        } else {
            const std::string bits = scope.plain_bits(lines, slot.name());
            lines.add({"st.global.", bits_type(slot.letter), at, bits, ";"});
        }
        Node node;
        node.lines(lines);
        block.push_back(std::move(node));
    }
    return block;
}

void append(Block& to, Block from) {
    std::ranges::move(from, std::back_inserter(to));
}

/// A device function: variables begin as parameters or constants.
Function make_function(Random& random, std::uint64_t seed, const Scope& kernel, unsigned index,
                       std::vector<Callee>& callees) {
    Scope scope(random, seed);
    scope.in_kernel = false;
    scope.weights = kernel.weights;
    scope.weights.exchange = scope.weights.atomics = 0;
    scope.families = kernel.families;
    scope.variables = kernel.variables;
    scope.callees = callees;
    scope.static_left = random.between(2, 25), scope.dynamic_left = 60;
    Callee callee;
    callee.name = join({"f", std::to_string(seed), "_", std::to_string(index)});
    if (!callees.empty() && !callees.back().takes_mask && random.one_in(2)) {
        callee.parameters = callees.back().parameters, callee.results = callees.back().results;
    } else {
        static const char* const lists[] = {"r", "rr", "rd", "f", "fr", "dh", "rfd", "rrrr", "ff"};
        static const char* const results[] = {"r", "d", "f", "r", "h", "rr", "rd"};
        callee.parameters = random.pick(lists), callee.results = random.pick(results);
        callee.takes_mask = random.one_in(3);
    }
    Function function;
    function.name = callee.name;
    function.end_label = "FINISH";
    const std::string parameters = callee.parameters + (callee.takes_mask ? "r" : "");
    std::string list;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        list += join({i == 0 ? "" : ", ", ".param .", bits_type(parameters[i]), " given",
                      std::to_string(i)});
    function.head = ".func (" + result_declaration(callee.results, "result") + ") " + callee.name +
                    " (" + list + ")";
    function.prologue.push_back(local_array());
    if (callee.takes_mask)
        function.prologue.push_back(
            {"%r92",
             {"ld.param.u32 %r92, [given" + std::to_string(callee.parameters.size()) + "];"}});
    function.prologue.push_back({"%r93", {"mov.u32 %r93, %laneid;"}});
    function.prologue.push_back(
        {"%d99", {"mov.u64 %d99, " + std::to_string(random.below(99)) + ";"}});
    std::map<char, unsigned> given;
    for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
        const char letter = callee.parameters[i];
        scope.variables[letter] = std::max(scope.variables[letter], given[letter] + 1);
        const std::string name =
            join({"%", std::string(1, letter), std::to_string(given[letter]++)});
        function.prologue.push_back({name,
                                     {"ld.param." + bits_type(letter) + " " + name + ", [given" +
                                      std::to_string(i) + "];"}});
    }
    for (const auto& [letter, count] : scope.variables)
        for (unsigned i = given[letter]; i < count; ++i) {
            const std::string name = join({"%", std::string(1, letter), std::to_string(i)});
            std::vector<std::string> lines;
            if (letter == 'p')
                lines = {"mov.u32 %r88, %laneid;",
                         "setp.lt.u32 " + name + ", %r88, " + std::to_string(7 * i + 5) + ";"};
            else if (letter == 'q')
                lines = {"mov.b64 %d88, 5;", "mov.b128 " + name + ", {%d88, %d88};"};
            else if (bits_of(letter) == 16)
                lines = {"mov.b16 " + name + ", " + std::to_string(15360 + 99 * i) + ";"};
            else if (letter == 'r' || letter == 'd')
                lines = {"mov.b" + std::to_string(bits_of(letter)) + " " + name + ", " +
                         std::to_string(random.below(1u << random.between(4, 31))) + ";"};
            else if (letter == 'f' || letter == 'g')
                lines = {"mov.f" + std::to_string(bits_of(letter)) + " " + name + ", " +
                         scope.immediate(letter) + ";"};
            else
                lines = {"mov.b32 " + name + ", 0x3c004000;"};
            function.prologue.push_back({name, lines});
        }
    Flow flow;
    if (callee.takes_mask) {
        flow.mask = "%r92";
        function.body = make_block(scope, flow, scope.static_left);
        flow.mask.clear();
        scope.static_left = 3;
    }
    flow.exit_label = "FINISH";
    append(function.body, make_block(scope, flow, scope.static_left));
    Lines last;
    for (std::size_t i = 0; i < callee.results.size(); ++i) {
        const char letter = callee.results[i];
        std::string value = scope.variable(letter);
        if (letter == 'r' || letter == 'd') { // with something of everything
            const std::string sum = scope.fresh(letter);
            if (letter == 'd') {
                last.add({"xor.b64 ", sum, ", ", value, ", %d99;"});
            } else {
                const std::string low = scope.fresh('r'), high = scope.fresh('r');
                last.add({"mov.b64 {", low, ", ", high, "}, %d99;"});
                last.add({"lop3.b32 ", sum, ", ", low, ", ", high, ", ", value, ", 0x96;"});
            }
            value = sum;
        }
        last.add({"st.param.", bits_type(letter), " [result+", std::to_string(8 * i), "], ", value,
                  ";"});
    }
    last.add({"ret;"});
    function.last = last;
    callees.push_back(callee);
    return function;
}

} // namespace

Program generate(std::uint64_t seed) {
    Random random(seed);
    Program program;
    program.seed = seed;
    program.shape = choose_shape(random);
    program.variables = module_variables(random, seed);

    Scope scope(random, seed);
    choose_character(scope);
    if (scope.weights.calls != 0)
        for (unsigned count = random.between(1, 4), i = 0; i < count; ++i)
            program.functions.push_back(make_function(random, seed, scope, i, scope.callees));

    // Short kernels are many, long ones few; so that each is done in some milliseconds, many
    // threads do less.
    scope.static_left = random.between(3, 12);
    scope.static_left <<= random.below(5);
    const unsigned warps = (program.shape.threads() + 31) / 32;
    scope.dynamic_left = std::min(20000u / warps, 200u << random.below(6));

    Function kernel;
    kernel.name = "k" + std::to_string(seed);
    kernel.head = ".visible .entry " + kernel.name +
                  " (.param .u64 input, .param .u64 output, .param .u32 number, "
                  ".param .align 16 .b8 bytes[32])";
    kernel.end_label = "FINISH";
    Flow flow;
    flow.mask = "%r92";
    flow.whole = program.shape.threads_in_block() % 32 == 0;
    flow.block_uniform = flow.shared_slot = true;
    if (random.one_in(8)) { // blocks that leave at once
        Lines lines;
        const std::string condition = scope.block_condition(lines);
        lines.add({"@", condition, random.one_in(2) ? " ret;" : " bra FINISH;"});
        Node node;
        node.lines(lines);
        kernel.body.push_back(std::move(node));
    }
    if (random.one_in(8)) { // at the start, all lanes are there
        Node node;
        Lines lines;
        const std::string active = scope.fresh('r');
        lines.add({"activemask.b32 ", active, ";"});
        scope.mix(lines, active);
        node.lines(lines);
        kernel.body.push_back(std::move(node));
    }
    const unsigned tail = scope.static_left / 5;
    scope.static_left -= tail;
    append(kernel.body, make_block(scope, flow, scope.static_left));
    // From here on nobody waits for anybody.
    flow = {};
    flow.exit_label = "FINISH";
    scope.static_left += tail;
    scope.dynamic_left += 50;
    append(kernel.body, make_block(scope, flow, scope.static_left));
    kernel.epilogue = kernel_epilogue(scope);
    kernel.last = {"ret;"};
    kernel.prologue = kernel_prologue(seed);
    program.functions.push_back(std::move(kernel));
    return program;
}

Parameters parameters_of(std::uint64_t seed) {
    Random random(seed * 3 + 2);
    Parameters parameters;
    parameters.number = random.below(64);
    for (std::uint8_t& byte : parameters.bytes)
        byte = static_cast<std::uint8_t>(random.next());
    return parameters;
}

} // namespace warpscope::random_kernels
