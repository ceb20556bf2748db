// The test framework, whichever major version of Catch2 is installed; tests include this header.
//
// Write tests to version 3's names: `Catch::Approx`, `Catch::Matchers::ContainsSubstring`.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_all.hpp>

#else

#include <catch2/catch.hpp>

#include <string>

namespace Catch::Matchers {

inline auto ContainsSubstring(const std::string& text,
                              CaseSensitive::Choice sensitivity = CaseSensitive::Yes) {
    return Contains(text, sensitivity);
}

} // namespace Catch::Matchers

#endif
