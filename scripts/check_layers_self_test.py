"""Proves on small generated trees that check_layers finds each violation and passes clean code."""

import tempfile
from pathlib import Path

import check_layers

REPOSITORY = Path(__file__).resolve().parent.parent
OPENING = "// Something small lives here.\n"
WORK, HOME = "/wo" + "rk/", "/ro" + "ot/"

# A tree without a fault, to which each case adds or changes files.
CLEAN = {
    "sim/base/result.h": OPENING + "#pragma once\n",
    "sim/gpu/gpu_spec.h": OPENING + '#include "sim/base/result.h"\n',
    "sim/events/observer.h": OPENING + '#include "sim/base/result.h"\n',
    "sim/memory/space.h": OPENING + '#include "sim/events/observer.h"\n',
    "sim/isa/rows.h": OPENING + '#include "sim/memory/space.h"\n',
    "sim/checkers/rows.h": OPENING,
    "sim/checkers/race.h": OPENING + '#include "sim/events/observer.h"\n',
    "sim/debug/session.h": OPENING + '#include "sim/checkers/race.h"\n',
    "runtime/include/cuda_runtime.h": OPENING,
    "runtime/include/ws/span.h": OPENING + "#include <cuda_runtime.h>\n",
    "runtime/host/device.cpp": OPENING + '#include "sim/debug/session.h"\n'
                               '#include "runtime/include/cuda_runtime.h"\n',
    "cli/main.cpp": OPENING + "#include <CLI/CLI.hpp>\n#include \"sim/debug/session.h\"\n"
                    '#include "sim/checkers/rows.h"\n#include "runtime/host/device.h"\n',
    "kernels/add/1_naive.cu": OPENING + '#include "ws/span.h"\n#include <cstdio>\n',
    "lessons/loader.cpp": OPENING + '#include "runtime/host/device.h"\n',
    "tests/unit/sim/base/result_test.cpp": OPENING + '#include "sim/isa/rows.h"\n',
}

# (what is wrong, the files that make it so, what the message must contain)
VIOLATIONS = [
    ("upward include", {"sim/base/result.h": OPENING + '#include "sim/gpu/gpu_spec.h"\n'},
     "sim/base/result.h:2: sim/base includes sim/gpu/gpu_spec.h"),
    ("checker reaches the engine", {
        "sim/checkers/race.h": OPENING + '#include "sim/memory/space.h"\n'},
     "sim/checkers includes sim/memory/space.h"),
    ("angle brackets do not hide it", {
        "sim/checkers/race.h": OPENING + "#include <sim/memory/space.h>\n"},
     "sim/checkers includes sim/memory/space.h"),
    ("a header that does not exist", {
        "sim/events/observer.h": OPENING + '#include "sim/exec/launch.h"\n'},
     "sim/events includes sim/exec/launch.h"),
    ("gui past the door", {"gui/panels/code.cpp": OPENING + '#include "sim/isa/rows.h"\n'},
     "gui includes sim/isa/rows.h; of sim/"),
    ("cli past the door", {"cli/main.cpp": OPENING + '#include "sim/checkers/race.h"\n'},
     "cli includes sim/checkers/race.h; of sim/"),
    ("gui uses cli", {"gui/panels/code.cpp": OPENING + '#include "cli/main.h"\n'},
     "gui includes cli/main.h"),
    ("relative include", {"sim/gpu/presets.cpp": OPENING + '#include "gpu_spec.h"\n'},
     '#include "sim/gpu/gpu_spec.h"'),
    ("kernel reaches the emulator", {
        "kernels/add/1_naive.cu": OPENING + '#include "sim/base/result.h"\n'},
     "kernels code includes sim/base/result.h"),
    ("lesson reaches the emulator", {
        "lessons/l1/start.cu": OPENING + "#include <sim/base/result.h>\n"},
     "lessons code includes sim/base/result.h"),
    ("kernel header nowhere", {"kernels/add/1_naive.cu": OPENING + '#include "vector"\n'},
     "write <…> for system headers"),
    ("user header reaches the runtime", {
        "runtime/include/ws/span.h": OPENING + '#include "runtime/host/device.cpp"\n'},
     "runtime code includes runtime/host/device.cpp"),
    ("emulator knows user headers", {
        "sim/gpu/gpu_spec.h": OPENING + '#include "runtime/include/cuda_runtime.h"\n'},
     "must not know the user's headers"),
    ("build tree known too low", {
        "sim/gpu/gpu_spec.h": OPENING + '#include "warpscope_paths.h"\n'},
     "includes warpscope_paths.h"),
    ("folder without a layer", {"sim/misc/thing.cpp": OPENING}, "this folder is no layer"),
    ("long source", {"sim/isa/big.cpp": OPENING + "\n" * 400},
     "sim/isa/big.cpp:401: 401 lines, the limit is 400"),
    ("long header", {"cli/big.h": OPENING + "\n" * 150}, "cli/big.h:151: 151 lines"),
    ("exception without a reason", {
        "cli/big.h": OPENING + "\n" * 150, "docs/size_exceptions.txt": "cli/big.h:\n"},
     "docs/size_exceptions.txt:1: no reason given"),
    ("exception not needed", {"docs/size_exceptions.txt": "cli/main.cpp: it was big once\n"},
     "cli/main.cpp is missing or within the limit"),
    ("no opening comment", {"cli/main.cpp": "#include <vector>\n"},
     "cli/main.cpp:1: the file does not open"),
    ("opening comment is no sentence", {"runtime/host/device.cpp": "// device\n"},
     "runtime/host/device.cpp:1: the file does not open"),
    ("machine path", {"docs/notes.md": f"one\nsee {WORK}main\n"}, "docs/notes.md:2: names the"),
    ("machine path in a script", {"scripts/x.sh": f"cd {HOME}x\n"}, "scripts/x.sh:1: names the"),
    ("environment", {"sim/gpu/a.cpp": OPENING + 'auto f() { return std::getenv("A"); }\n'},
     "sim/gpu/a.cpp:2: sim/ reads the environment (getenv)"),
]

