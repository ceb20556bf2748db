// Loads and stores that concern one thread: what nobody writes, and what is its own.
#include <algorithm>

#include "tests/random_kernels/layout.h"
#include "tests/random_kernels/statements.h"

namespace warpscope::random_kernels {
namespace {

/// A type of a load or store, and the letters of registers that it fits.
struct MemoryType {
    const char* name;
    unsigned bytes;
    const char* letters;
};
constexpr MemoryType kIntegers[] = {
    {"u8", 1, "hrd"}, {"s8", 1, "hrd"}, {"b8", 1, "hr"},  {"u16", 2, "hrd"}, {"s16", 2, "hrd"},
    {"b16", 2, "he"}, {"u32", 4, "rd"}, {"s32", 4, "rd"}, {"b32", 4, "rf"},  {"u64", 8, "d"},
    {"s64", 8, "d"},  {"b64", 8, "dg"}, {"b32", 4, "rx"}, {"b16", 2, "hb"},
};
constexpr MemoryType kFloats[] = {{"f32", 4, "f"}, {"f64", 8, "g"}};

/// Where a thread may read, or read and write.
struct Place {
    const char* space;    ///< as instructions name it
    std::string base;     ///< a register with an address
    unsigned bytes = 0;   ///< a power of two
    bool own = false;     ///< may be written
    bool generic = false; ///< `base` is an address of global memory: needs no conversion
};

class Access {
public:
    Access(Scope& scope, Node& node) : scope_(scope), random_(scope.random), node_(node) {}
    bool make(const Flow& flow);

private:
    bool choose_place(const Flow& flow);
    std::string address(unsigned bytes);
    void load(const char* cache);
    void store();
    std::string destination(const MemoryType& type, unsigned index);
    MemoryType choose_type();

