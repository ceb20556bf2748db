// Any bytes read as a container: an error or images inside the bytes, never a crash.
#include <cstddef>
#include <cstdint>

#include "runtime/compile/container.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warpscope::compile;
    const auto images = read_container({reinterpret_cast<const std::byte*>(data), size});
    if (!images) return 0;
    std::size_t sum = 0;
    for (const ImageView& image : *images) {
        for (const char c : image.ptx)
            sum += static_cast<unsigned char>(c);
        if (image.contract_ptx.data()[image.contract_ptx.size()] != '\0') __builtin_trap();
    }
    return sum == 1 ? 0 : 0;
}
