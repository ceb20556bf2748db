// Prints launches and whole runs as text; findings are in finding_text.cpp.
#include "runtime/report/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include <fmt/format.h>
#include <unistd.h>

#include "runtime/report/paint.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

std::string heading(const LaunchReport& r, const Paint& paint) {
    const bool good = r.outcome == "finished";
    std::string text =
        fmt::format("{} {}  {}\n", paint.strong("launch " + grouped(r.launch)),
                    paint.strong(r.kernel), good ? paint.good(r.outcome) : paint.error(r.outcome));
    text += fmt::format("  grid {}, block {}", extent(r.grid), extent(r.block));
    if (r.static_shared_bytes + r.dynamic_shared_bytes != 0) {
        text +=
            fmt::format(", shared {}", byte_size(r.static_shared_bytes + r.dynamic_shared_bytes));
        if (r.dynamic_shared_bytes != 0) {
            text += fmt::format(" ({} dynamic)", byte_size(r.dynamic_shared_bytes));
        }
    }
    if (r.stream != 0) text += fmt::format(", stream {}", r.stream);
    if (r.native && !r.device_seconds) return text + "\n";
    if (r.native) return text + fmt::format(", {} on the GPU\n", duration(*r.device_seconds));
    return text + fmt::format(", {}\n", duration(r.seconds));
}

/// A table of a name and numbers, right-aligned under their titles.
struct Table {
    std::vector<std::string> titles;
    std::vector<std::vector<std::string>> rows;
};

std::string print(const Table& table) {
    std::vector<std::size_t> widths;
    for (const std::string& title : table.titles)
        widths.push_back(title.size());
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], row[c].size());
    }
    std::string text;
    const auto add = [&](const std::vector<std::string>& row) {
        std::string line = fmt::format("  {:<{}}", row[0], widths[0]);
        for (std::size_t c = 1; c < row.size(); ++c) {
            line += fmt::format("  {:>{}}", row[c], widths[c]);
        }
        text += line + "\n";
    };
    add(table.titles);
    for (const auto& row : table.rows)
        add(row);
    return text;
}

std::string instructions_text(const LaunchReport& r) {
    Table table{{"instructions", "warp", "thread"}, {}};
    for (const ClassCount& c : r.classes) {
        table.rows.push_back({"  " + c.instruction_class, grouped(c.warp_instructions),
                              grouped(c.thread_instructions)});
    }
    table.rows.push_back({"  all", grouped(r.warp_instructions), grouped(r.thread_instructions)});
    return print(table);
}

std::string memory_text(const LaunchReport& r) {
    if (r.memory.empty()) return "";
    Table table{{"memory", "warp instructions", "thread accesses"}, {}};
    for (const MemoryCount& m : r.memory) {
        table.rows.push_back({fmt::format("  {} {}", m.space, m.kind), grouped(m.warp_instructions),
                              grouped(m.thread_accesses)});
    }
    return print(table);
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first);
}

std::string branches_text(const LaunchReport& r) {
    if (r.divergent_branches.empty()) return "";
    std::string text = "  divergent branches\n";
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(kShown, r.divergent_branches.size()); ++i) {
        const BranchReport& b = r.divergent_branches[i];
        const std::string place = b.source.file.empty()
                                      ? fmt::format("PTX line {}", b.ptx_line)
                                      : fmt::format("{}:{}", b.source.file, b.source.line);
        const double times = static_cast<double>(std::max<std::uint64_t>(b.divergent, 1));
        text +=
            fmt::format("    {}: lanes parted {} of {}; on average {:.1f} took the branch, {:.1f} "
                        "did not\n",
                        place, counted(b.divergent, "time"), grouped(b.executions),
                        static_cast<double>(b.lanes_taken) / times,
                        static_cast<double>(b.lanes_not_taken) / times);
        const std::string line = trimmed(b.source.text);
        if (!line.empty()) text += fmt::format("      | {}\n", line);
    }
    if (r.divergent_branches.size() > kShown) {
        text += fmt::format("    and {} more lines\n", r.divergent_branches.size() - kShown);
    }
    return text;
}

std::string launch_count(std::uint64_t count) {
    return count == 1 ? "1 launch" : grouped(count) + " launches";
}

