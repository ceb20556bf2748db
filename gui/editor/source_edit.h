// SourceEdit: the file of a program that is edited, beside the run that is shown.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gui/editor/text_editor.h"
#include "gui/engine/compiler_messages.h"
#include "gui/views/line_map.h"
#include "gui/views/syntax.h"
#include "sim/base/result.h"

namespace warpscope::gui {

/// A line as it is drawn.
struct EditorLine {
    std::string text; ///< tabs as spaces
    std::vector<views::SyntaxSpan> spans;
};

class SourceEdit {
public:
    static constexpr std::uint64_t kLargestFile = 16u << 20;

    static Result<std::unique_ptr<SourceEdit>> open(const std::filesystem::path& file);

    const std::filesystem::path& file() const { return file_; }
    TextEditor& text() { return editor_; }
    const TextEditor& text() const { return editor_; }

    /// The text is not what was read or written last.
    bool modified() const;
    /// The file is another one than was read or written last; so is one that is gone.
    bool changed_on_disk() const;
    /// Refuses when somebody else has changed the file, unless told to write over that.
    Status save(bool over_changes);
    /// Takes what is in the file now; one undo brings the text back.
    Status read_again();

    /// The file's lines as the run that is shown has them.
    void set_run(std::vector<std::string> lines);
    const std::vector<std::string>& run_lines() const { return run_; }
    /// From the run's lines to those of the text.
    const views::LineMap& map() const;
    bool newer_than_run() const { return map().changed(); }

    /// What was said about the text as it is now; of other files, too.
    void set_messages(std::vector<CompilerMessage> messages);
    struct PlacedMessage {
        std::uint32_t line = 0; ///< now, from 1
        const CompilerMessage* message = nullptr;
        bool as_said = true; ///< the line is still the one that it was said of
    };
    /// Of this file, by line.
    std::vector<PlacedMessage> messages_here() const;
    const std::vector<CompilerMessage>& messages_elsewhere() const { return elsewhere_; }
    std::size_t errors() const;

    const std::vector<EditorLine>& drawn_lines() const;

    // What the panel keeps.
    float scroll = 0;
    bool follow_cursor = true; ///< the cursor was moved by a key: it has to be in sight
    bool dragging = false;
    unsigned page = 20; ///< rows that are in sight
    std::uint32_t first_column = 0;

private:
    SourceEdit(std::filesystem::path file, std::string bytes)
        : file_(std::move(file)), on_disk_(std::move(bytes)), editor_(on_disk_) {}

    std::filesystem::path file_;
    std::string on_disk_; ///< as read or written last
    TextEditor editor_;
    std::vector<std::string> run_;
    std::vector<CompilerMessage> messages_; ///< of this file
    std::vector<CompilerMessage> elsewhere_;
    std::vector<std::string> said_of_; ///< the lines that the messages are about

    // For the version of the text that each was made of.
    mutable std::uint64_t map_version_ = 0, said_version_ = 0, drawn_version_ = 0;
    mutable views::LineMap map_, said_map_;
    mutable std::vector<EditorLine> drawn_;
};

} // namespace warpscope::gui
