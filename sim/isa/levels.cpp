// Joins the family tables of each built level and chooses the best level this processor can run.
#include "sim/isa/row.h"

#include <vector>

namespace warpscope::isa {

using FamilyRows = std::span<const Row> (*)();

#ifdef WARPSCOPE_ISA_HAVE_v2
namespace v2 { extern const FamilyRows family_list[]; extern const unsigned family_count; }
#endif
#ifdef WARPSCOPE_ISA_HAVE_v3
namespace v3 { extern const FamilyRows family_list[]; extern const unsigned family_count; }
#endif
#ifdef WARPSCOPE_ISA_HAVE_v4
namespace v4 { extern const FamilyRows family_list[]; extern const unsigned family_count; }
#endif

namespace {

std::vector<Row> join(const FamilyRows* list, unsigned count) {
    std::vector<Row> all;
    for (unsigned f = 0; f < count; ++f) {
        const std::span<const Row> family = list[f]();
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace

Level best_level() {
#ifdef WARPSCOPE_ISA_HAVE_v4
    if (__builtin_cpu_supports("x86-64-v4")) return Level::V4;
#endif
#ifdef WARPSCOPE_ISA_HAVE_v3
    if (__builtin_cpu_supports("x86-64-v3")) return Level::V3;
#endif
    return Level::V2;
}

std::span<const Row> rows(Level level) {
#ifdef WARPSCOPE_ISA_HAVE_v4
    static const std::vector<Row> table_v4 = join(v4::family_list, v4::family_count);
    if (level == Level::V4) return table_v4;
#endif
#ifdef WARPSCOPE_ISA_HAVE_v3
    static const std::vector<Row> table_v3 = join(v3::family_list, v3::family_count);
    if (level == Level::V3) return table_v3;
#endif
    static const std::vector<Row> table_v2 = join(v2::family_list, v2::family_count);
    (void)level;
    return table_v2;
}

std::span<const Row> rows() { return rows(Level::V2); }

}  // namespace warpscope::isa
