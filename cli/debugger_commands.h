// The commands of the terminal debugger: one table, found by name, alias or beginning.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/debugger.h"

namespace warpscope::cli {

struct CommandArguments {
    std::string format;                     ///< what stands behind a slash: print/x
    std::string text;                       ///< the rest of the line
    std::vector<std::string> words() const; ///< of the text, separated by blanks
};

struct DebugCommand {
    const char* name;
    const char* aliases;   ///< separated by blanks
    const char* arguments; ///< as help shows them
    const char* summary;
    Result<std::string> (*run)(Debugger&, const CommandArguments&);
    bool repeats = false; ///< by an empty line
};

std::span<const DebugCommand> debug_commands();
/// Exactly, or by a beginning that no other command has.
Result<const DebugCommand*> find_debug_command(const std::string& name);

/// A count, 1 when there is none.
Result<std::uint64_t> parse_count(const std::string& text);
/// "12,345", "0x10", with separators.
std::optional<std::uint64_t> parse_number(const std::string& text);
/// "(5, 2)", "5,2", "5" as an index in an extent; a single number may be a linear index.
Result<Dim3> parse_index(const std::string& text, const Dim3& extent, const char* what);

// debugger_move.cpp
Result<std::string> command_run(Debugger&, const CommandArguments&);
Result<std::string> command_continue(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_continue(Debugger&, const CommandArguments&);
Result<std::string> command_step(Debugger&, const CommandArguments&);
Result<std::string> command_next(Debugger&, const CommandArguments&);
Result<std::string> command_finish(Debugger&, const CommandArguments&);
Result<std::string> command_until(Debugger&, const CommandArguments&);
Result<std::string> command_advance(Debugger&, const CommandArguments&);
Result<std::string> command_stepi(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_step(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_next(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_finish(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_advance(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_stepi(Debugger&, const CommandArguments&);
Result<std::string> command_barrier(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_barrier(Debugger&, const CommandArguments&);
Result<std::string> command_next_block(Debugger&, const CommandArguments&);
Result<std::string> command_reverse_block(Debugger&, const CommandArguments&);
Result<std::string> command_goto(Debugger&, const CommandArguments&);
Result<std::string> command_focus(Debugger&, const CommandArguments&);
Result<std::string> command_launch(Debugger&, const CommandArguments&);
// debugger_break.cpp
Result<std::string> command_break(Debugger&, const CommandArguments&);
Result<std::string> command_tbreak(Debugger&, const CommandArguments&);
Result<std::string> command_watch(Debugger&, const CommandArguments&);
Result<std::string> command_rwatch(Debugger&, const CommandArguments&);
Result<std::string> command_awatch(Debugger&, const CommandArguments&);
Result<std::string> command_delete(Debugger&, const CommandArguments&);
Result<std::string> command_enable(Debugger&, const CommandArguments&);
Result<std::string> command_disable(Debugger&, const CommandArguments&);
Result<std::string> command_condition(Debugger&, const CommandArguments&);
Result<std::string> command_ignore(Debugger&, const CommandArguments&);
std::string breakpoints_text(const Debugger&, const BreakpointTable& table);
/// "EXPR", or "ADDRESS [BYTES]".
Result<Subject> parse_subject(Debugger&, const std::string& text);
// debugger_print.cpp
Result<std::string> command_print(Debugger&, const CommandArguments&);
Result<std::string> command_examine(Debugger&, const CommandArguments&);
Result<std::string> command_display(Debugger&, const CommandArguments&);
Result<std::string> command_undisplay(Debugger&, const CommandArguments&);
Result<std::string> command_who(Debugger&, const CommandArguments&);
Result<std::string> command_when(Debugger&, const CommandArguments&);
Result<std::string> command_hash(Debugger&, const CommandArguments&);
Result<std::string> command_findings(Debugger&, const CommandArguments&);
// debugger_info.cpp
Result<std::string> command_info(Debugger&, const CommandArguments&);
Result<std::string> command_list(Debugger&, const CommandArguments&);
Result<std::string> command_disassemble(Debugger&, const CommandArguments&);
Result<std::string> command_backtrace(Debugger&, const CommandArguments&);

} // namespace warpscope::cli
