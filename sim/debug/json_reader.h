// JsonReader: takes typed values out of JSON that may be anything, and remembers the first thing
// that was wrong.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/base/dim3.h"
#include "sim/base/hash.h"
#include "sim/base/result.h"

namespace warpscope {

using Json = nlohmann::ordered_json;

/// After an error every value is a default, so that reading code can go on to its end and ask once.
class JsonReader {
public:
    /// `file` is what diagnostics name.
    explicit JsonReader(std::string file) : file_(std::move(file)) {}

    /// Parses the text; null after an error.
    Json parse(std::string_view text);

    std::uint64_t number(const Json& object, const char* key,
                         std::uint64_t largest = std::numeric_limits<std::uint64_t>::max());
    std::string text(const Json& object, const char* key);
    bool truth(const Json& object, const char* key);
    Hash hash(const Json& object, const char* key);
    Dim3 extents(const Json& object, const char* key);
    std::vector<std::uint8_t> bytes(const Json& object, const char* key); ///< hexadecimal digits
    /// The member, which must be an array (an object); an empty one after an error.
    const Json& array(const Json& object, const char* key);
    const Json& object(const Json& object, const char* key);
    /// Which of these words the text is.
    unsigned word(const Json& object, const char* key,
                  std::initializer_list<std::string_view> words);

    void fail(std::string message, std::string hint = {});
    bool ok() const { return !failed_; }
    const Diagnostic& error() const { return error_; }

private:
    const Json* member(const Json& object, const char* key, const char* kind);

    std::string file_;
    bool failed_ = false;
    Diagnostic error_;
};

/// 32 hexadecimal digits; false when the text is anything else.
bool parse_hash(std::string_view text, Hash& hash);

} // namespace warpscope
