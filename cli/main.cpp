// The `warpscope` program: everything is in the library beside it, where tests can reach it.
#include "cli/commands.h"

int main(int argc, char** argv) {
    return warpscope::cli::run_command_line({argv, argv + argc});
}
