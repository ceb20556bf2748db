// Reading, writing, and what is known about lines that move.
#include "gui/editor/source_edit.h"

#include <algorithm>

#include "sim/base/sort_stably.h"
#include "sim/debug/store.h"

namespace warpscope::gui {

Result<std::unique_ptr<SourceEdit>> SourceEdit::open(const std::filesystem::path& file) {
    Result<std::string> bytes = read_whole_file(file, kLargestFile);
    if (!bytes) return bytes.error();
    std::error_code ignored;
    // A link is followed, so that writing does not put a file in its place.
    std::filesystem::path real = std::filesystem::canonical(file, ignored);
    return std::unique_ptr<SourceEdit>(
        new SourceEdit(ignored ? file : std::move(real), std::move(*bytes)));
}

bool SourceEdit::modified() const {
    return editor_.bytes() != on_disk_;
}

bool SourceEdit::changed_on_disk() const {
    const Result<std::string> bytes = read_whole_file(file_, kLargestFile);
    return !bytes || *bytes != on_disk_;
}

Status SourceEdit::save(bool over_changes) {
    if (!over_changes && changed_on_disk())
        return Diagnostic{{file_.filename().string()},
                          "it has changed on disk since it was read, so it was not written over",
                          "Ctrl+R reads it (undo brings this text back), Ctrl+Shift+Enter writes "
                          "this text over it"};
    const std::string bytes = editor_.bytes();
    std::error_code error;
    const auto was = std::filesystem::status(file_, error);
    if (Status written = write_whole_file(file_, bytes); !written) return written;
    if (std::filesystem::exists(was)) std::filesystem::permissions(file_, was.permissions(), error);
    on_disk_ = bytes;
    return Done{};
}

Status SourceEdit::read_again() {
    Result<std::string> bytes = read_whole_file(file_, kLargestFile);
    if (!bytes) return bytes.error();
    on_disk_ = std::move(*bytes);
    if (editor_.bytes() != on_disk_) editor_.replace_all(on_disk_);
    return Done{};
}

void SourceEdit::set_run(std::vector<std::string> lines) {
    run_ = std::move(lines);
    map_version_ = 0;
}

const views::LineMap& SourceEdit::map() const {
    if (map_version_ != editor_.version()) {
        map_ = views::LineMap(run_, editor_.lines());
        map_version_ = editor_.version();
    }
    return map_;
}

void SourceEdit::set_messages(std::vector<CompilerMessage> messages) {
    messages_.clear(), elsewhere_.clear();
    for (CompilerMessage& message : messages) {
        std::error_code ignored;
        const bool here = std::filesystem::equivalent(message.file, file_, ignored);
        (here ? messages_ : elsewhere_).push_back(std::move(message));
    }
    said_of_ = editor_.lines();
    said_version_ = 0;
}

std::vector<SourceEdit::PlacedMessage> SourceEdit::messages_here() const {
    if (said_version_ != editor_.version()) {
        said_map_ = views::LineMap(said_of_, editor_.lines());
        said_version_ = editor_.version();
    }
    std::vector<PlacedMessage> placed;
    for (const CompilerMessage& message : messages_) {
        const std::uint32_t now = said_map_.after(message.line);
        placed.push_back({now, &message, said_map_.before(now) == message.line});
    }
    sort_stably(placed,
                [](const PlacedMessage& a, const PlacedMessage& b) { return a.line < b.line; });
    return placed;
}

std::size_t SourceEdit::errors() const {
    const auto is_error = [](const CompilerMessage& message) { return message.error; };
    return static_cast<std::size_t>(std::count_if(messages_.begin(), messages_.end(), is_error) +
                                    std::count_if(elsewhere_.begin(), elsewhere_.end(), is_error));
}

const std::vector<EditorLine>& SourceEdit::drawn_lines() const {
    if (drawn_version_ == editor_.version()) return drawn_;
    drawn_version_ = editor_.version();
    drawn_.clear();
    bool in_comment = false;
    for (const std::string& line : editor_.lines()) {
        EditorLine drawn = {expand_tabs(line), {}};
        drawn.spans = views::syntax_spans(drawn.text, in_comment);
        drawn_.push_back(std::move(drawn));
    }
    return drawn_;
}

} // namespace warpscope::gui
