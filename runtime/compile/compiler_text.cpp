// Merging the messages of the two halves of a compilation.
#include "runtime/compile/compiler_text.h"

#include <algorithm>
#include <vector>

namespace warpscope::compile {
namespace {

/// The line without the escape sequences that colour it.
std::string without_colour(std::string_view line) {
    std::string plain;
    while (!line.empty()) {
        if (line.starts_with("\x1b[")) {
            const std::size_t end = line.find_first_of("mK");
            line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
        } else {
            plain.push_back(line.front());
            line.remove_prefix(1);
        }
    }
    return plain;
}

/// Whether a message begins here: an error or a warning; its notes and excerpts follow it.
bool begins_message(std::string_view line) {
    const std::string plain = without_colour(line);
    return plain.find(": error: ") != std::string::npos ||
           plain.find(": fatal error: ") != std::string::npos ||
           plain.find(": warning: ") != std::string::npos ||
           plain.starts_with("In file included from ");
}

/// "2 errors generated when compiling for host."
bool counts_messages(std::string_view line) {
    return line.find(" generated when compiling for ") != std::string_view::npos;
}

std::vector<std::string_view> split_messages(std::string_view text) {
    std::vector<std::string_view> messages;
    bool in_include_chain = false;
    std::size_t begin = 0, position = 0;
    while (position < text.size()) {
        const std::size_t end = std::min(text.find('\n', position), text.size() - 1) + 1;
        const std::string_view line = text.substr(position, end - position);
        if ((begins_message(line) && !in_include_chain) || counts_messages(line)) {
            if (position > begin) messages.push_back(text.substr(begin, position - begin));
            begin = position;
        }
        in_include_chain = line.starts_with("In file included from ");
        position = end;
    }
    if (begin < text.size()) messages.push_back(text.substr(begin));
    return messages;
}

} // namespace

std::string merge_messages(std::string_view device, std::string_view host) {
    const std::vector<std::string_view> seen = split_messages(device);
    std::string merged(device);
    for (const std::string_view message : split_messages(host)) {
        const bool repeated = std::find(seen.begin(), seen.end(), message) != seen.end();
        if (!repeated && !counts_messages(message)) merged.append(message);
    }
    return merged;
}

} // namespace warpscope::compile
