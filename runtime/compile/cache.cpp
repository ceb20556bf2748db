// The layout of the cache: lists/RECIPE, units/HASH/{object.o,container,text}, programs/HASH/NAME.
#include "runtime/compile/cache.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "runtime/compile/files.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

using DependencyLists = std::vector<std::vector<std::string>>;

// A recipe reads other files when the content changes what is included; some such sets are kept, so
// that going back and forth between two versions of a program finds both.
constexpr std::size_t kept_lists = 4;

// The oldest results beyond these numbers are dropped when one is added.
constexpr std::size_t kept_units = 512;
constexpr std::size_t kept_programs = 128;

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

/// An entry first loses its name, so that nobody finds a half of it.
void drop(const fs::path& entry, const fs::path& making) {
    const Result<TemporaryDirectory> grave = TemporaryDirectory::create(making);
    std::error_code ignored;
    if (grave) fs::rename(entry, grave->path() / "dropped", ignored);
}

void drop_oldest(const fs::path& folder, std::size_t kept, const fs::path& making) {
    std::vector<std::pair<fs::file_time_type, fs::path>> entries;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const auto time = entry.last_write_time(error);
        if (!error) entries.emplace_back(time, entry.path());
    }
    if (entries.size() <= kept) return;
    std::sort(entries.begin(), entries.end());
    entries.resize(entries.size() - kept);
    for (const auto& [time, path] : entries)
        drop(path, making);
}

/// Gives a finished folder its name. When another process was faster, its result is as good.
Status publish(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    fs::rename(from, to, error);
    if (error && !fs::exists(to)) return file_error(to, "cannot keep a result: " + error.message());
    touch(to);
    return Done{};
}

Result<Unit> read_unit(const fs::path& folder, const Hash& hash) {
    Unit unit;
    unit.hash = hash;
    unit.object = folder / "object.o";
    std::error_code error;
    if (!fs::is_regular_file(unit.object, error))
        return file_error(unit.object, "missing from the cache");
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

Cache::Cache(fs::path directory) : directory_(std::move(directory)) {}

std::optional<Unit> Cache::find_unit(const Hash& recipe, ContentHashes& contents) const {
    for (const auto& list : read_lists(directory_ / "lists" / to_string(recipe))) {
        const Hash hash = contents.of_all(list, recipe);
        const fs::path folder = directory_ / "units" / to_string(hash);
        if (Result<Unit> unit = read_unit(folder, hash)) {
            touch(folder);
            unit->dependencies = list;
            return *std::move(unit);
        }
    }
    return std::nullopt;
}

Result<Unit> Cache::store_unit(const Hash& recipe, Unit unit, ContentHashes& contents) const {
    unit.hash = contents.of_all(unit.dependencies, recipe);
    const Result<TemporaryDirectory> making = TemporaryDirectory::create(directory_ / "making");
    if (!making) return making.error();
    const fs::path folder = directory_ / "units" / to_string(unit.hash);
    if (Status s = place_copy(unit.object, making->path() / "object.o"); !s) return s.error();
    if (Status s = write_file(making->path() / "container", unit.container); !s) return s.error();
    if (Status s = write_file(making->path() / "text", unit.compiler_text); !s) return s.error();
    if (Status s = publish(making->path(), folder); !s) return s.error();

    const fs::path list_file = directory_ / "lists" / to_string(recipe);
    DependencyLists lists = read_lists(list_file);
    std::erase(lists, unit.dependencies);
    lists.insert(lists.begin(), unit.dependencies);
    lists.resize(std::min(lists.size(), kept_lists));
    std::error_code ignored;
    fs::create_directories(list_file.parent_path(), ignored);
    if (Status s = write_file(list_file, print_lists(lists)); !s) return s.error();
    drop_oldest(directory_ / "units", kept_units, directory_ / "making");
    unit.object = folder / "object.o";
    return unit;
}

fs::path Cache::find_program(const Hash& inputs, const std::string& name) const {
    const fs::path folder = directory_ / "programs" / to_string(inputs);
    std::error_code error;
    if (!fs::is_regular_file(folder / name, error)) return {};
    touch(folder);
    return folder / name;
}

Result<fs::path> Cache::store_program(const Hash& inputs, const fs::path& executable,
                                      const std::string& name) const {
    const Result<TemporaryDirectory> making = TemporaryDirectory::create(directory_ / "making");
    if (!making) return making.error();
    const fs::path folder = directory_ / "programs" / to_string(inputs);
    if (Status s = place_copy(executable, making->path() / name); !s) return s.error();
    if (Status s = publish(making->path(), folder); !s) return s.error();
    drop_oldest(directory_ / "programs", kept_programs, directory_ / "making");
    return folder / name;
}

} // namespace warpscope::compile
