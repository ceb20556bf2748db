// Turns a Diagnostic into the text that a terminal shows.
#include "sim/base/diagnostic.h"

namespace warpscope {

std::string to_string(const Diagnostic& diagnostic) {
    std::string text;
    const FilePosition& where = diagnostic.where;
    if (!where.file.empty()) text += where.file + ":";
    if (where.line != 0) text += std::to_string(where.line) + ":";
    if (where.line != 0 && where.column != 0) text += std::to_string(where.column) + ":";
    if (!text.empty()) text += " ";
    text += "error: " + diagnostic.message;
    if (!diagnostic.hint.empty()) text += "\n  try: " + diagnostic.hint;
    return text;
}

} // namespace warpscope
