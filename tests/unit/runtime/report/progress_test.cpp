// The line of progress: its words, and how it comes and goes.
#include "runtime/report/progress.h"

#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::report;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Reads until `text` has come, or nothing has for ten seconds.
std::string read_until(int descriptor, const std::string& text) {
    std::string all;
    pollfd ready = {descriptor, POLLIN, 0};
    while (all.find(text) == std::string::npos && poll(&ready, 1, 10000) > 0) {
        std::array<char, 4096> bytes;
        const ssize_t count = read(descriptor, bytes.data(), bytes.size());
        if (count <= 0) break;
        all.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return all;
}

/// Both ends of a terminal that is `columns` wide.
struct Terminal {
    explicit Terminal(unsigned short columns) : ours(posix_openpt(O_RDWR | O_NOCTTY)) {
        REQUIRE(ours >= 0);
        REQUIRE(grantpt(ours) == 0);
        REQUIRE(unlockpt(ours) == 0);
        theirs = open(ptsname(ours), O_RDWR | O_NOCTTY);
        REQUIRE(theirs >= 0);
        const winsize size = {24, columns, 0, 0};
        REQUIRE(ioctl(theirs, TIOCSWINSZ, &size) == 0);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    ~Terminal() {
        close(ours);
        close(theirs);
    }
    int ours, theirs = -1;
};

} // namespace

TEST_CASE("progress is told in words", "[progress]") {
    RunningLaunch launch;
    launch.number = 3;
    launch.kernel = "_Z5saxpyfPKfPfi";
    launch.blocks = 4096;
    CHECK(progress_text(launch, 200) == "launch 3 saxpy: 0 of 4,096 blocks, 0 warp instructions");
    launch.seconds = 2;
    launch.warp_instructions = 12345678;
    CHECK(progress_text(launch, 200) ==
          "launch 3 saxpy: 0 of 4,096 blocks, 12.3 M warp instructions, 6.2 M/s");
    launch.blocks_done = 1024;
    CHECK_THAT(progress_text(launch, 200),
               ContainsSubstring("1,024 of 4,096 blocks") && ContainsSubstring("/s, 6 s left"));
    launch.seconds = 3000;
    CHECK_THAT(progress_text(launch, 200), ContainsSubstring(", 2 h left"));
    launch.seconds = 600;
    CHECK_THAT(progress_text(launch, 200), ContainsSubstring(", 30 min left"));
    launch.blocks_done = 4096;
    CHECK_THAT(progress_text(launch, 200), !ContainsSubstring("left"));
    CHECK(progress_text(launch, 10) == "launch 3 s");

    launch.kernel = "a_kernel_in_plain_c$m2";
    launch.blocks = 1;
    CHECK_THAT(progress_text(launch, 200), ContainsSubstring("launch 3 a_kernel_in_plain_c: ") &&
                                               ContainsSubstring(" of 1 block,"));
    launch.kernel = std::string(100, 'x');
    CHECK(progress_text(launch, 300).size() < 150);
}

TEST_CASE("a pipe gets whole lines", "[progress]") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    {
        ProgressDisplay display(ends[1]);
        LaunchProgress* progress = display.begin(7, "kernel", 10);
        progress->blocks_done = 4;
        progress->warp_instructions = 5000;
        const std::string line = read_until(ends[0], "\n");
        CHECK_THAT(line,
                   ContainsSubstring(
                       "warpscope: launch 7 kernel: 4 of 10 blocks, 5.0 k warp instructions"));
        CHECK(line.find('\033') == std::string::npos);
        display.end();
    }
    close(ends[1]);
    CHECK(read_until(ends[0], "nothing more").empty());
    close(ends[0]);
}

TEST_CASE("on a terminal the line stays below the cursor and goes with the launch", "[progress]") {
    REQUIRE(setenv("TERM", "xterm", 1) == 0);
    Terminal terminal(30);
    ProgressDisplay display(terminal.theirs);
    for (std::uint32_t launch : {1u, 2u}) {
        display.begin(launch, "kernel", 10);
        // Room below, back to the place; there the line, cut to the width, and back.
        const std::string start = "\033D\033[A\0337\033[B\r"
                                  "launch " +
                                  std::to_string(launch) + " kernel: 0 of 10 bloc";
        CHECK_THAT(read_until(terminal.ours, "\0338"), ContainsSubstring(start + "\033[K\0338"));
        display.end();
        CHECK_THAT(read_until(terminal.ours, "\r\033[K\0338"),
                   ContainsSubstring("\0337\033[B\r\033[K\0338"));
    }
}

TEST_CASE("launches that are over at once show nothing", "[progress]") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    {
        ProgressDisplay display(ends[1]);
        for (std::uint32_t launch = 0; launch < 100000; ++launch) {
            CHECK(display.begin(launch, "kernel", 1)->blocks_done == 0);
            display.end();
        }
    }
    close(ends[1]);
    CHECK(read_until(ends[0], "anything").empty());
    close(ends[0]);
}
