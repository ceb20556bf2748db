// Scratch folders, compiler set-up and running of programs for the tests of compiling.
#include "tests/compile/fixture.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "runtime/compile/process.h"
#include "warpscope_paths.h"

namespace warpscope::compile::test {

namespace fs = std::filesystem;

Workplace::Workplace() {
    std::string pattern = (fs::temp_directory_path() / "warpscope-test-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    folder_ = pattern;
}

Workplace::~Workplace() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

fs::path Workplace::write(std::string_view name, std::string_view text_of_file) const {
    const fs::path file = path(name);
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text_of_file;
    // Older than any compilation that follows, as a file that was saved before is.
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(2));
    return file;
}

CompileOptions Workplace::options(std::vector<fs::path> sources) {
    CompileOptions options;
    options.sources = std::move(sources);
    options.cache_directory = path("cache");
    options.on_compiler_text = [this](std::string_view more) { text += more; };
    return options;
}

Installation installation() {
    Installation found = find_installation(fs::path(WARPSCOPE_BINARY_DIR) / "tests" / "none");
    found.runtime_library = WS_STUB_RUNTIME;
    return found;
}

std::string run(const fs::path& program) {
    const Result<ProcessOutcome> outcome = run_process({program.string()});
    if (!outcome) return outcome.error().message;
    if (outcome->succeeded()) return outcome->output;
    return outcome->output + "status " + std::to_string(outcome->exit_code) + " signal " +
           std::to_string(outcome->signal);
}

std::vector<std::string> expectations(std::string_view source, std::string_view key) {
    const std::string opening = fmt::format("// {}: ", key);
    std::vector<std::string> found;
    for (std::size_t at = source.find(opening); at != std::string_view::npos;
         at = source.find(opening, at + 1)) {
        const std::size_t begin = at + opening.size();
        found.emplace_back(source.substr(begin, source.find('\n', begin) - begin));
    }
    return found;
}

} // namespace warpscope::compile::test
