#!/usr/bin/env python3
"""Speaks the Debug Adapter Protocol with `warpscope dap`, as an editor does.

Usage: debug_adapter.py WARPSCOPE session|variables|findings|malformed|port
"""

import base64
import json
import queue
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

FAILURES = []
TRANSPOSE = "kernels/transpose/2_shared.cu"
VARIABLES = "tests/cli/variables.cu"
INLINED = "tests/programs/out_of_bounds_inlined.cu"
PATIENCE = 120  # seconds for an answer on a busy machine


def expect(condition, what, details=""):
    if not condition:
        FAILURES.append(what)
        print(f"FAILED: {what}\n{details}")


def line_number(source, text):
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if text in line]
    assert len(numbers) == 1, (source, text, numbers)
    return numbers[0]


class Client:
    """One conversation; events wait in `events` until somebody asks for them."""

    def __init__(self, write, read):
        self.write, self.read = write, read
        self.number = 0
        self.events = []
        self.messages = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            length = None
            while True:
                line = self.read.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, value = line.decode().split(":")
                if name.lower() == "content-length":
                    length = int(value)
            self.messages.put(json.loads(self.read.read(length)))

    def next_message(self):
        message = self.messages.get(timeout=PATIENCE)
        if message is None:
            raise EOFError("the adapter has left")
        return message

    def send(self, command, **arguments):
        self.number += 1
        self.raw(json.dumps({"seq": self.number, "type": "request", "command": command,
                             "arguments": arguments}))
        return self.number

    def raw(self, text):
        body = text.encode() if isinstance(text, str) else text
        self.write.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.write.flush()

    def answer(self, number):
        while True:
            message = self.next_message()
            if message["type"] == "response" and message["request_seq"] == number:
                return message
            self.events.append(message)

    def ask(self, command, **arguments):
        response = self.answer(self.send(command, **arguments))
        expect(response["success"], f"{command} succeeds", response)
        return response.get("body", {})

    def refused(self, command, **arguments):
        response = self.answer(self.send(command, **arguments))
        expect(not response["success"] and response["message"], f"{command} {arguments} is refused", response)
        return response.get("message", "")

    def event(self, name):
        while True:
            for k, message in enumerate(self.events):
                if message.get("event") == name:
                    return self.events.pop(k)["body"]
            self.events.append(self.next_message())

    def printed(self):
        return "".join(e["body"]["output"] for e in self.events if e.get("event") == "output")

    def top_frame(self, thread):
        return self.ask("stackTrace", threadId=thread)["stackFrames"][0]

    def scope(self, frame, name):
        scopes = self.ask("scopes", frameId=frame["id"])["scopes"]
        reference, = [s["variablesReference"] for s in scopes if s["name"] == name]
        return {v["name"]: v for v in self.ask("variables", variablesReference=reference)["variables"]}


