// PrintCapture: what the driver writes to standard output while this lives.
#pragma once

#include <string>

namespace warpscope::compare {

/// The driver prints what kernels print on descriptor 1 when the host waits for them.
class PrintCapture {
public:
    PrintCapture();
    ~PrintCapture() { restore(); }
    PrintCapture(const PrintCapture&) = delete;
    PrintCapture& operator=(const PrintCapture&) = delete;

    /// Ends the capture.
    std::string take();

private:
    void restore();
    int saved_ = -1, file_ = -1;
};

} // namespace warpscope::compare