/// What the launches that are not shown were, by kernel.
std::string summed_up(const RunReport& run, std::size_t shown) {
    if (run.launches.size() <= shown) return "";
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> kernels;
    for (std::size_t i = shown; i < run.launches.size(); ++i) {
        auto& [count, instructions] = kernels[run.launches[i].kernel];
        ++count, instructions += run.launches[i].warp_instructions;
    }
    std::string text = fmt::format("and {} more launches\n", grouped(run.launches.size() - shown));
    for (const auto& [kernel, sums] : kernels) {
        text += fmt::format("  {}: {}", kernel, launch_count(sums.first));
        if (run.device != kNativeDevice)
            text += fmt::format(", {} warp instructions", grouped(sums.second));
        text += "\n";
    }
    return text + "\n";
}

std::string end_of_program(const RunReport& run, const Paint& paint) {
    if (run.interrupted) return paint.error("interrupted: this is what was done until then") + "\n";
    if (!run.program_ran) return "";
    if (run.program_signal != 0) {
        const char* name = strsignal(run.program_signal);
        return paint.error(fmt::format("the program was ended by signal {} ({})",
                                       run.program_signal, name ? name : "unknown")) +
               "\n";
    }
    if (run.program_status != 0) {
        return paint.error(fmt::format("the program exited with status {}", run.program_status)) +
               "\n";
    }
    return "";
}

std::string verdict(const RunReport& run, std::uint64_t findings, const Paint& paint) {
    std::uint64_t instructions = 0;
    double seconds = 0;
    for (const LaunchReport& launch : run.launches) {
        instructions += launch.warp_instructions;
        seconds += launch.native ? launch.device_seconds.value_or(0) : launch.seconds;
    }
    std::string text = end_of_program(run, paint) + launch_count(run.launches.size());
    text += run.device == kNativeDevice
                ? fmt::format(", {} on the GPU: ", duration(seconds))
                : fmt::format(", {} warp instructions in {}: ", grouped(instructions),
                              duration(seconds));
    return text +
           (findings == 0 ? paint.good("no findings") : paint.error(counted(findings, "finding"))) +
           "\n";
}

} // namespace

Colours colours_for(int descriptor) {
    const char* refused = std::getenv("NO_COLOR");
    const bool wanted = isatty(descriptor) == 1 && !(refused && *refused);
    return wanted ? Colours::On : Colours::Off;
}

std::string to_text(const LaunchReport& r, const TextStyle& style) {
    const Paint paint(style.colours);
    std::string text = heading(r, paint);
    if (r.native) return text;
    if (r.warp_instructions == 0) return text + "  no instructions\n";
    text += instructions_text(r) + memory_text(r);
    text += fmt::format("  SIMT efficiency {}", percent(r.simt_efficiency));
    if (r.barriers != 0) text += fmt::format(", {} opened", counted(r.barriers, "block barrier"));
    text += "\n" + branches_text(r);
    if (r.counters) text += to_text(*r.counters, style);
    if (r.comparison) text += to_text(*r.comparison, style);
    if (r.ordered && !r.ordered_reason.empty()) {
        text += fmt::format("  blocks took turns on one host thread: {}\n", r.ordered_reason);
    }
    if (!r.unchecked.empty())
        text += fmt::format("  checkers did not look: {}\n", r.unchecked);
    if (!r.capsule.empty()) text += fmt::format("  capsule {}\n", r.capsule);
    return text;
}

std::string to_text(const RunReport& run, const TextStyle& style) {
    const Paint paint(style.colours);
    const bool everything = style.detail == Detail::Everything;
    std::string text;
    if (everything) {
        text = run.device == kNativeDevice
                   ? paint.strong(fmt::format("warpscope: {} on {}", run.program, run.gpu)) + "\n\n"
                   : paint.strong(fmt::format("warpscope: {} on {} ({})", run.program, run.gpu,
                                              run.device)) +
                         fmt::format(", seed {}\n\n", run.seed);
        const std::size_t shown = std::min<std::size_t>(style.launches, run.launches.size());
        for (std::size_t i = 0; i < shown; ++i)
            text += to_text(run.launches[i], style) + "\n";
        text += summed_up(run, shown);
    }
    std::uint64_t findings = 0;
    const auto add_findings = [&](const std::vector<Finding>& list) {
        for (const Finding& finding : list)
            text += to_text(finding, style) + "\n";
        findings += list.size();
    };
    for (const LaunchReport& launch : run.launches)
        add_findings(launch.findings);
    add_findings(run.findings);
    return text + (everything ? verdict(run, findings, paint) : end_of_program(run, paint));
}

} // namespace warpscope::report
