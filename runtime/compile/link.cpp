// Linking by the command that clang would give, or by clang.
#include "runtime/compile/link.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "runtime/compile/files.h"
#include "runtime/compile/process.h"
#include "runtime/compile/toolchain.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

// Stand for what differs between links; no command that clang prints has them.
constexpr std::string_view objects_word = "\1objects", executable_word = "\1executable";

/// What decides the linker's command, apart from the names of objects and executable.
Hash recipe_of(const Setting& setting) {
    Arguments facts = link_arguments(setting, {}, {});
    facts.push_back(clang_identity(setting.toolchain.clang));
    facts.push_back(file_identity(setting.toolchain.linker));
    for (const char* name : {"LIBRARY_PATH", "COMPILER_PATH", "PATH"}) {
        const char* value = std::getenv(name);
        facts.emplace_back(value ? value : "");
    }
    // A word that is a file is one for clang too.
    for (const std::string& argument : setting.options.link_arguments)
        facts.push_back(file_identity(argument));
    facts.push_back(fs::current_path().string());
    Hash hash;
    for (const std::string& fact : facts)
        hash = hash_bytes(fact.data(), fact.size(), hash);
    return hash;
}

/// The linker's command with words for objects and executable; empty when clang does not say.
Arguments ask_clang(const Setting& setting, const fs::path& object, const fs::path& executable) {
    Arguments question = link_arguments(setting, {object}, executable);
    question.insert(question.begin() + 1, "-###");
    const Result<ProcessOutcome> outcome = run_process(question);
    if (!outcome || !outcome->succeeded()) return {};
    Arguments command = parse_printed_command(outcome->errors);
    const auto replace = [&command](const std::string& name, std::string_view word) {
        if (std::count(command.begin(), command.end(), name) != 1) return false;
        *std::find(command.begin(), command.end(), name) = word;
        return true;
    };
    const bool known =
        replace(object.string(), objects_word) && replace(executable.string(), executable_word);
    return known ? command : Arguments{};
}

Arguments linker_command(const Setting& setting, const std::vector<fs::path>& objects,
                         const fs::path& executable, const Cache& cache) {
    const Hash recipe = recipe_of(setting);
    Arguments general = cache.find_command(recipe);
    if (general.empty()) {
        general = ask_clang(setting, objects.front(), executable);
        if (!general.empty()) cache.store_command(recipe, general);
    }
    Arguments command;
    for (std::string& word : general) {
        if (word == objects_word) {
            for (const fs::path& object : objects)
                command.push_back(object.string());
        } else {
            command.push_back(word == executable_word ? executable.string() : std::move(word));
        }
    }
    return command;
}

} // namespace

Status link_program(const Setting& setting, const std::vector<fs::path>& objects,
                    const fs::path& executable, const Cache* cache,
                    const std::function<void(std::string_view)>& tell) {
    if (cache) {
        const Arguments command = linker_command(setting, objects, executable, *cache);
        if (!command.empty()) {
            const auto outcome = run_process(command);
            if (outcome && outcome->succeeded()) {
                tell(outcome->output + outcome->errors);
                return Done{};
            }
        }
    }
    // Also after a failure, which may be the remembered command's.
    const auto outcome = run_process(link_arguments(setting, objects, executable));
    if (!outcome) return outcome.error();
    tell(outcome->output + outcome->errors);
    if (outcome->succeeded()) return Done{};
    return plain_error("the program does not link", "see the linker's messages above");
}

Arguments parse_printed_command(std::string_view text) {
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    text = text.substr(text.rfind('\n') + 1);
    Arguments words;
    while (!text.empty()) {
        if (!text.starts_with(" \"")) return {};
        text.remove_prefix(2);
        std::string word;
        while (!text.empty() && text.front() != '"') {
            if (text.front() == '\\') text.remove_prefix(1);
            if (text.empty()) return {};
            word.push_back(text.front());
            text.remove_prefix(1);
        }
        if (text.empty()) return {};
        text.remove_prefix(1);
        words.push_back(std::move(word));
    }
    return words;
}

} // namespace warpscope::compile