    Scope& scope_;
    Random& random_;
    Node& node_;
    Lines lines_;
    Place place_;
    bool generic_ = false;
    std::vector<std::string> written_;
};

bool Access::choose_place(const Flow& flow) {
    switch (random_.below(scope_.in_kernel ? 8 : 4)) {
    case 0: // a table in constant memory
        place_ = {"const", scope_.fresh('d'), 256, false, false};
        lines_.add({"mov.u64 ", place_.base, ", c", std::to_string(scope_.seed), ";"});
        return true;
    case 1: // one in global memory
        place_ = {"global", scope_.fresh('d'), 256, false, true};
        lines_.add({"mov.u64 ", place_.base, ", g", std::to_string(scope_.seed), ";"});
        return true;
    case 2:
    case 3: // an array of this thread
        place_ = {"local", scope_.fresh('d'), 64, true, false};
        lines_.add({"mov.u64 ", place_.base, ", array;"});
        return true;
    case 4: place_ = {"global", "%d90", kTableBytes, false, true}; return true;
    case 5: place_ = {"global", "%d93", kScratchBytes, true, true}; return true;
    case 6:
        if (!flow.shared_slot) return false;
        place_ = {"shared", "%r95", 16, true, false};
        if (random_.one_in(2)) {
            place_.base = scope_.fresh('d');
            lines_.add({"cvt.u64.u32 ", place_.base, ", %r95;"});
        }
        return true;
    default:
        if (!flow.shared_slot) return false;
        place_ = {"shared", "%r96", 8, true, false};
        return true;
    }
}

/// An address for so many bytes, which it is a multiple of.
std::string Access::address(unsigned bytes) {
    if (letter_of(place_.base) == 'r') // shared memory by a narrow address
        return join({"[", place_.base, "+",
                     std::to_string(random_.below(place_.bytes / bytes) * bytes), "]"});
    std::string base = place_.base;
    generic_ = random_.one_in(4);
    if (generic_ && !place_.generic) {
        base = scope_.fresh('d');
        lines_.add({"cvta.", place_.space, ".u64 ", base, ", ", place_.base, ";"});
    } else if (!generic_ && place_.generic && random_.one_in(6)) {
        base = scope_.fresh('d');
        lines_.add({"cvta.to.global.u64 ", base, ", ", place_.base, ";"});
    }
    if (random_.one_in(3))
        return join(
            {"[", base, "+", std::to_string(random_.below(place_.bytes / bytes) * bytes), "]"});
    // Lanes choose on their own: half of the places from there, half by a displacement.
    const unsigned half = place_.bytes / 2;
    if (half < bytes) return "[" + base + "]";
    const std::string index = scope_.fresh('r'), offset = scope_.fresh('d'), at = scope_.fresh('d');
    lines_.add(
        {"and.b32 ", index, ", ", scope_.variable('r'), ", ", std::to_string(half - bytes), ";"});
    lines_.add({"cvt.u64.u32 ", offset, ", ", index, ";"});
    lines_.add({"add.u64 ", at, ", ", base, ", ", offset, ";"});
    if (random_.one_in(2)) return "[" + at + "]";
    return join({"[", at, "+", std::to_string(random_.below(half / bytes) * bytes), "]"});
}

MemoryType Access::choose_type() {
    for (;;) {
        MemoryType type = random_.one_in(4) ? random_.pick(kFloats) : random_.pick(kIntegers);
        const std::string letters = type.letters;
        const bool any = std::ranges::any_of(letters, [&](char c) { return scope_.has(c); });
        if (any && type.bytes <= place_.bytes) return type;
    }
}

std::string Access::destination(const MemoryType& type, unsigned index) {
    const std::string letters = type.letters;
    char letter = letters[0];
    if (index == 0 || written_.empty()) {
        do
            letter = letters[random_.below(letters.size())];
        while (!scope_.has(letter));
    } else {
        letter = letter_of(written_[0]);
    }
    std::string value = scope_.variable(letter);
    if (std::ranges::count(written_, value) != 0) value = scope_.fresh(letter);
    written_.push_back(value);
    return value;
}

void Access::load(const char* cache) {
    const MemoryType type = choose_type();
    unsigned count = 1;
    if (random_.one_in(3)) count = random_.one_in(2) ? 2 : 4;
    while (count * type.bytes > std::min(16u, place_.bytes))
        count /= 2;
    const std::string at = address(count * type.bytes);
    std::string list;
    for (unsigned i = 0; i < count; ++i)
        list += (i == 0 ? "" : ", ") + destination(type, i);
    const char* const vector = count == 1 ? "" : count == 2 ? ".v2" : ".v4";
    const std::string space = generic_ ? "" : "." + std::string(place_.space);
    lines_.add({"ld", space, generic_ || place_.space[0] != 'g' ? "" : cache, vector, ".",
                type.name, " ", count == 1 ? list : "{" + list + "}", ", ", at, ";"});
}

void Access::store() {
    const MemoryType type = choose_type();
    unsigned count = 1;
    if (random_.one_in(3)) count = random_.one_in(2) ? 2 : 4;
    while (count * type.bytes > std::min(16u, place_.bytes))
        count /= 2;
    std::string list;
    const std::string letters = type.letters;
    char letter = '\0';
    do
        letter = letters[random_.below(letters.size())];
    while (!scope_.has(letter));
    for (unsigned i = 0; i < count; ++i)
        list += (i == 0 ? "" : ", ") + scope_.plain_bits(lines_, scope_.variable(letter));
    const std::string at = address(count * type.bytes);
    static const char* const caches[] = {"", "", "", ".cg", ".cs", ".wb", ".wt"};
    const std::string space = generic_ ? "" : "." + std::string(place_.space);
    const char* const cache = !generic_ && place_.space[0] == 'g' ? random_.pick(caches) : "";
    const char* const vector = count == 1 ? "" : count == 2 ? ".v2" : ".v4";
    lines_.add({"st", space, cache, vector, ".", type.name, " ", at, ", ",
                count == 1 ? list : "{" + list + "}", ";"});
}

bool Access::make(const Flow& flow) {
    if (!choose_place(flow)) return false;
    if (place_.own && random_.one_in(2)) {
        store();
        node_.lines(lines_);
        return true;
    }
    static const char* const read_only[] = {
        "", "", ".nc", ".ca", ".cg", ".ca.nc", ".L1::no_allocate", ".cs"};
    static const char* const own[] = {"", "", "", ".cg", ".ca", ".cv"};
    // ptxas puts YIELD in front of loads that another thread's stores may concern, after which
    // lanes may leave a function one by one; but it takes them for converged after calls through
    // pointers, and of functions that call others (docs/deviations.md, 39).
    static const char* const in_function[] = {"", "", ".nc", ".L1::no_allocate", ".cs"};
    if (!scope_.in_kernel)
        load(place_.own ? "" : random_.pick(in_function));
    else
        load(place_.own ? random_.pick(own) : random_.pick(read_only));
    if (random_.one_in(2)) scope_.mix(lines_, written_[0]);
    node_.lines(lines_);
    return true;
}

/// Orders of memory operations on the thread's own scratch memory.
void ordered_access(Scope& scope, Node& node) {
    Random& random = scope.random;
    const bool wide = random.one_in(3);
    const unsigned bytes = wide ? 8 : 4;
    const std::string at =
        "[%d93+" + std::to_string(random.below(kScratchBytes / bytes) * bytes) + "]";
    static const char* const loads[] = {"ld.volatile.global",    "ld.relaxed.gpu.global",
                                        "ld.acquire.gpu.global", "ld.relaxed.cta.global",
                                        "ld.acquire.sys",        "ld.volatile"};
    static const char* const stores[] = {"st.volatile.global",    "st.relaxed.gpu.global",
                                         "st.release.gpu.global", "st.relaxed.cta.global",
                                         "st.release.sys",        "st.volatile"};
    const std::string type = wide ? ".u64 " : ".u32 ";
    const char letter = wide ? 'd' : 'r';
    if (random.one_in(2))
        node.line(join({random.pick(stores), type, at, ", ", scope.variable(letter), ";"}));
    else
        node.line(join({random.pick(loads), type, scope.variable(letter), ", ", at, ";"}));
}

/// Instructions that change nothing, and questions about addresses.
void aside(Scope& scope, Node& node) {
    Random& random = scope.random;
    static const char* const without_effect[] = {
        "membar.cta;",
        "membar.gl;",
        "membar.sys;",
        "fence.acq_rel.gpu;",
        "fence.sc.cta;",
        "fence.acq_rel.cta;",
        "fence.sc.sys;",
        "prefetch.global.L1 [%d90];",
        "prefetch.global.L2 [%d93];",
        "prefetch.L1 [%d90+128];",
        "prefetchu.L1 [%d90];",
        "nanosleep.u32 20;",
        "prefetch.global.L2::evict_last [%d90];",
        "applypriority.global.L2::evict_normal [%d90+256], 128;"};
    if (random.one_in(2)) return node.line(random.pick(without_effect));
    static const char* const spaces[] = {"global", "shared", "local", "const"};
    static const char* const symbols[] = {"mov.u64 ", "cvta.shared.u64 ", "cvta.local.u64 "};
    const std::string address = scope.fresh('d');
    switch (random.below(3)) {
    case 0: node.line(join({symbols[0], address, ", %d93;"})); break;
    case 1: {
        const std::string wide = scope.fresh('d');
        node.line(join({"cvt.u64.u32 ", wide, ", %r95;"}));
        node.line(join({symbols[1], address, ", ", wide, ";"}));
        break;
    }
    default: {
        const std::string local = scope.fresh('d');
        node.line(join({"mov.u64 ", local, ", array;"}));
        node.line(join({symbols[2], address, ", ", local, ";"}));
    }
    }
    node.line(
        join({"isspacep.", random.pick(spaces), " ", scope.variable('p'), ", ", address, ";"}));
}

/// A parameter of the kernel.
void parameter(Scope& scope, Node& node) {
    static const char* const loads[] = {"ld.param.u8 %r",  "ld.param.s16 %r", "ld.param.b32 %r",
                                        "ld.param.u64 %d", "ld.param.f32 %f", "ld.param.s8 %h"};
    static const unsigned bytes[] = {1, 2, 4, 8, 4, 1};
    const unsigned which = scope.random.below(std::size(loads));
    const std::string text = loads[which];
    if (!scope.has(text.back())) return;
    const std::string value = scope.variable(text.back());
    node.line(join({text.substr(0, text.size() - 2), value, ", [bytes+",
                    std::to_string(scope.random.below(32 / bytes[which]) * bytes[which]), "];"}));
}

} // namespace

bool make_memory(Scope& scope, const Flow& flow, Node& node) {
    if (scope.in_kernel) switch (scope.random.below(14)) {
        case 0: ordered_access(scope, node); return !node.parts.empty();
        case 1: aside(scope, node); return !node.parts.empty();
        case 2:
        case 3: parameter(scope, node); return !node.parts.empty();
        case 4:
            node.line(join({"ldu.global.u32 ", scope.variable('r'), ", [%d90+",
                            std::to_string(4 * scope.random.below(64)), "];"}));
            return true;
        default: break;
        }
    return Access(scope, node).make(flow);
}

} // namespace warpscope::random_kernels
