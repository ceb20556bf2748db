// What the driver's PTX compiler says becomes a diagnostic at the line it means.
#include "runtime/driver/jit_log.h"

#include "runtime/driver/driver_api.h"
#include "tests/catch.h"

namespace warpscope::driver {
namespace {

const Diagnostic kFailure = {{}, "the CUDA driver: cuModuleLoadDataEx: error 218", ""};

TEST_CASE("the first error of the log gives line and words") {
    const Diagnostic d =
        diagnostic_of_jit(kFailure,
                          "ptxas application ptx input, line 12; error   : Unknown symbol 'x'\n"
                          "ptxas application ptx input, line 14; error   : Label expected\n"
                          "ptxas fatal   : Ptx assembly aborted due to errors\n",
                          "kernel.ptx");
    CHECK(d.where.file == "kernel.ptx");
    CHECK(d.where.line == 12);
    CHECK(d.message == "the driver's compiler refuses this PTX: Unknown symbol 'x'");
    CHECK(d.hint == kFailure.message);
}

TEST_CASE("a fatal error without a line keeps the file") {
    const Diagnostic d = diagnostic_of_jit(
        kFailure, "ptxas fatal   : Unresolved extern function 'f'\n", "kernel.ptx");
    CHECK(d.where.line == 0);
    CHECK(d.where.file == "kernel.ptx");
    CHECK(d.message == "the driver's compiler refuses this PTX: Unresolved extern function 'f'");
}

TEST_CASE("an empty log leaves the driver's own words") {
    const Diagnostic d = diagnostic_of_jit(kFailure, "", "kernel.ptx");
    CHECK(d.message == kFailure.message);
    CHECK(d.where.file == "kernel.ptx");
}

} // namespace
} // namespace warpscope::driver
