// watch and region: marks in a kernel that debuggers and traces find again.
//
//     ws::watch<"sum">(sum);        a value, under a name
//     ws::region<"load"> here;      from here to the end of the scope
//
// They are comments in the PTX with registers in them, and only with -DWS_WATCH, because compilers
// do not unroll loops in which they stand. A name's characters are numbers there, eight a word.
#pragma once

#include "ws/qualifiers.h"

namespace ws {

/// A name of up to 23 characters, as a template argument.
struct mark_name {
    std::uint64_t words[3] = {};

    template<unsigned N>
    constexpr mark_name(const char (&text)[N]) {
        static_assert(N <= 24, "names of watches and regions have up to 23 characters");
        for (unsigned i = 0; i + 1 < N; ++i)
            words[i / 8] |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i]))
                            << i % 8 * 8;
    }
};

#if defined(WS_WATCH) && defined(__CUDA_ARCH__)
#define WS_MARK(text, ...) asm volatile("// ws." text __VA_ARGS__)
#define WS_NAME_WORDS(name)                                                                        \
    "n"(static_cast<long long>(name.words[0])), "n"(static_cast<long long>(name.words[1])),        \
        "n"(static_cast<long long>(name.words[2]))
#else
#define WS_MARK(text, ...) ((void)0)
#endif

/// Shows the value of a 32-bit or 64-bit number, a smaller one or a pointer, here.
template<mark_name Name, class T>
    requires(std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T>)
WS_DEVICE void watch([[maybe_unused]] T value) {
    if constexpr (std::is_same_v<T, float>)
        WS_MARK("watch f32 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name), "f"(value));
    else if constexpr (std::is_same_v<T, double>)
        WS_MARK("watch f64 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name), "d"(value));
    else if constexpr (std::is_pointer_v<T>)
        WS_MARK("watch b64 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name), "l"(value));
    else if constexpr (std::is_enum_v<T>)
        watch<Name>(static_cast<std::underlying_type_t<T>>(value));
    else if constexpr (std::is_signed_v<T> && sizeof(T) == 8)
        WS_MARK("watch s64 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name), "l"(value));
    else if constexpr (sizeof(T) == 8)
        WS_MARK("watch u64 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name), "l"(value));
    else if constexpr (std::is_signed_v<T>)
        WS_MARK("watch s32 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name), "r"(static_cast<int>(value)));
    else
        WS_MARK("watch u32 %3 name %0 %1 %2", ::WS_NAME_WORDS(Name),
                "r"(static_cast<unsigned>(value)));
}

/// Marks the rest of a scope. Memory accesses stay on their side of both ends.
template<mark_name Name>
class region {
public:
    WS_DEVICE region() { WS_MARK("region begin name %0 %1 %2", ::WS_NAME_WORDS(Name) : "memory"); }
    WS_DEVICE ~region() { WS_MARK("region end name %0 %1 %2", ::WS_NAME_WORDS(Name) : "memory"); }
    region(const region&) = delete;
    region& operator=(const region&) = delete;
};

} // namespace ws
