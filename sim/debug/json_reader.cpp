// Typed access to JSON of unknown origin.
#include "sim/debug/json_reader.h"

namespace warpscope {
namespace {

const Json kEmptyArray = Json::array();
const Json kEmptyObject = Json::object();

/// The value of a lower-case hexadecimal digit, or 16.
unsigned digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    return 16;
}

} // namespace

bool parse_hash(std::string_view text, Hash& hash) {
    if (text.size() != 32) return false;
    std::uint64_t halves[2] = {};
    for (std::size_t i = 0; i < 32; ++i) {
        const unsigned d = digit(text[i]);
        if (d > 15) return false;
        halves[i / 16] = halves[i / 16] << 4 | d;
    }
    hash = {halves[0], halves[1]};
    return true;
}

Json JsonReader::parse(std::string_view text) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded())
        fail("this is not JSON", "the file may be cut off; capture the launch again");
    else if (!json.is_object())
        fail("this is JSON, but no object");
    else
        return json;
    return Json::object();
}

const Json* JsonReader::member(const Json& object, const char* key, const char* kind) {
    if (object.is_object())
        if (const auto found = object.find(key); found != object.end()) return &*found;
    fail(std::string("'") + key + "' is missing; it should be " + kind);
    return nullptr;
}

std::uint64_t JsonReader::number(const Json& object, const char* key, std::uint64_t largest) {
    const Json* value = member(object, key, "a number");
    if (value == nullptr) return 0;
    if (!value->is_number_unsigned()) {
        fail(std::string("'") + key + "' should be a number of at least 0");
        return 0;
    }
    const std::uint64_t number = value->get<std::uint64_t>();
    if (number <= largest) return number;
    fail(std::string("'") + key + "' is " + std::to_string(number) + ", at most " +
         std::to_string(largest) + " is possible");
    return 0;
}

std::string JsonReader::text(const Json& object, const char* key) {
    const Json* value = member(object, key, "a text");
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    fail(std::string("'") + key + "' should be a text");
    return {};
}

bool JsonReader::truth(const Json& object, const char* key) {
    const Json* value = member(object, key, "true or false");
    if (value == nullptr) return false;
    if (value->is_boolean()) return value->get<bool>();
    fail(std::string("'") + key + "' should be true or false");
    return false;
}

Hash JsonReader::hash(const Json& object, const char* key) {
    Hash hash;
    const std::string digits = text(object, key);
    if (ok() && !parse_hash(digits, hash))
        fail(std::string("'") + key + "' should be 32 hexadecimal digits");
    return hash;
}

Dim3 JsonReader::extents(const Json& object, const char* key) {
    const Json& values = array(object, key);
    Dim3 d;
    std::uint32_t* components[] = {&d.x, &d.y, &d.z};
    if (ok() && values.size() != 3) fail(std::string("'") + key + "' should be three numbers");
    for (std::size_t i = 0; ok() && i < 3; ++i) {
        const bool fits = values[i].is_number_unsigned() &&
                          values[i].get<std::uint64_t>() <= UINT32_MAX &&
                          values[i].get<std::uint64_t>() > 0;
        if (fits)
            *components[i] = values[i].get<std::uint32_t>();
        else
            fail(std::string("'") + key + "' should be three positive numbers of 32 bits");
    }
    return d;
}

std::vector<std::uint8_t> JsonReader::bytes(const Json& object, const char* key) {
    const std::string digits = text(object, key);
    std::vector<std::uint8_t> bytes(digits.size() / 2);
    bool hexadecimal = digits.size() % 2 == 0;
    for (std::size_t i = 0; i < bytes.size() && hexadecimal; ++i) {
        const unsigned high = digit(digits[2 * i]), low = digit(digits[2 * i + 1]);
        hexadecimal = high < 16 && low < 16;
        bytes[i] = static_cast<std::uint8_t>(high << 4 | (low & 15));
    }
    if (hexadecimal) return bytes;
    fail(std::string("'") + key + "' should be an even number of hexadecimal digits");
    return {};
}

const Json& JsonReader::array(const Json& object, const char* key) {
    const Json* value = member(object, key, "a list");
    if (value == nullptr) return kEmptyArray;
    if (value->is_array()) return *value;
    fail(std::string("'") + key + "' should be a list");
    return kEmptyArray;
}

const Json& JsonReader::object(const Json& object, const char* key) {
    const Json* value = member(object, key, "an object");
    if (value == nullptr) return kEmptyObject;
    if (value->is_object()) return *value;
    fail(std::string("'") + key + "' should be an object");
    return kEmptyObject;
}

unsigned JsonReader::word(const Json& object, const char* key,
                          std::initializer_list<std::string_view> words) {
    const std::string written = text(object, key);
    if (!ok()) return 0;
    unsigned index = 0;
    std::string known;
    for (std::string_view w : words) {
        if (w == written) return index;
        known += (known.empty() ? "" : ", ") + std::string(w);
        ++index;
    }
    fail(std::string("'") + key + "' is '" + written + "'; known are " + known);
    return 0;
}

void JsonReader::fail(std::string message, std::string hint) {
    if (failed_) return;
    failed_ = true;
    error_ = {{file_, 0, 0}, std::move(message), std::move(hint)};
}

} // namespace warpscope