def start():
    process = subprocess.Popen([sys.argv[1], "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    return process, Client(process.stdin, process.stdout)


def finish(process, client):
    client.ask("disconnect")
    process.stdin.close()
    expect(process.wait(timeout=PATIENCE) == 0, "the adapter ends in good order", process.returncode)


def check_session():
    """A breakpoint, all 32 lanes' values of a variable, steps back, memory, and the terminal's commands."""
    process, client = start()
    capabilities = client.ask("initialize", adapterID="warpscope")
    for name in ("supportsStepBack", "supportsConditionalBreakpoints", "supportsDataBreakpoints",
                 "supportsReadMemoryRequest", "supportsDisassembleRequest"):
        expect(capabilities.get(name) is True, name, capabilities)
    client.ask("launch", program=TRANSPOSE, args=["96", "64"], stopOnEntry=True)
    client.event("initialized")
    expect("96 x 64 elements: ok" in client.printed(), "the program's output is forwarded", client.events)
    line = line_number(TRANSPOSE, "output[out_y * height + out_x] = staged")
    path = str(Path(TRANSPOSE).resolve())
    placed, wrong = client.ask("setBreakpoints", source={"path": path}, breakpoints=[
        {"line": line, "condition": "threadIdx.y == 3 && threadIdx.x == 7"},
        {"line": line, "condition": "threadIdx.y =="}])["breakpoints"]
    expect(placed["verified"] and placed["line"] == line, "the breakpoint has its place", placed)
    expect(not wrong["verified"] and "column" in wrong["message"], "a wrong condition says where", wrong)
    client.ask("configurationDone")
    expect(client.event("stopped")["reason"] == "entry", "it stops on entry")
    client.ask("continue", threadId=1)
    stopped = client.event("stopped")
    expect(stopped["reason"] == "breakpoint" and stopped["threadId"] == 4, "warp 3 meets the breakpoint", stopped)
    threads = client.ask("threads")["threads"]
    expect(len(threads) == 32 and threads[3] == {"id": 4, "name": "block (0, 0) warp 3"}, "threads are warps",
           threads)
    frame = client.top_frame(4)
    expect(frame["line"] == line and frame["source"]["name"] == "2_shared.cu" and
           frame["name"] == "transpose_shared", "the frame", frame)

    lane = client.scope(frame, "Lane")
    expect(lane["threadIdx.x"]["value"] == "7" and lane["%r6"]["value"] == "7", "values of the lane", lane)
    warp = client.scope(frame, "Warp")
    expect(warp["%r6"]["value"] == str(list(range(32))), "all 32 lanes' values in a line", warp["%r6"])
    lanes = client.ask("variables", variablesReference=warp["%r6"]["variablesReference"])["variables"]
    expect([v["value"] for v in lanes] == [str(k) for k in range(32)], "and one by one", lanes)
    staged = client.scope(frame, "Block")["staged"]
    some = client.ask("variables", variablesReference=staged["variablesReference"], start=32, count=3)["variables"]
    expect([v["value"] for v in some] == ["96", "97", "98"], "elements of the tile", some)
    launch = client.scope(frame, "Launch")
    expect(launch["param2"]["value"] == "96" and launch["gridDim"]["value"] == "3 x 2", "the launch", launch)

    position = launch["position"]["value"]
    client.ask("stepBack", threadId=4)
    expect(client.event("stopped")["reason"] == "step", "a step back")
    before = client.top_frame(4)
    expect(before["line"] < line, "leads to an earlier line", before)
    client.ask("next", threadId=4)
    client.event("stopped")
    again = client.top_frame(4)
    expect(again["line"] == line and client.scope(again, "Launch")["position"]["value"] == position,
           "and forward again to the same moment", again)
    for command, forth in (("stepBack", "stepIn"),):
        client.ask(command, threadId=4, granularity="instruction")
        client.event("stopped")
        client.ask(forth, threadId=4, granularity="instruction")
        client.event("stopped")
    frame = client.top_frame(4)
    expect(client.scope(frame, "Launch")["position"]["value"] == position, "instructions, too")

    value = client.ask("evaluate", expression="staged[threadIdx.x] + 1", frameId=frame["id"], context="watch")
    expect(value["result"] == "8", "an expression", value)
    expect("no \"nobody\"" in client.refused("evaluate", expression="nobody", context="hover"), "a wrong one")
    element = client.ask("evaluate", expression="staged[33]", frameId=frame["id"], context="hover")
    memory = client.ask("readMemory", memoryReference=element["memoryReference"], count=8)
    expect(base64.b64decode(memory["data"]) == bytes([97, 0, 0, 0, 98, 0, 0, 0]), "memory", memory)
    code = client.ask("disassemble", memoryReference=frame["instructionPointerReference"],
                      instructionOffset=-1, instructionCount=3)["instructions"]
    expect(len(code) == 3 and code[1]["instruction"].startswith("ld.shared"), "instructions", code)
    text = client.ask("evaluate", expression="print/32 lane", context="repl")["result"]
    expect("lanes  0-7" in text, "the terminal's commands", text)
    hashes = client.ask("evaluate", expression="hash", context="repl")["result"]
    expect(re.fullmatch(r"[0-9a-f]{32}\n", hashes), "its hash", hashes)
    client.ask("evaluate", expression="focus lane 9", context="repl")
    client.event("stopped")
    expect(client.scope(client.top_frame(4), "Lane")["threadIdx.x"]["value"] == "9", "another lane in focus")

    info = client.ask("dataBreakpointInfo", name="staged[5]")
    expect(info["dataId"], "an element can be watched", info)
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    client.ask("reverseContinue", threadId=4)
    stopped = client.event("stopped")
    expect(stopped["reason"] == "data breakpoint" and stopped["threadId"] == 1, "who wrote it", stopped)
    client.ask("setDataBreakpoints", breakpoints=[])
    client.ask("setBreakpoints", source={"path": path}, breakpoints=[])
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "transpose_shared", "hitCondition": "40"}])
    client.ask("reverseContinue", threadId=1)
    client.event("stopped")
    target, = client.ask("gotoTargets", source={"path": path}, line=line)["targets"]
    client.ask("goto", threadId=1, targetId=target["id"])
    client.event("stopped")
    client.ask("setFunctionBreakpoints", breakpoints=[])
    client.ask("continue", threadId=1)
    stopped = client.event("stopped")
    expect("finished" in stopped.get("text", ""), "the end can be looked at", stopped)
    client.ask("continue", threadId=1)
    client.event("terminated")
    finish(process, client)


