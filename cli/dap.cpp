// `warpscope dap`: the debug adapter, on standard input and output or on a port of this machine.
#include <csignal>
#include <memory>

#include <CLI/CLI.hpp>
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/dap_server.h"

namespace warpscope::cli {
namespace {

struct DapOptions {
    unsigned port = 0;
};

int serve_on(int reading, int writing) {
    // An editor that goes away must not end the adapter before it has cleaned up.
    std::signal(SIGPIPE, SIG_IGN);
    DapConnection connection(reading, writing);
    DapServer(connection).serve();
    return kClean;
}

/// Standard output is the protocol's: what programs and reports print goes to standard error.
int serve_on_standard_streams() {
    const int protocol = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (protocol < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return refuse("standard output cannot be used", "start it with an open standard output");
    return serve_on(STDIN_FILENO, protocol);
}

int serve_on_port(unsigned port) {
    const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK); // nobody else's business
    const int on = 1;
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (listening < 0 ||
        bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        listen(listening, 1) != 0)
        return refuse(fmt::format("port {} cannot be listened on", port), "choose another --port");
    note(fmt::format("waiting for a debugger on 127.0.0.1:{}", port));
    const int connection = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    close(listening);
    if (connection < 0) return refuse("nobody could connect", "try again");
    const int code = serve_on(connection, connection);
    close(connection);
    return code;
}

} // namespace

Action define_dap(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<DapOptions>();
    app.add_option("--port", options->port,
                   "listen on this port of 127.0.0.1 instead of standard input")
        ->check(CLI::Range(1u, 65535u))
        ->type_name("N");
    app.footer("For editors: a server of the Debug Adapter Protocol. docs/debugger.md tells how to "
               "set one up.");
    return [options] {
        return options->port == 0 ? serve_on_standard_streams() : serve_on_port(options->port);
    };
}

} // namespace warpscope::cli
