// Editing the program, and running it anew without losing the place.
#include <fmt/format.h>

#include <algorithm>

#include "gui/app.h"
#include "gui/panels/lanes_input.h"
#include "gui/views/return_place.h"

namespace warpscope::gui {
namespace {

/// In one line.
std::string sentence_of(const Diagnostic& diagnostic) {
    const std::string file = diagnostic.where.file.empty() ? "" : diagnostic.where.file + ": ";
    return file + diagnostic.message + (diagnostic.hint.empty() ? "" : "; " + diagnostic.hint);
}

/// The lines of the file as the run has them; nothing when the run does not know the file.
std::optional<std::vector<std::string>> lines_of(const Moment* moment,
                                                 const std::filesystem::path& file) {
    std::error_code ignored;
    if (moment != nullptr)
        for (const SourceFileText& source : moment->facts->sources)
            if (std::filesystem::equivalent(source.file, file, ignored)) return source.lines;
    return std::nullopt;
}

bool has_errors(const std::vector<CompilerMessage>& messages) {
    return std::any_of(messages.begin(), messages.end(),
                       [](const CompilerMessage& message) { return message.error; });
}

} // namespace

void App::open(OpenRequest request) {
    wanted_ = request;
    rebuilt_.reset();
    engine_.open(std::move(request));
}

/// What to compile: the program of the launch that is shown, else the one that was asked for last.
std::optional<ProgramRun> App::program() const {
    if (moment_ != nullptr) return bars_.status.ran;
    std::error_code ignored;
    if (!wanted_ || std::filesystem::is_directory(wanted_->path, ignored)) return std::nullopt;
    return ProgramRun{wanted_->path, wanted_->program_arguments, wanted_->run_options};
}

/// Reads the program's file unless that is done; false: `message` says why not.
bool App::ready_edit(const ProgramRun& run) {
    std::error_code ignored;
    const std::filesystem::path file = std::filesystem::canonical(run.program, ignored);
    if (state_.edit != nullptr && state_.edit->file() == file) return true;
    if (const auto kept = edits_.find(file); kept != edits_.end()) {
        state_.edit = kept->second;
        state_.edit->set_run(lines_of(moment_.get(), file).value_or(state_.edit->text().lines()));
        return true;
    }
    auto edit = SourceEdit::open(run.program);
    if (!edit) {
        state_.message = sentence_of(edit.error());
        return false;
    }
    state_.edit = std::move(*edit);
    edits_[state_.edit->file()] = state_.edit;
    state_.edit->set_run(
        lines_of(moment_.get(), state_.edit->file()).value_or(state_.edit->text().lines()));
    state_.edit->text().click({state_.edit->map().after(std::max(shown_line(), 1u)) - 1, 0});
    return true;
}

void App::start_editing() {
    const std::optional<ProgramRun> run = program();
    if (!run || moment_ == nullptr) {
        state_.message = "This is a captured launch, without the program that made it: open its "
                         "PROGRAM.cu (Ctrl+O) to edit that.";
        return;
    }
    if (!ready_edit(*run)) return;
    // The line that was chosen, or else where the cursor was.
    if (selection_.line != 0)
        state_.edit->text().click({state_.edit->map().after(selection_.line) - 1, 0});
    show_edit();
}

void App::show_edit() {
    state_.editing = true;
    skip_letter_ = true;
    state_.edit->follow_cursor = true;
    state_.focus = static_cast<unsigned>(Slot::Source);
    if (state_.layout.enlarged != Slot::Source) state_.layout.enlarged.reset();
    if (!layout_.folded.empty()) state_.layout.unfolded = true;
}

void App::read_again() {
    if (state_.edit == nullptr) {
        state_.message = "Nothing is edited: E edits the program.";
        return;
    }
    const Status read = state_.edit->read_again();
    state_.message =
        read ? "Read from disk; Ctrl+Z brings the former text back." : sentence_of(read.error());
}

void App::rebuild(bool over_changes) {
    const std::optional<ProgramRun> run = program();
    if (!run) {
        state_.message = "A captured launch cannot be compiled anew: open its PROGRAM.cu (Ctrl+O).";
        return;
    }
    if (!ready_edit(*run)) return;
    SourceEdit& edit = *state_.edit;
    const Status kept = edit.modified() ? edit.save(over_changes) : edit.read_again();
    if (!kept) {
        state_.message = sentence_of(kept.error());
        return;
    }
    OpenRequest request;
    request.path = run->program;
    request.program_arguments = run->arguments;
    request.run_options = run->options;
    if (wanted_) request.wish = wanted_->wish;
    rebuilt_ = Rebuilt{edit.map(), edit.text().lines()};
    if (moment_ != nullptr) {
        const auto& launches = bars_.status.launches;
        const auto at = std::find(launches.begin(), launches.end(), bars_.status.capsule);
        request.launch = static_cast<std::uint32_t>(at - launches.begin()) + 1;
        request.back = views::place_of(*moment_);
        std::error_code ignored;
        if (request.back && std::filesystem::equivalent(request.back->file, edit.file(), ignored))
            request.back->line = rebuilt_->map.after(request.back->line);
    }
    engine_.open(std::move(request));
}

/// The moment that has come is the first of another launch.
void App::take_launch() {
    note_recent();
    if (state_.edit == nullptr) return;
    if (rebuilt_) {
        std::vector<views::UserBreakpoint> moved = state_.breakpoints.all();
        for (views::UserBreakpoint& b : moved)
            if (b.kind == views::UserBreakpoint::Kind::Line &&
                b.file == state_.edit->file().string())
                b.line = rebuilt_->map.after(b.line);
        state_.breakpoints.replace(std::move(moved));
        state_.edit->set_run(std::move(rebuilt_->lines));
        rebuilt_.reset();
        return;
    }
    const std::optional<ProgramRun> run = program();
    std::error_code ignored;
    if (run && std::filesystem::equivalent(run->program, state_.edit->file(), ignored)) return;
    // Another program; the text of the former is kept for when it is opened again.
    state_.edit.reset();
    state_.editing = false;
}

/// A program was compiled and run, or was not.
void App::take_outcome(const BuildOutcome& built) {
    if (built.number == seen_built_) return;
    seen_built_ = built.number;
    if (!built.good) rebuilt_.reset();
    if (!built.note.empty()) state_.message = built.note;
    if (state_.edit == nullptr) return;
    const bool wrong = !built.good && has_errors(built.messages);
    state_.edit->set_messages(wrong ? built.messages : std::vector<CompilerMessage>());
    if (!wrong || moment_ == nullptr) return;
    const auto here = state_.edit->messages_here();
    if (!here.empty() && !state_.editing) state_.edit->text().click({here.front().line - 1, 0});
    show_edit();
}

std::vector<const SourceEdit*> App::unsaved() const {
    std::vector<const SourceEdit*> unsaved;
    for (const auto& [file, edit] : edits_)
        if (edit->modified()) unsaved.push_back(edit.get());
    return unsaved;
}

bool App::play(const Stroke& stroke) {
    if (state_.lanes.typed) return type_watch(state_, stroke), true;
    if (bars_.go_to_focus) return type_in_finder(stroke);
    if (state_.breaks.edited && !stroke.typed.empty()) {
        state_.breaks.text.type(stroke.typed);
        state_.breaks.error.clear();
        return true;
    }
    const bool chooses = stroke.key.key == Key::Up || stroke.key.key == Key::Down ||
                         (stroke.key.key == Key::Enter && !stroke.key.ctrl);
    if (moment_ == nullptr && chooses && stroke.typed.empty()) return type_in_finder(stroke);
    if (state_.editing && state_.edit != nullptr) return type_in_editor(stroke);
    // Letters were keys already.
    return stroke.typed.empty() && press(stroke.key);
}

bool App::type_in_editor(const Stroke& stroke) {
    SourceEdit& edit = *state_.edit;
    TextEditor& text = edit.text();
    if (!stroke.typed.empty()) {
        // The letter of the key that began it is not meant for the text.
        if (!std::exchange(skip_letter_, false) || !stroke.of_key) text.type(stroke.typed);
        edit.follow_cursor = true;
        return true;
    }
    skip_letter_ = false;
    const KeyPress& key = stroke.key;
    const auto is = [&](char letter) {
        return key.ctrl && !key.alt && key.key == static_cast<Key>(letter);
    };
    const bool rebuilds = key.key == Key::Enter && key.ctrl;
    if (!rebuilds && (is('C') || is('X'))) {
        if (text.selection()) copied_ = text.selected();
        if (is('X')) text.remove_selected();
    } else if (is('V')) {
        text.type(clipboard_ ? clipboard_() : copied_);
    } else if (rebuilds || !text.press(key, edit.page)) {
        const bool letter = static_cast<unsigned>(key.key) < 128 && !key.ctrl && !key.alt;
        return letter || press(key);
    }
    edit.follow_cursor = true;
    return true;
}

} // namespace warpscope::gui
