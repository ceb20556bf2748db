// Keeps what a host thread said last.
#include "runtime/host/allocation_site.h"

#include "runtime/host/api.h"

namespace warpscope::host {
namespace {

// The text is a literal of the program's, and used while it is in the call.
thread_local const char* site_file = nullptr;
thread_local unsigned site_line = 0;

} // namespace

FilePosition allocation_site() {
    if (site_file == nullptr) return {};
    return {site_file, site_line, 0};
}

} // namespace warpscope::host

extern "C" void __warpscopeAllocationSite(const char* file, unsigned int line) {
    warpscope::host::site_file = file;
    warpscope::host::site_line = line;
}
