// The table of errors that end contexts.
#include "runtime/driver/faults.h"

#include <algorithm>
#include <iterator>

namespace warpscope::driver {
namespace {

struct FaultRow {
    int error;
    const char* causes;
};

// Numbers are those of CUresult; the causes of 700, 718 and 719 were seen on an H200.
constexpr FaultRow kRows[] = {
    {214, "memory of the GPU has lost bits; that is no mistake of the program"},
    {220, "a connection between GPUs has lost data; that is no mistake of the program"},
    {226, "a fault of the GPU that other work was kept apart from"},
    {700, "an access to an address where nothing is mapped, or a stack that overflowed"},
    {702, "a kernel that does not end, on a GPU whose driver gives kernels a limit of time"},
    {710, ""},
    {714, "a call stack of the hardware that overflowed or was damaged"},
    {715, ""},
    {716, "an access whose address is no multiple of its size"},
    {717, "an instruction for one kind of memory with an address of another kind"},
    {718, "a call or jump to an address that holds no code, such as a null function pointer"},
    {719, "a trap, a breakpoint, a store to constant memory, or something that has no error of its "
          "own"},
    {721, ""},
    {999, ""},
};

const FaultRow* find(Error error) {
    const auto found = std::find_if(std::begin(kRows), std::end(kRows), [&](const FaultRow& row) {
        return row.error == static_cast<int>(error);
    });
    return found == std::end(kRows) ? nullptr : found;
}

} // namespace

bool ends_context(Error error) {
    return find(error) != nullptr;
}

std::string causes_of(Error error) {
    const FaultRow* const row = find(error);
    return row == nullptr ? "" : row->causes;
}

} // namespace warpscope::driver
