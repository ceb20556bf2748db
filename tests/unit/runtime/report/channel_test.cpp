// Tests the report channel: what a program wrote before it died is read, however it was cut.
#include "runtime/report/channel.h"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include "runtime/report/json.h"
#include "tests/catch.h"
#include "tests/unit/runtime/report/samples.h"

using namespace warpscope;
using namespace warpscope::report;

namespace {

/// Everything that `write` sends through a channel.
template<class Write>
std::string written(Write&& write) {
    std::FILE* file = std::tmpfile();
    REQUIRE(file);
    {
        ChannelWriter writer(fileno(file));
        write(writer);
    }
    std::string text;
    std::rewind(file);
    for (int c; (c = std::fgetc(file)) != EOF;)
        text += static_cast<char>(c);
    std::fclose(file);
    return text;
}

std::string whole_run() {
    return written([](ChannelWriter& writer) {
        writer.program({"started", 0});
        writer.launch(test::sample_launch());
        writer.finding(test::sample_finding());
        writer.launch(test::sample_launch());
        writer.program({"ended", 2});
    });
}

} // namespace

TEST_CASE("channel: one line an object, read back whole", "[report]") {
    ChannelReader reader;
    reader.take(whole_run());
    reader.finish();
    REQUIRE(reader.launches.size() == 2);
    RunReport sent, received;
    sent.launches = {test::sample_launch(), test::sample_launch()};
    received.launches = reader.launches;
    CHECK(to_json_text(received) == to_json_text(sent));
    CHECK(reader.findings.size() == 1);
    REQUIRE(reader.notes.size() == 2);
    CHECK(reader.notes[1].phase == "ended");
    CHECK(reader.notes[1].launches == 2);
    CHECK(reader.damaged_lines == 0);
}

TEST_CASE("channel: bytes may come in any pieces", "[report]") {
    const std::string text = whole_run();
    for (const std::size_t piece : {1u, 7u, 100u, 4096u}) {
        ChannelReader reader;
        for (std::size_t at = 0; at < text.size(); at += piece) {
            reader.take(std::string_view(text).substr(at, piece));
        }
        reader.finish();
        CHECK(reader.launches.size() == 2);
        CHECK(reader.damaged_lines == 0);
    }
}

TEST_CASE("channel: a cut end loses the last line only", "[report]") {
    const std::string text = whole_run();
    const std::size_t second_launch = text.rfind("{\"launch\"");
    for (std::size_t cut = second_launch + 1; cut < text.find('\n', second_launch); cut += 97) {
        ChannelReader reader;
        reader.take(std::string_view(text).substr(0, cut));
        reader.finish();
        CHECK(reader.launches.size() == 1);
        CHECK(reader.findings.size() == 1);
        CHECK(reader.damaged_lines == 1);
    }
}

TEST_CASE("channel: foreign lines are counted and skipped", "[report]") {
    ChannelReader reader;
    reader.take("hello\n{}\n[1]\n{\"launch\": 3}\n{\"program\": {\"phase\": 1}}\n\n");
    reader.take(whole_run());
    reader.finish();
    CHECK(reader.damaged_lines == 6);
    CHECK(reader.launches.size() == 2);
}

TEST_CASE("channel: without a listener nothing happens", "[report]") {
    ChannelWriter nobody(-1);
    CHECK(!nobody.connected());
    nobody.launch(test::sample_launch());
    CHECK(!ChannelWriter(9999).connected());

    int ends[2];
    REQUIRE(pipe(ends) == 0);
    close(ends[0]);
    ChannelWriter deaf(ends[1]);
    deaf.launch(test::sample_launch()); // would raise SIGPIPE
    CHECK((fcntl(ends[1], F_GETFD) & FD_CLOEXEC) != 0);
    close(ends[1]);
}
