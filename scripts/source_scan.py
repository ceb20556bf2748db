"""Reads C++ sources roughly: strips comments, finds includes and mutable static or global state."""

import re
from typing import NamedTuple

CPP_SUFFIXES = {".cpp", ".h", ".cu", ".cuh", ".hpp", ".cc"}
HEADER_SUFFIXES = {".h", ".cuh", ".hpp"}


class Include(NamedTuple):
    line: int
    name: str
    quoted: bool


class Variable(NamedTuple):
    line: int
    text: str


_STRIP = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9a-zA-Z_])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"[A-Za-z_]\w*|\[\[.*?\]\]|::|->|[^\s\w]|\w+", re.DOTALL)
_NOT_VARIABLES = {
    "using", "typedef", "static_assert", "friend", "asm", "concept", "namespace", "requires",
    "operator", "goto", "return", "explicit", "template", "enum"}


def _blank(match):
    """Spaces in the place of a match, so that line numbers and columns stay."""
    text = match.group(0)
    blanked = re.sub(r"[^\n]", " ", text)
    return '"' + blanked[1:-1] + '"' if text[0] in "\"'" and len(text) > 1 else blanked


def strip(text):
    """The source without comments and without the inside of literals, positions unchanged."""
    return _STRIP.sub(_blank, text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def includes(text):
    """Every #include that no comment holds."""
    without = _COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
    # A `//` inside the quotes of an include would be cut; no path of ours has one.
    return [Include(line_of(without, m.start()), m.group(1) or m.group(2), m.group(1) is not None)
            for m in _INCLUDE.finditer(without)]


def opening_comment(text):
    """The text of the comment that the file starts with, or an empty string."""
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("/*"):
        body = text[2:text.find("*/")]
        return " ".join(line.strip(" \t*") for line in body.splitlines()).strip()
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.lstrip("/!").strip())
    return " ".join(lines).strip()


def _without_preprocessor(text):
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)),
                  text, flags=re.MULTILINE)


def _without_angles(tokens):
    """Drops balanced <…> groups, which hold template arguments in a declaration."""
    kept, depth = [], 0
    for token in tokens:
        if token == "<" and kept:
            depth += 1
        elif token == ">" and depth:
            depth -= 1
        elif not depth:
            kept.append(token)
    return kept


def _without_attributes(tokens):
    """Drops [[…]], alignas(…) and __attribute__((…)), whose parentheses mean no function."""
    kept, depth, inside = [], 0, False
    for token in tokens:
        if token in ("alignas", "__attribute__"):
            inside = True
        elif inside:
            depth += (token == "(") - (token == ")")
            inside = depth > 0
        elif not token.startswith("[["):
            kept.append(token)
    return kept


def _scope_opened(tokens):
    """What a `{` after these tokens opens: namespace, type, function, enum, or value."""
    plain = _without_angles(_without_attributes(tokens))
    if "operator" in tokens:
        return "function"
    if "namespace" in plain or (plain[:1] == ["extern"] and len(plain) <= 3 and '"' in plain):
        return "namespace"
    if "=" in plain:
        return "value"
    if "enum" in plain:
        return "enum"
    if not plain or "(" in plain or plain[-1] in ("else", "do", "try", ":"):
        return "function"
    if any(keyword in plain for keyword in ("class", "struct", "union")):
        return "type"
    return "value"


def _is_mutable_variable(tokens, scope):
    """Whether a statement (its tokens up to `;`) declares a variable that can change."""
    tokens = _without_attributes(tokens)
    while tokens[:1] == ["template"]:
        depth = 0
        for index, token in enumerate(tokens):
            depth += (token == "<") - (token == ">")
            if index > 0 and depth == 0:
                break
        tokens = tokens[index + 1:]
    if "=" in tokens and "operator" not in tokens:
        tokens = tokens[:tokens.index("=")]
    declared = _without_angles(tokens)
    if not declared or _NOT_VARIABLES & set(declared):
        return False
    stored = "static" in declared or "thread_local" in declared
    if scope != "namespace" and not stored:
        return False
    if "constexpr" in declared or declared[0] in ("class", "struct", "union"):
        return False
    words = [token for token in declared if re.match(r"[A-Za-z_]", token)]
    if len(words) < 2:
        return False
    if "(" in declared:
        opening = declared.index("(")
        pointer_to_function = declared[opening + 1:opening + 2] == ["*"]
        if not pointer_to_function and not (scope == "function" and stored):
            return False
        if pointer_to_function:
            return "const" not in declared[opening:]
        declared = declared[:opening]
    if "const" not in declared:
        return True
    # `const char* name` is a pointer that can change; `const char* const name` is not.
    after = declared[len(declared) - 1 - declared[::-1].index("const"):]
    return "*" in after


def mutable_state(text):
    """Variables of static storage that are not const; a heuristic, not a compiler."""
    source = _without_preprocessor(strip(text))
    found, scopes, statement, start, parentheses = [], ["namespace"], [], 0, 0
    for match in _TOKEN.finditer(source):
        token, position = match.group(0), match.start()
        if scopes[-1] in ("value", "enum"):
            # A braced value belongs to its statement, which goes on until the `;`.
            if token == "{":
                scopes.append("value")
            elif token == "}":
                scopes.pop()
            continue
        parentheses += (token in "([") - (token in ")]")
        if token == "{":
            # Inside parentheses it is a lambda or a braced argument.
            scopes.append("value" if parentheses > 0 else _scope_opened(statement))
            if scopes[-1] in ("namespace", "type", "function"):
                statement = []
        elif token == "}":
            if len(scopes) > 1:
                scopes.pop()
            statement = []
        elif token == ";" and parentheses == 0:
            if statement and _is_mutable_variable(statement, scopes[-1]):
                shown = " ".join(source[start:position].split())
                found.append(Variable(line_of(source, start), shown[:60]))
            statement = []
        elif token == ":" and statement[-1:] in (["public"], ["private"], ["protected"]):
            statement = []
        else:
            if not statement:
                start = position
            statement.append(token)
    return found
