// Fuzzes expressions: whatever is written is evaluated over a paused launch, or refused with a
// column, a message and a hint.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "sim/debug/expression.h"
#include "sim/gpu/gpu_presets.h"
#include "sim/ptx/parser.h"

using namespace warpscope;

namespace {

constexpr const char* kModule = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .f32 scale = 0f40400000;
.visible .entry k(.param .u64 out, .param .u32 n)
{
    .reg .b32 %r<4>;
    .reg .f32 %f<2>;
    .reg .b16 %h<2>;
    .reg .pred %p<2>;
    .shared .align 4 .b8 tile[128];
    .local .align 4 .b8 depot[16];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 7;
    cvt.rn.f32.u32 %f1, %r1;
    mov.u32 %r2, tile;
    st.shared.u32 [%r2], %r1;
    st.local.u32 [depot], %r1;
    ret;
}
)";

void require(bool condition) {
    if (!condition) std::abort();
}

std::unique_ptr<Session> open() {
    PreparedLaunch launch;
    launch.gpu = default_gpu();
    launch.memory = std::make_unique<DeviceMemory>(launch.gpu.memory_bytes);
    auto module = ptx::parse(kModule, "fuzz.ptx");
    require(module.ok());
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), *launch.memory);
    require(instance.ok());
    auto executable = build_executable(*instance, "k", isa::best_level());
    require(executable.ok());
    launch.request.executable = *executable;
    launch.request.id = 1;
    launch.request.block = {40};
    launch.request.parameters.resize((*executable)->parameter_bytes);
    const Address out = launch.memory->allocate(256, AllocationKind::Device)->base;
    std::memcpy(launch.request.parameters.data(), &out, 8);
    auto session = Session::open(std::move(launch));
    require(session.ok());
    (*session)->run_to(6);
    return std::move(*session);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::unique_ptr<Session> session = open();
    std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.ends_with('\n')) text.remove_suffix(1); // as text files end
    const Result<Expression> expression = Expression::parse(text);
    if (!expression) {
        require(!expression.error().message.empty() && !expression.error().hint.empty());
        require(expression.error().where.column >= 1);
        return 0;
    }
    for (const Focus& focus : {Focus{0, 0, 3}, Focus{0, 1, 9}, Focus{7, 0, 0}}) {
        for (const LaneMask lanes : {kAllLanes, 1u << focus.lane, 0u}) {
            const Result<Evaluated> e = expression->evaluate(*session, focus, lanes);
            if (!e) {
                require(!e.error().message.empty() && !e.error().hint.empty());
                continue;
            }
            if (e->array) continue;
            require((e->values.valid & ~lanes) == 0);
            require(e->values.valid == lanes || !e->values.trouble.empty());
        }
    }
    return 0;
}