def check_variables():
    """A --debug build: locals that expand, all 32 lanes' `i`, watches, conditions and hit conditions."""
    process, client = start()
    client.ask("initialize", adapterID="warpscope")
    client.ask("launch", program=VARIABLES, runOptions=["--debug"], stopOnEntry=True)
    client.event("initialized")
    line = line_number(VARIABLES, "total += sum_of")
    source = {"path": str(Path(VARIABLES).resolve())}
    placed, wrong, uncounted = client.ask("setBreakpoints", source=source, breakpoints=[
        {"line": line, "condition": "i == 1"}, {"line": line, "condition": "nobody == 1"},
        {"line": line, "hitCondition": "often"}])["breakpoints"]
    expect(placed["verified"], "a condition may name a variable", placed)
    expect(not wrong["verified"] and 'no "nobody"' in wrong["message"], "an unknown one is refused", wrong)
    expect(not uncounted["verified"] and "is no count" in uncounted["message"], "a wrong hit condition", uncounted)
    client.ask("configurationDone")
    client.event("stopped")
    client.ask("continue", threadId=1)
    thread = client.event("stopped")["threadId"]
    frame = client.top_frame(thread)
    expect(frame["line"] == line, "it stops at the line", frame)
    local = client.scope(frame, "Locals")
    expect(local["i"]["value"] == "1" and local["i"]["type"] == "int", "a variable with its type", local)
    expect(local["odd"]["value"] in ("true", "false") and local["rounds"]["value"] == "3", "others", local)
    expect(local["tile"]["type"] == "float[4][33]" and local["tile"]["indexedVariables"] == 4, "the tile", local)

    def below(variable, **part):
        return client.ask("variables", variablesReference=variable["variablesReference"], **part)["variables"]
    work = {v["name"]: v for v in below(local["work"])}
    span = {v["name"]: v for v in below(work["range"])}
    expect(span["count"]["value"] == "2" and int(span["first"]["value"]) == 32 * (thread - 1), "structs expand",
           (work, span))
    row = below(local["tile"], start=2, count=1)[0]
    expect(row["name"] == "[2]" and row["type"] == "float[33]", "arrays of two dimensions", row)
    expect([v["value"] for v in below(row, start=3, count=2)] == ["67", "68"], "down to their elements", row)
    warp = client.scope(frame, "Warp")
    lanes = below(warp["i"])
    expect([v["value"] for v in lanes] == ["1"] * 32, "all 32 lanes' i", lanes)
    for context in ("hover", "watch", "repl"):
        value = client.ask("evaluate", expression="work.range.first + i", frameId=frame["id"], context=context)
        expect(value["result"] == str(32 * (thread - 1) + 1), f"an expression in a {context}", value)
    value = client.ask("evaluate", expression="work", frameId=frame["id"], context="hover")
    expect(value["variablesReference"] != 0 and value["result"].startswith("{range = "), "a struct", value)
    info = client.ask("dataBreakpointInfo", name="first", variablesReference=work["range"]["variablesReference"])
    expect(info["dataId"], "a member can be watched", info)

    # Behind the loop it is the outer i, which differs from lane to lane.
    outer = line_number(VARIABLES, "out[i] = total")
    client.ask("setBreakpoints", source=source, breakpoints=[{"line": outer, "condition": "i == 69"}])
    client.ask("continue", threadId=thread)
    stopped = client.event("stopped")
    expect(stopped["threadId"] == 3, "warp 2 has thread 69", stopped)
    frame = client.top_frame(3)
    lanes = below(client.scope(frame, "Warp")["i"])
    expect([v["value"] for v in lanes] == [str(64 + k) for k in range(32)], "all 32 lanes' i", lanes)
    expect(client.scope(frame, "Locals")["i"]["value"] == "69", "the lane in focus satisfies it", frame)

    # Each of 4 warps comes 3 times to the line.
    seen = {}
    for condition in ("5", ">= 5", "== 5", "> 5", "% 6"):
        client.ask("setBreakpoints", source=source, breakpoints=[])
        client.ask("reverseContinue", threadId=1)
        client.event("stopped")
        client.ask("setBreakpoints", source=source, breakpoints=[{"line": line, "hitCondition": condition}])
        seen[condition] = []
        for _ in range(2):
            client.ask("continue", threadId=1)
            stopped = client.event("stopped")
            if stopped["reason"] != "breakpoint":
                break
            frame = client.top_frame(stopped["threadId"])
            seen[condition].append((stopped["threadId"], client.scope(frame, "Locals")["i"]["value"]))
    expect(len(seen["5"]) == 2 and seen["5"] == seen[">= 5"], "from the fifth time on", seen)
    expect(seen["== 5"] == seen["5"][:1], "the fifth time alone", seen)
    expect(seen["> 5"][0] == seen["5"][1] == seen["% 6"][0], "the sixth time", seen)
    expect(seen["> 5"][1] != seen["% 6"][1], "and the twelfth", seen)
    client.ask("setBreakpoints", source=source, breakpoints=[])
    finish(process, client)


