// Writing the sentences.
#include "gui/views/words.h"

#include <fmt/format.h>

namespace warpscope::views {
namespace {

std::string lanes(unsigned count) {
    return count == 1 ? "1 lane" : fmt::format("{} lanes", count);
}

} // namespace

std::vector<std::string> step_in_words(const SourceView& source, const SplitView& splits) {
    std::vector<std::string> said;
    const unsigned on = count_lanes(splits.working);
    if (on == splits.lanes)
        said.push_back(fmt::format("All {} work.", lanes(on)));
    else if (splits.looping)
        said.push_back(fmt::format("{} {} still in the loop.", lanes(on), on == 1 ? "is" : "are"));
    else
        said.push_back(fmt::format("{} {}.", lanes(on), on == 1 ? "works" : "work"));
    std::string others;
    for (const SourceRow& row : source.rows) {
        if (row.kind != SourceRow::Kind::Source) continue;
        if (row.waiting != 0)
            others += fmt::format("{} {} at line {} to rejoin. ", count_lanes(row.waiting),
                                  count_lanes(row.waiting) == 1 ? "waits" : "wait", row.number);
        if (row.left != 0)
            others += fmt::format("{} left at line {}. ", count_lanes(row.left), row.number);
    }
    if (!others.empty()) said.push_back(others.substr(0, others.size() - 1));
    if (on != 0 && on < splits.lanes)
        said.push_back(
            fmt::format("The hardware steps all {} together, so the others idle.", splits.lanes));
    return said;
}

} // namespace warpscope::views
