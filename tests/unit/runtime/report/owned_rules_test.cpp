// Tests of `--owned`: what it says, and what is wrong with what it says.
#include "runtime/report/owned_rules.h"

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::report;

namespace {

Executable kernel_named(const std::string& name) {
    Executable kernel;
    kernel.kernel = name;
    kernel.parameters = {{name + "_param_0", Type::U64, 0, 8},
                         {name + "_param_1", Type::U32, 8, 4},
                         {name + "_param_2", Type::U64, 16, 8}};
    return kernel;
}

} // namespace

TEST_CASE("rules name a kernel, a parameter and a division") {
    const auto element = parse_owned_rule("2=element");
    REQUIRE(element.ok());
    CHECK(element->kernel.empty());
    CHECK(element->parameter == "2");
    CHECK(element->owned.division == Division::Scatter);
    const auto block = parse_owned_rule("ns::fill:0=block");
    REQUIRE(block.ok());
    CHECK(block->kernel == "ns::fill");
    CHECK(block->owned.division == Division::Blocks);
    const auto tile = parse_owned_rule("fill:0=tile:16x32x1000");
    REQUIRE(tile.ok());
    CHECK(tile->owned.division == Division::BlockTiles);
    CHECK(tile->owned.rows == 16);
    CHECK(tile->owned.columns == 32);
    CHECK(tile->owned.pitch == 1000);
    CHECK(parse_owned_rule("0=tile:16x32")->owned.pitch == 0);
}

TEST_CASE("rules that say something else are refused with what they may say") {
    for (const char* text :
         {"", "y", "=element", "0=", "0=thread", "0=tile:", "0=tile:16", "0=tile:0x4",
          "0=tile:4x4x3", "0=tile:4x4x4x4", "0=tile:ax4", "0=tile:4x99999999999999", "k:=block"}) {
        INFO(text);
        const auto rule = parse_owned_rule(text);
        REQUIRE_FALSE(rule.ok());
        CHECK(rule.error().hint.find("PARAMETER=tile:RxC") != std::string::npos);
    }
}

TEST_CASE("rules find kernels by what their source calls them") {
    const auto rule = [](const char* text) { return *parse_owned_rule(text); };
    CHECK(names_kernel(rule("0=block"), kernel_named("_Z4fillPi")));
    CHECK(names_kernel(rule("fill:0=block"), kernel_named("_Z4fillPi")));
    CHECK(names_kernel(rule("fill:0=block"), kernel_named("fill")));
    CHECK(names_kernel(rule("fill:0=block"), kernel_named("_Z4fillIiEvPT_")));
    CHECK(names_kernel(rule("fill:0=block"), kernel_named("_ZN12_GLOBAL__N_14fillEPi")));
    CHECK(names_kernel(rule("fill:0=block"), kernel_named("_ZN2ns4fillEPi")));
    CHECK(names_kernel(rule("ns::fill:0=block"), kernel_named("_ZN2ns4fillEPi")));
    CHECK_FALSE(names_kernel(rule("ill:0=block"), kernel_named("_Z4fillPi")));
    CHECK_FALSE(names_kernel(rule("fill:0=block"), kernel_named("_Z6refillPi")));
}

TEST_CASE("parameters are found by number or by their PTX name") {
    const Executable kernel = kernel_named("fill");
    CHECK(parameter_of(*parse_owned_rule("2=block"), kernel)->offset == 16);
    CHECK(parameter_of(*parse_owned_rule("fill_param_0=block"), kernel)->offset == 0);
    CHECK_FALSE(parameter_of(*parse_owned_rule("3=block"), kernel).ok());
    CHECK_FALSE(parameter_of(*parse_owned_rule("y=block"), kernel).ok());
    const auto number = parameter_of(*parse_owned_rule("1=block"), kernel);
    REQUIRE_FALSE(number.ok());
    CHECK(number.error().message.find("no pointer") != std::string::npos);
}