def check_findings():
    """Continues to a finding, which is told of, and looks at the inlined calls there."""
    process, client = start()
    client.ask("initialize", adapterID="warpscope")
    client.ask("launch", program=INLINED)
    client.event("initialized")
    client.ask("setExceptionBreakpoints", filters=["findings"])
    client.ask("configurationDone")
    stopped = client.event("stopped")
    expect(stopped["reason"] == "exception" and "out of bounds" in stopped["text"], "the finding", stopped)
    info = client.ask("exceptionInfo", threadId=stopped["threadId"])
    expect("out of bounds" in info["description"], "and what is known of it", info)
    frames = client.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"]
    expect([f["name"] for f in frames] == ["element", "difference", "differences"], "inlined calls", frames)
    frames = client.ask("stackTrace", threadId=stopped["threadId"], startFrame=1, levels=1)["stackFrames"]
    expect(len(frames) == 1, "part of the frames", frames)
    client.ask("stepBack", threadId=stopped["threadId"])
    client.event("stopped")
    # Without the filter it runs into the fault, and stands there.
    client.ask("setExceptionBreakpoints", filters=[])
    client.ask("continue", threadId=stopped["threadId"])
    stopped = client.event("stopped")
    expect(stopped["reason"] == "exception", "the fault", stopped)
    client.ask("stepBack", threadId=stopped["threadId"])
    client.event("stopped")
    finish(process, client)
    # What device code prints comes as output, once.
    process, client = start()
    client.ask("initialize", adapterID="warpscope")
    client.ask("launch", program="tests/programs/printf_order.cu", launch=3)
    client.event("initialized")
    client.events.clear()
    client.ask("configurationDone")
    client.event("stopped")
    printed = client.printed()
    expect(printed.count("lane 3 of 4") == 1, "device printf", printed)
    client.ask("reverseContinue", threadId=1)
    client.event("stopped")
    client.ask("continue", threadId=1)
    client.event("stopped")
    expect(client.printed() == printed, "is not printed again", client.printed())
    finish(process, client)