MUTABLE = [
    "int count = 0;", "static int count;", "namespace x {\nstd::vector<int> all;\n}",
    "const char* name = \"a\";", "extern int shared;", "std::atomic<int> n{0};",
    "thread_local int depth = 0;", "void (*hook)(int) = nullptr;",
    "static const char* names[] = {\"a\"};", "constinit int start = 3;",
    "int f() { static int calls = 0; return ++calls; }",
    "int f() { if (true) { return 1; } else { static Foo foo(1); } }",
    "Cache& cache() { static Cache cache; return cache; }",
    "auto& g() { static auto table = [] { return make(); }(); return table; }",
    "struct S { static inline int live = 0; };", "class C { public: static int live; };",
    "template<typename T> T value;", "bool operator<(A a, A b) { return a < b; }\nint late;",
]

CONSTANT = [
    "constexpr int count = 0;", "const int count = 0;", "static const Foo foo(1);",
    "inline constexpr std::array<const char*, 2> names{\"a\", \"b\"};",
    "const char* const name = \"a\";", "static constexpr Row rows[] = {{.a = 1}, {.a = 2}};",
    "int f(int x = 3);", "static int f(const char* s);", "auto f() -> std::vector<int>;",
    "template<typename T> static T max(T a, T b) { return a < b ? b : a; }",
    "const Table& table() { static const Table table = make(); return table; }",
    "enum class E : unsigned char { a = 1, b };", "struct S;\nclass C final : public D<int> {};",
    "struct alignas(16) S { static int f(int); int x = 0; static constexpr int n = 2; };",
    "using F = void (*)(int);\ntypedef int T;\nstatic_assert(sizeof(int) == 4, \"x;y\");",
    "bool operator==(const A&, const A&) = default;\nextern template class X<int>;",
    "void (*const hook)(int) = f;", "// int count;\n/* static int x; */\n#define X static int y;",
    "S::S() : a{1}, b(2) { int local = a < b; }", "extern const int limit;",
    "int f() { auto g = [](int x) { return x; }; int y{3}; return static_cast<int>(g(y)); }",
    "extern \"C\" {\nint cudaMalloc(void** p, unsigned long n);\n}",
    "template<> struct hash<A> { int operator()(const A& a) const { return a.x; } };",
    "[[nodiscard]] Result<int> parse(std::string_view text);",
]


def problems_of(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        layers = (REPOSITORY / check_layers.LAYERS_FILE).read_text(encoding="utf-8")
        for path, text in {check_layers.LAYERS_FILE: layers, **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return check_layers.Checker(root).run()


def run():
    failures = []

    def expect(name, condition, problems):
        if not condition:
            failures.append(f"{name}: got {problems or 'no message'}")

    problems = problems_of(CLEAN)
    expect("clean tree", not problems, problems)
    allowed = {"sim/isa/big.cpp": OPENING + "\n" * 400,
               "docs/size_exceptions.txt": "# why\nsim/isa/big.cpp: one table, read as a whole\n"}
    problems = problems_of({**CLEAN, **allowed})
    expect("listed long file", not problems, problems)
    problems = problems_of({**CLEAN, "docs/a.md": "frame" + WORK + " $TMP/out" + WORK + "\n"})
    expect("longer path", not problems, problems)
    problems = problems_of({**CLEAN, "tests/unit/a_test.cpp": OPENING + "\n" * 500})
    expect("long test", not problems, problems)
    for name, files, message in VIOLATIONS:
        problems = problems_of({**CLEAN, **files})
        expect(name, len(problems) == 1 and message in problems[0], problems)
    for code in MUTABLE:
        problems = problems_of({**CLEAN, "sim/gpu/a.cpp": OPENING + code + "\n"})
        expect(code, len(problems) == 1 and "mutable static state" in problems[0], problems)
    for code in CONSTANT:
        problems = problems_of({**CLEAN, "sim/gpu/a.cpp": OPENING + code + "\n"})
        expect(code, not problems, problems)
    problems = problems_of({**CLEAN, "runtime/host/a.cpp": OPENING + MUTABLE[0] + "\n"})
    expect("state outside sim/", not problems, problems)

    for failure in failures:
        print("FAILED", failure)
    cases = 5 + len(VIOLATIONS) + len(MUTABLE) + len(CONSTANT)
    print(f"check_layers self-test: {cases - len(failures)} of {cases} cases pass")
    return 1 if failures else 0
