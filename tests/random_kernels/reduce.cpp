// Delta debugging over the tree of statements.
#include "tests/random_kernels/reduce.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace warpscope::random_kernels {
namespace {

/// The registers that an instruction writes, as text.
std::string written_by(const std::string& line) {
    std::size_t at = line.starts_with('@') ? line.find(' ') + 1 : 0;
    static const char* const without_result[] = {
        "st.",   "red.",  "bra",       "brx",       "call",          "ret",    "exit", "bar.s",
        "bar.a", "bar.w", "barrier.s", "barrier.a", "barrier.cta.s", "membar", "fence"};
    for (const char* const begin : without_result)
        if (line.compare(at, std::string_view(begin).size(), begin) == 0) return {};
    at = line.find(' ', at);
    if (at == std::string::npos) return {};
    const bool braces = line.compare(at, 2, " {") == 0;
    return line.substr(at, line.find(braces ? '}' : ',', at) - at);
}

void add_registers(const Block& block, std::set<std::string>& mentioned,
                   std::set<std::string>& written) {
    for (const Node& node : block)
        for (const Part& part : node.parts) {
            add_registers(part.block, mentioned, written);
            for (const std::string& name : registers_in(part.line))
                if (name.size() >= 5) mentioned.insert(name); // from %r100 on
            for (const std::string& name : registers_in(written_by(part.line)))
                written.insert(name);
        }
}

/// Registers that only one statement uses are written by it, or by one around it.
bool well_formed(const Function& function) {
    std::set<std::string> mentioned, written;
    add_registers(function.body, mentioned, written);
    add_registers(function.epilogue, mentioned, written);
    return std::ranges::includes(written, mentioned);
}

class Reducer {
public:
    Reducer(Program program, const std::function<bool(const Program&)>& still,
            const ReduceLimits& limits)
        : program_(std::move(program)), still_(still), limits_(limits) {}

    Program run() {
        do {
            changed_ = false;
            shrink_shape();
            for (std::size_t f = program_.functions.size(); f-- > 0;) {
                thin_out(program_.functions[f].body);
                thin_out(program_.functions[f].epilogue);
            }
        } while (changed_ && !exhausted());
        return std::move(program_);
    }

private:
    bool exhausted() const {
        return tries_ >= limits_.tries || std::chrono::steady_clock::now() > limits_.deadline;
    }
    bool holds() {
        if (exhausted() || !std::ranges::all_of(program_.functions, well_formed)) return false;
        ++tries_;
        const bool good = still_(program_);
        changed_ |= good;
        return good;
    }

    void shrink_shape() {
        const Shape before = program_.shape;
        const auto attempt = [&](const Shape& shape) {
            const Shape old = program_.shape;
            if (shape.grid == old.grid && shape.block == old.block) return;
            program_.shape = shape;
            if (!holds()) program_.shape = old;
        };
        attempt({{1, 1, 1}, before.block});
        // Whole warps stay whole warps: some statements ask for them.
        const bool whole = before.threads_in_block() % 32 == 0;
        const Shape now = program_.shape;
        if (whole && now.threads_in_block() > 32)
            attempt({now.grid, {32, 1, 1}});
        else if (!whole && now.threads_in_block() > 1)
            attempt({now.grid, {1, 1, 1}});
        if (whole && program_.shape.threads_in_block() > 64) attempt({now.grid, {64, 1, 1}});
    }

    /// Each block is changed in place and put back when that was too much.
    void thin_out(Block& block) {
        for (std::size_t size = std::max<std::size_t>(block.size(), 1);; size = (size + 1) / 2) {
            for (std::size_t from = 0; from < block.size() && !exhausted();) {
                const std::size_t to = std::min(block.size(), from + size);
                Block saved = block;
                block.erase(block.begin() + static_cast<std::ptrdiff_t>(from),
                            block.begin() + static_cast<std::ptrdiff_t>(to));
                if (holds()) continue;
                block = std::move(saved);
                from = to;
            }
            if (size == 1) break;
        }
        for (std::size_t i = 0; i < block.size() && !exhausted(); ++i) {
            if (take_out(block, i)) --i;
        }
        for (Node& node : block)
            for (Part& part : node.parts)
                if (part.is_block) thin_out(part.block);
    }

    /// Puts the statements inside statement i in its place.
    bool take_out(Block& block, std::size_t i) {
        const Node node = block[i];
        for (const Part& part : node.parts) {
            if (!part.is_block || part.block.empty()) continue;
            Block saved = block;
            Block inner = part.block;
            Node before;
            before.lines(part.before_alone);
            block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
            if (!before.parts.empty()) inner.insert(inner.begin(), std::move(before));
            block.insert(block.begin() + static_cast<std::ptrdiff_t>(i),
                         std::make_move_iterator(inner.begin()),
                         std::make_move_iterator(inner.end()));
            if (holds()) return true;
            block = std::move(saved);
        }
        return false;
    }

    Program program_;
    const std::function<bool(const Program&)>& still_;
    ReduceLimits limits_;
    unsigned tries_ = 0;
    bool changed_ = false;
};

} // namespace

Program reduce(Program program, const std::function<bool(const Program&)>& still,
               const ReduceLimits& limits) {
    return Reducer(std::move(program), still, limits).run();
}

} // namespace warpscope::random_kernels