def check_malformed():
    """Nothing that is sent ends the adapter, as long as messages can be told apart."""
    process, client = start()
    for text in ("", "{", "[]", "3", "null", '"x"', "{}", '{"type":7}', '{"type":"request"}',
                 '{"type":"request","seq":"a","command":[]}', b"\xff\xfe\x00", '{"type":"event"}',
                 "[" * 100000, '{"type":"request","command":"launch","arguments":7}',
                 '{"type":"request","command":"launch","arguments":{"program":7}}'):
        client.raw(text)
    for command in ("threads2", "launch", "stackTrace", "variables", "evaluate", "setBreakpoints",
                    "next", "readMemory", "disassemble", "source", "goto", "dataBreakpointInfo"):
        client.refused(command)
    client.refused("launch", program="missing.cu")
    client.refused("launch", program=TRANSPOSE, runOptions=["--nonsense"])
    client.ask("initialize")
    client.ask("launch", program=TRANSPOSE, args=["64", "32"], stopOnEntry=True)
    client.refused("launch", program=TRANSPOSE)
    client.ask("configurationDone")
    for command, arguments in (
            ("stackTrace", {}), ("stackTrace", {"threadId": 0}), ("stackTrace", {"threadId": 10**18}),
            ("stackTrace", {"threadId": "x"}), ("scopes", {"frameId": 99}),
            ("variables", {"variablesReference": 10**9}), ("variables", {"variablesReference": -1}),
            ("evaluate", {"expression": 7}), ("evaluate", {"expression": ""}),
            ("evaluate", {"expression": "(" * 2000}), ("evaluate", {"expression": "frob", "context": "repl"}),
            ("setBreakpoints", {"source": 3}), ("setBreakpoints", {"source": {}, "breakpoints": [{}]}),
            ("readMemory", {"memoryReference": "x", "count": 1}),
            ("disassemble", {"memoryReference": "", "instructionCount": 1}),
            ("setDataBreakpoints", {"breakpoints": [{"dataId": "global 1 2"}]}), ("goto", {"targetId": 7}),
            ("setExceptionBreakpoints", {"filters": ["nonsense"]}), ("exceptionInfo", {}),
            ("source", {"sourceReference": 99}),
            ("setInstructionBreakpoints", {"breakpoints": [{"instructionReference": "0xffffffffffff"}]}),
            ("next", {"granularity": 3}), ("gotoTargets", {"source": {"path": "x"}, "line": -5})):
        client.refused(command, **arguments)
    client.ask("readMemory", memoryReference="0x0", count=64)
    client.ask("disassemble", memoryReference="0x0", instructionCount=10**12, instructionOffset=-10**12)
    client.ask("source", sourceReference=1)
    client.ask("pause")
    client.ask("setBreakpoints", source={"path": "/nowhere/else.cu"}, breakpoints=[{"line": 1}])
    expect(len(client.ask("threads")["threads"]) == 32, "it still answers")
    finish(process, client)
    for garbage in (b"Content-Length: x\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n", b"A: b\r\n\r\n{}",
                    b"x" * 10000, b"Content-Length: 100\r\n\r\n{"):
        result = subprocess.run([sys.argv[1], "dap"], input=garbage, capture_output=True, timeout=PATIENCE, check=False)
        expect(result.returncode == 0, f"{garbage[:40]} ends it in good order", result)


def check_port():
    """The same over a port of this machine; pausing ends a long run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.argv[1], "dap", "--port", str(port)], stderr=subprocess.PIPE)
    process.stderr.readline()  # it listens
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        client = Client(connection.makefile("wb"), connection.makefile("rb"))
        client.ask("initialize")
        client.ask("launch", program="tests/programs/infinite_loop.cu", runOptions=["--max-instructions", "30000000"])
        client.event("initialized")
        client.ask("setExceptionBreakpoints", filters=[])
        client.ask("configurationDone")
        client.ask("pause", threadId=1)
        stopped = client.event("stopped")
        expect(stopped["reason"] == "pause", "pausing ends a long run", stopped)
        client.ask("disconnect")
    expect(process.wait(timeout=PATIENCE) == 0, "the adapter ends with its client", process.returncode)
    process.stderr.close()


if __name__ == "__main__":
    globals()[f"check_{sys.argv[2]}"]()
    sys.exit(1 if FAILURES else 0)
