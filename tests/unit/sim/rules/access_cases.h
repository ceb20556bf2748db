// The recorded memory accesses of tests/golden/memory_accesses: one warp, one access, what the
// profiler counted.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"
#include "tests/catch.h"
#include "warpscope_paths.h"

namespace warpscope::testing {

struct AccessCase {
    std::map<std::string, std::string> columns;
    LaneMask lanes = 0;
    std::vector<Address> offsets;

    unsigned number(const std::string& column) const {
        return static_cast<unsigned>(std::stoul(columns.at(column)));
    }
};

inline std::vector<std::string> split(const std::string& text, char by) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, by);)
        parts.push_back(part);
    return parts;
}

inline std::vector<AccessCase> read_access_cases(const std::string& file) {
    std::ifstream in(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/golden/memory_accesses/" + file);
    REQUIRE(in);
    std::vector<std::string> names;
    std::vector<AccessCase> cases;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("#")) continue;
        const std::vector<std::string> fields = split(line, '\t');
        if (names.empty()) {
            names = fields;
            continue;
        }
        REQUIRE(fields.size() == names.size());
        AccessCase& c = cases.emplace_back();
        for (std::size_t k = 0; k < names.size(); ++k)
            c.columns[names[k]] = fields[k];
        c.lanes = static_cast<LaneMask>(std::stoul(c.columns.at("mask"), nullptr, 16));
        for (const std::string& offset : split(c.columns.at("offsets"), ','))
            c.offsets.push_back(std::stoull(offset));
    }
    return cases;
}

} // namespace warpscope::testing
