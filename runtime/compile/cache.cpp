// The layout of the cache: lists/RECIPE, units/HASH/{object.o,container,text},
// headers/HASH/header.pch, commands/RECIPE/words, programs/HASH/NAME, each folder with its seal;
// constant/HASH.EXTENSION.
#include "runtime/compile/cache.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "runtime/compile/cache_limit.h"
#include "runtime/compile/files.h"
#include "runtime/compile/sealed_folder.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

using DependencyLists = std::vector<std::vector<std::string>>;

// A recipe reads other files when the content changes what is included; some such sets are kept, so
// that going back and forth between two versions of a program finds both.
constexpr std::size_t kept_lists = 4;

/// One path a line, an empty line between lists.
DependencyLists parse_lists(std::string_view text) {
    DependencyLists lists(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end == 0)
            lists.emplace_back();
        else
            lists.back().emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::erase_if(lists, [](const auto& list) { return list.empty(); });
    return lists;
}

std::string print_lists(const DependencyLists& lists) {
    std::string text;
    for (const auto& list : lists) {
        for (const std::string& file : list)
            text.append(file).push_back('\n');
        text.push_back('\n');
    }
    return text;
}

DependencyLists read_lists(const fs::path& file) {
    const Result<std::string> text = read_file(file);
    return text ? parse_lists(*text) : DependencyLists{};
}

/// Marks an entry as used now.
void touch(const fs::path& entry) {
    std::error_code ignored;
    fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
}

Result<Unit> read_unit(const fs::path& folder) {
    Unit unit;
    unit.object = folder / "object.o";
    Result<std::string> container = read_file(folder / "container");
    if (!container) return container.error();
    Result<std::string> text = read_file(folder / "text");
    if (!text) return text.error();
    unit.container = *std::move(container);
    unit.compiler_text = *std::move(text);
    return unit;
}

} // namespace

Hash ContentHashes::of(const std::string& file) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = known_.find(file); found != known_.end()) return found->second;
    }
    const Result<std::string> bytes = read_file(file);
    const Hash hash = bytes ? hash_bytes(bytes->data(), bytes->size()) : Hash{};
    const std::lock_guard lock(mutex_);
    return known_.emplace(file, hash).first->second;
}

Hash ContentHashes::of_all(const std::vector<std::string>& files, const Hash& seed) {
    Hash hash = seed;
    for (const std::string& file : files) {
        const Hash content = of(file);
        hash = hash_bytes(file.data(), file.size(), hash);
        hash = hash_bytes(&content, sizeof content, hash);
    }
    return hash;
}

Cache::Cache(fs::path directory, std::uint64_t limit_bytes)
    : directory_(std::move(directory)), limit_(limit_bytes) {}

/// The folder of a result as it was stored. What was damaged goes, so that it can be stored again.
std::optional<fs::path> Cache::intact(const char* kind, const Hash& hash) const {
    const fs::path folder = directory_ / kind / to_string(hash);
    std::error_code error;
    if (!fs::exists(folder, error)) return std::nullopt;
    if (is_intact(folder)) {
        touch(folder);
        return folder;
    }
    drop_entry(folder, making());
    return std::nullopt;
}

/// Seals a finished folder and gives it its name. When another process was faster, its result is as
/// good.
Result<fs::path> Cache::publish(const fs::path& made, const char* kind, const Hash& hash) const {
    if (Status s = seal_folder(made); !s) return s.error();
    const fs::path folder = directory_ / kind / to_string(hash);
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);
    fs::rename(made, folder, error);
    if (error && fs::exists(folder) && !is_intact(folder)) {
        drop_entry(folder, making());
        fs::rename(made, folder, error);
    }
    if (error && !fs::exists(folder))
        return file_error(folder, "cannot keep a result: " + error.message());
    touch(folder);
    return folder;
}

void Cache::add_list(const Hash& recipe, const std::vector<std::string>& files) const {
    const fs::path list_file = directory_ / "lists" / to_string(recipe);
    DependencyLists lists = read_lists(list_file);
    std::erase(lists, files);
    lists.insert(lists.begin(), files);
    lists.resize(std::min(lists.size(), kept_lists));
    std::error_code ignored;
    fs::create_directories(list_file.parent_path(), ignored);
    // Without it the result is not found again, and made anew.
    (void)write_file(list_file, print_lists(lists));
}

