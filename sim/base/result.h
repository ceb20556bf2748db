// Result<T>: a value, or the Diagnostic that says why there is none.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "sim/base/diagnostic.h"

namespace warpscope {

/// The outcome of reading input that may be wrong. Test it before taking the value.
template<class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Diagnostic diagnostic) : content_(std::in_place_index<1>, std::move(diagnostic)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { return assert(ok()), *std::get_if<0>(&content_); }
    const T& value() const& { return assert(ok()), *std::get_if<0>(&content_); }
    T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&content_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Diagnostic& error() const { return assert(!ok()), *std::get_if<1>(&content_); }

private:
    std::variant<T, Diagnostic> content_;
};

/// Success without a value.
struct Done {};
using Status = Result<Done>;

} // namespace warpscope
