// Runs a fuzz target without libFuzzer: seeded mutations of the files of a corpus, a fixed number
// of them.
//
// Usage: TARGET RUNS KEEP FILE|FOLDER…
// The same arguments give the same inputs on every machine. KEEP is a file that holds the current
// input, so that it is there after a crash.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// xorshift64*: small, and the same everywhere.
struct Random {
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    std::uint64_t next() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return state * 0x2545F4914F6CDD1Du;
    }
    std::size_t below(std::size_t limit) {
        return limit == 0 ? 0 : static_cast<std::size_t>(next() % limit);
    }
};

constexpr const char* kWords[] = {
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    ",",
    "@!%p1 ",
    "0x",
    "0f3F800000",
    "-1",
    "18446744073709551615",
    "<999999>",
    ".reg .b32 ",
    ".entry k() {",
    ".func f(",
    ".global .b8 x[9] = {",
    ".section .debug_info {",
    ".loc 1 1 1",
    ", function_name $L__info_string0, inlined_at 1 1 1",
    ".branchtargets ",
    "bra L;",
    "call ",
    "ret;",
    "mov.u32 %r1, ",
    ".param .b32 ",
    "%tid.x",
    "// ws.x %r1\n",
    "_",
    "|",
    ".v4",
    ".f64",
    "\"",
    "/*",
    "*/",
    ".extern ",
    ".weak ",
};

void mutate(std::string& text, Random& random) {
    const std::size_t at = random.below(text.size() + 1);
    switch (random.below(7)) {
    case 0:
        if (!text.empty()) text[random.below(text.size())] = static_cast<char>(random.next());
        break;
    case 1: text.erase(at, random.below(16)); break;
    case 2: text.erase(at, random.below(text.size())); break;
    case 3: text.insert(at, kWords[random.below(std::size(kWords))]); break;
    case 4: text.insert(at, text.substr(random.below(text.size()), random.below(64))); break;
    case 5: text.insert(at, text.substr(random.below(text.size()), random.below(1024))); break;
    default:
        if (at + 1 < text.size()) std::swap(text[at], text[at + 1]);
    }
}

void add_files(const std::filesystem::path& path, std::vector<std::string>& corpus) {
    const auto add = [&](const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    };
    if (!std::filesystem::is_directory(path)) return add(path);
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
        add(file);
}

/// The file of the current input. It stays open: closing a shortened file can wait for the disk.
class Kept {
public:
    explicit Kept(const char* name) : file_(open(name, O_CREAT | O_TRUNC | O_WRONLY, 0666)) {}
    ~Kept() {
        if (file_ >= 0) close(file_);
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    bool hold(const std::string& text) const {
        const auto size = static_cast<ssize_t>(text.size());
        return pwrite(file_, text.data(), text.size(), 0) == size && ftruncate(file_, size) == 0;
    }

private:
    int file_;
};

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: %s RUNS KEEP FILE|FOLDER...\n", argv[0]);
        return 2;
    }
    std::vector<std::string> corpus;
    for (int i = 3; i < argc; ++i)
        add_files(argv[i], corpus);
    const long runs = std::strtol(argv[1], nullptr, 10);
    const Kept keep(argv[2]);
    Random random;
    for (const std::string& text : corpus)
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    for (long run = 0; run < runs && !corpus.empty(); ++run) {
        std::string text = corpus[random.below(corpus.size())];
        for (std::size_t n = 1 + random.below(8); n > 0; --n)
            mutate(text, random);
        if (text.size() > 16384) text.resize(16384);
        if (!keep.hold(text)) {
            std::perror(argv[2]);
            return 2;
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
    std::filesystem::remove(argv[2]);
    std::printf("%ld mutations of %zu files\n", runs, corpus.size());
    return 0;
}
