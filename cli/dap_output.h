// ForwardedOutput: while it lives, what this process and its children print becomes output events.
#pragma once

#include <thread>

#include "cli/dap_connection.h"

namespace warpscope::cli {

class ForwardedOutput {
public:
    explicit ForwardedOutput(DapConnection& connection);
    /// Everything that was printed has been sent.
    ~ForwardedOutput();
    ForwardedOutput(const ForwardedOutput&) = delete;
    ForwardedOutput& operator=(const ForwardedOutput&) = delete;

private:
    struct Stream {
        int descriptor;       ///< 1 or 2
        const char* category; ///< of the event
        int before = -1;      ///< what it was
        std::thread thread;
    };
    void forward(Stream& stream);
    static void restore(Stream& stream);

    DapConnection& connection_;
    Stream output_, errors_;
};

} // namespace warpscope::cli
