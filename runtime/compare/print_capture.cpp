// Descriptor 1 is a file in memory for a while.
#include "runtime/compare/print_capture.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace warpscope::compare {

PrintCapture::PrintCapture() {
    std::fflush(stdout);
    file_ = memfd_create("prints", MFD_CLOEXEC);
    if (file_ < 0) return;
    saved_ = dup(STDOUT_FILENO);
    if (saved_ >= 0) dup2(file_, STDOUT_FILENO);
}

void PrintCapture::restore() {
    std::fflush(stdout);
    if (saved_ >= 0) {
        dup2(saved_, STDOUT_FILENO);
        close(saved_);
    }
    if (file_ >= 0) close(file_);
    saved_ = file_ = -1;
}

std::string PrintCapture::take() {
    std::fflush(stdout);
    std::string text;
    if (file_ >= 0 && lseek(file_, 0, SEEK_SET) == 0) {
        std::array<char, 4096> bytes{};
        for (ssize_t n = 0; (n = read(file_, bytes.data(), bytes.size())) > 0;)
            text.append(bytes.data(), static_cast<std::size_t>(n));
    }
    restore();
    return text;
}

} // namespace warpscope::compare
