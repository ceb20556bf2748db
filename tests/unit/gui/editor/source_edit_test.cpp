// The file that is edited: never written over unseen, and messages keep to their lines.
#include "gui/editor/source_edit.h"

#include <fstream>

#include "tests/catch.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
using namespace warpscope::gui;
using namespace warpscope::test;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}
std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("a file is saved, and what others wrote is not lost", "[gui][editor]") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path / "a.cu", link = folder.path / "link.cu";
    write(file, "one\ntwo\n");
    std::filesystem::permissions(file, std::filesystem::perms(0640));
    std::filesystem::create_symlink(file, link);
    auto edit = SourceEdit::open(link);
    REQUIRE(edit);
    CHECK_FALSE((*edit)->modified());
    (*edit)->text().type("X");
    CHECK((*edit)->modified());
    REQUIRE((*edit)->save(false));
    CHECK(read(file) == "Xone\ntwo\n");
    CHECK(std::filesystem::is_symlink(link));
    CHECK(std::filesystem::status(file).permissions() == std::filesystem::perms(0640));
    CHECK_FALSE((*edit)->modified());

    write(file, "theirs\n");
    (*edit)->text().type("Y");
    CHECK((*edit)->changed_on_disk());
    const Status refused = (*edit)->save(false);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().hint.find("Ctrl+R") != std::string::npos);
    CHECK(read(file) == "theirs\n");
    REQUIRE((*edit)->read_again());
    CHECK((*edit)->text().bytes() == "theirs\n");
    REQUIRE((*edit)->text().undo());
    CHECK((*edit)->text().bytes() == "XYone\ntwo\n");
    REQUIRE((*edit)->save(false));
    write(file, "theirs again\n");
    REQUIRE((*edit)->save(true));
    CHECK(read(file) == "XYone\ntwo\n");
    CHECK_FALSE(SourceEdit::open(folder.path / "missing.cu"));
}

TEST_CASE("messages stay with their lines", "[gui][editor]") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path / "a.cu";
    write(file, "a\nb\nc\n");
    auto opened = SourceEdit::open(file);
    REQUIRE(opened);
    SourceEdit& edit = **opened;
    edit.set_run({"a", "c"});
    CHECK(edit.newer_than_run());
    CHECK(edit.map().after(2) == 3);
    CHECK(edit.map().before(2) == 0);
    edit.set_messages({{file.string(), 3, 1, true, "wrong"},
                       {"other.h", 7, 1, true, "elsewhere"},
                       {file.string(), 2, 1, false, "odd"}});
    CHECK(edit.errors() == 2);
    REQUIRE(edit.messages_elsewhere().size() == 1);
    CHECK(edit.messages_elsewhere()[0].text == "elsewhere");
    auto here = edit.messages_here();
    REQUIRE(here.size() == 2);
    CHECK(here[0].line == 2);
    CHECK(here[1].line == 3);
    edit.text().type("new\n");
    here = edit.messages_here();
    CHECK(here[1].line == 4);
    CHECK(here[1].as_said);
    CHECK(edit.map().after(1) == 2);
    // The line itself is changed: the message stays there, its column means nothing any more.
    edit.text().click({3, 0});
    edit.text().type("!");
    here = edit.messages_here();
    CHECK(here[1].line == 4);
    CHECK_FALSE(here[1].as_said);
    edit.set_messages({});
    CHECK(edit.errors() == 0);
}

TEST_CASE("lines are drawn with tabs as spaces and comments over lines", "[gui][editor]") {
    const TemporaryFolder folder;
    write(folder.path / "a.cu", "/* a\n\tint b */ int c;\n");
    auto edit = SourceEdit::open(folder.path / "a.cu");
    REQUIRE(edit);
    const auto& lines = (*edit)->drawn_lines();
    REQUIRE(lines.size() == 2);
    CHECK(lines[1].text == "    int b */ int c;");
    CHECK(lines[1].spans.front().kind == views::SyntaxSpan::Kind::Comment);
    CHECK(lines[1].spans.back().kind == views::SyntaxSpan::Kind::Plain);
}
