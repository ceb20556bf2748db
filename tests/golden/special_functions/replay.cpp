// Runs single instructions over register lanes, without a kernel around them.
#include "tests/golden/special_functions/replay.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fstream>
#include <sstream>

#include "sim/state/context.h"

namespace warpscope::golden {
namespace {

/// The finaliser of MurmurHash3: spreads the number of a pair of operands over all bit patterns.
std::uint32_t mixed(std::uint32_t h) {
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

/// Pair n of a division; in odd pairs both operands have one exponent, so that quotients are
/// ordinary numbers.
struct Pair {
    explicit Pair(std::uint32_t n) : a(mixed(2 * n)), b(mixed(2 * n + 1)) {
        if ((n & 1) != 0) b = (b & 0x807fffffu) | (a & 0x7f800000u);
    }
    std::uint32_t a, b;
};

/// Registers of one instruction: a destination and two sources, each a lane vector of up to 8 bytes
/// a lane.
constexpr std::uint32_t kVectorBytes = kLanes * 8;
struct Registers {
    alignas(64) std::uint8_t bytes[3 * kVectorBytes] = {};
    std::uint32_t* words(unsigned k) {
        return reinterpret_cast<std::uint32_t*>(bytes + k * kVectorBytes);
    }
};

std::optional<isa::DecodedInstruction> decode(const std::string& form, isa::Level level) {
    std::string name = form;
    Instruction statement;
    statement.form = form;
    statement.operands.resize(3);
    for (Operand& operand : statement.operands)
        operand.kind = Operand::Kind::Register;
    if (const std::size_t at = name.find(".ftz"); at != std::string::npos) {
        name.erase(at, 4);
        statement.modifiers.ftz = true;
    }
    statement.modifiers.type = type_named(std::string_view(name).substr(name.rfind('.') + 1));
    for (const isa::Row& row : isa::rows(level)) {
        if (row.name != name) continue;
        isa::DecodedInstruction decoded;
        for (unsigned k = 0; k < 3; ++k)
            decoded.operand[k] = k * kVectorBytes;
        if (row.decode(statement, decoded)) return decoded;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::vector<RecordedRange>> read_ranges(const std::string& path,
                                                      std::string& problem) {
    std::ifstream file(path);
    if (!file) {
        problem = path + ": cannot be read";
        return std::nullopt;
    }
    std::vector<RecordedRange> ranges;
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        RecordedRange r;
        if (!(fields >> r.form >> std::hex >> r.first >> r.count >> r.digest)) {
            problem = path + ":" + std::to_string(number) + ": expected form, first, count, digest";
            return std::nullopt;
        }
        ranges.push_back(r);
    }
    return ranges;
}

std::vector<std::uint32_t> replay(const RecordedRange& range, isa::Level level) {
    const std::optional<isa::DecodedInstruction> decoded = decode(range.form, level);
    if (!decoded) return {};
    const bool wide = range.form.ends_with(".f64"), division = range.form.starts_with("div.");
    Registers registers;
    Context context;
    context.registers = registers.bytes;
    context.active = context.split = kAllLanes;
    std::vector<std::uint32_t> results(range.count);
    for (std::uint32_t done = 0; done < range.count; done += kLanes) {
        for (unsigned l = 0; l < kLanes; ++l) {
            const std::uint32_t n = range.first + done + l;
            if (division) {
                const Pair pair(n);
                registers.words(1)[l] = pair.a;
                registers.words(2)[l] = pair.b;
            } else {
                registers.words(1)[wide ? 2 * l + 1 : l] = n;
            }
        }
        decoded->run(context, *decoded);
        for (unsigned l = 0; l < kLanes && done + l < range.count; ++l) {
            results[done + l] = registers.words(0)[wide ? 2 * l + 1 : l];
        }
    }
    return results;
}

std::uint64_t digest_of(const std::vector<std::uint32_t>& words) {
    return XXH3_64bits(words.data(), words.size() * sizeof(std::uint32_t));
}

} // namespace warpscope::golden