std::optional<Unit> Cache::find_unit(const Hash& recipe, ContentHashes& contents) const {
    const fs::path list_file = directory_ / "lists" / to_string(recipe);
    for (const auto& list : read_lists(list_file)) {
        const Hash hash = contents.of_all(list, recipe);
        const auto folder = intact("units", hash);
        if (!folder) continue;
        if (Result<Unit> unit = read_unit(*folder)) {
            touch(list_file);
            unit->hash = hash;
            unit->dependencies = list;
            return *std::move(unit);
        }
    }
    return std::nullopt;
}

Result<Unit> Cache::store_unit(const Hash& recipe, Unit unit, ContentHashes& contents) const {
    unit.hash = contents.of_all(unit.dependencies, recipe);
    const Result<TemporaryDirectory> made = TemporaryDirectory::create(making());
    if (!made) return made.error();
    if (Status s = place_link(unit.object, made->path() / "object.o"); !s) return s.error();
    if (Status s = write_file(made->path() / "container", unit.container); !s) return s.error();
    if (Status s = write_file(made->path() / "text", unit.compiler_text); !s) return s.error();
    const Result<fs::path> folder = publish(made->path(), "units", unit.hash);
    if (!folder) return folder.error();
    add_list(recipe, unit.dependencies);
    unit.object = *folder / "object.o";
    return unit;
}

std::optional<PrecompiledHeader> Cache::find_header(const Hash& recipe,
                                                    ContentHashes& contents) const {
    const fs::path list_file = directory_ / "lists" / to_string(recipe);
    for (const auto& list : read_lists(list_file)) {
        if (const auto folder = intact("headers", contents.of_all(list, recipe))) {
            touch(list_file);
            return PrecompiledHeader{*folder / "header.pch", list};
        }
    }
    return std::nullopt;
}

Result<PrecompiledHeader> Cache::store_header(const Hash& recipe, PrecompiledHeader header,
                                              ContentHashes& contents) const {
    const Result<TemporaryDirectory> made = TemporaryDirectory::create(making());
    if (!made) return made.error();
    if (Status s = place_link(header.file, made->path() / "header.pch"); !s) return s.error();
    const Result<fs::path> folder =
        publish(made->path(), "headers", contents.of_all(header.dependencies, recipe));
    if (!folder) return folder.error();
    add_list(recipe, header.dependencies);
    header.file = *folder / "header.pch";
    return header;
}

bool Cache::seen_before(const Hash& recipe) const {
    const fs::path list_file = directory_ / "lists" / to_string(recipe);
    std::error_code error;
    if (fs::exists(list_file, error)) return true;
    fs::create_directories(list_file.parent_path(), error);
    (void)write_file(list_file, "");
    return false;
}

Result<fs::path> Cache::constant_file(std::string_view text, std::string_view extension) const {
    fs::path file =
        directory_ / "constant" / (to_string(hash_bytes(text.data(), text.size())) += extension);
    if (const Result<std::string> present = read_file(file); present && *present == text) {
        touch(file);
        return file;
    }
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (Status s = write_file(file, text); !s) return s.error();
    return file;
}

std::vector<std::string> Cache::find_command(const Hash& recipe) const {
    const fs::path folder = directory_ / "commands" / to_string(recipe);
    const auto lists =
        intact("commands", recipe) ? read_lists(folder / "words") : DependencyLists{};
    return lists.size() == 1 ? lists.front() : std::vector<std::string>{};
}

void Cache::store_command(const Hash& recipe, const std::vector<std::string>& words) const {
    const Result<TemporaryDirectory> made = TemporaryDirectory::create(making());
    if (made && write_file(made->path() / "words", print_lists({words})).ok())
        (void)publish(made->path(), "commands", recipe);
}

fs::path Cache::find_program(const Hash& inputs, const std::string& name) const {
    const auto folder = intact("programs", inputs);
    std::error_code error;
    return folder && fs::exists(*folder / name, error) ? *folder / name : fs::path{};
}

Result<fs::path> Cache::store_program(const Hash& inputs, const fs::path& executable,
                                      const std::string& name) const {
    const Result<TemporaryDirectory> made = TemporaryDirectory::create(making());
    if (!made) return made.error();
    if (Status s = place_link(executable, made->path() / name); !s) return s.error();
    const Result<fs::path> folder = publish(made->path(), "programs", inputs);
    if (!folder) return folder.error();
    return *folder / name;
}

void Cache::trim() const {
    trim_cache(directory_, limit_);
}

} // namespace warpscope::compile
