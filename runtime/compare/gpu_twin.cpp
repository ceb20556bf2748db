// Loading, launching and waiting.
#include "runtime/compare/gpu_twin.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "runtime/compare/print_capture.h"
#include "runtime/report/units.h"
#include "sim/base/address.h"
#include "sim/ptx/native_text.h"

namespace warpscope::compare {
namespace {

using driver::Error;

constexpr std::size_t kPrintBytes = std::size_t{64} << 20;

/// Linux puts libraries and the heap of a process anywhere near its end of the addresses, and
/// nothing here.
constexpr Address kQuietBase = 0x1000'0000'0000;

Diagnostic not_yet(const std::string& what) {
    return {{}, "a launch with " + what + " cannot be compared", ""};
}

/// Whether the launch calls functions whose addresses it has as values.
bool calls_through_pointers(const Executable& code) {
    for (const ExecutableFunction& f : code.functions)
        for (const Instruction& i : f.source->instructions)
            if (i.traits.instruction_class == InstructionClass::Call && i.operands.size() > 1 &&
                i.operands[1].kind == Operand::Kind::Register)
                return true;
    return false;
}

/// What the twin does not run: by name.
Status check_supported(const Capsule& before) {
    for (const CapsuleAllocation& a : before.memory)
        if (a.kind == AllocationKind::Array) return not_yet("textures, surfaces or arrays");
    return Done{};
}

} // namespace

Result<std::unique_ptr<GpuTwin>> GpuTwin::open(int gpu_index, double seconds) {
    std::unique_ptr<GpuTwin> twin(new GpuTwin(gpu_index, seconds));
    if (Status good = twin->open_context(); !good) return good.error();
    return twin;
}

GpuTwin::~GpuTwin() {
    // The driver would wait for a launch that does not end.
    if (stuck_) {
        for (auto& [source, code] : codes_)
            code.module.release();
        memory_.release();
        context_.release();
        return;
    }
    close_context();
}

Status GpuTwin::open_context() {
    if (context_ != nullptr) return context_->done(context_->make_current(), "cuCtxSetCurrent");
    Result<std::unique_ptr<driver::Context>> context = driver::Context::open(gpu_index_);
    if (!context) return context.error();
    context_ = std::move(*context);
    name_ = driver::description(context_->gpu());
    context_->api().cuCtxSetLimit(driver::Limit::PrintfBytes, kPrintBytes);
    memory_ = std::make_unique<GpuMemory>(*context_);
    if (kept_bytes_ == 0) return Done{};
    return memory_->reserve(kept_base_, kept_bytes_);
}

Result<Address> GpuTwin::keep_addresses(std::uint64_t memory_bytes) {
    // Guards between allocations take some more.
    kept_bytes_ = memory_bytes + memory_bytes / 8;
    kept_base_ = kGlobalBase;
    if (memory_->reserve(kept_base_, kept_bytes_)) return kept_base_;
    kept_base_ = kQuietBase;
    if (Status good = memory_->reserve(kept_base_, kept_bytes_); !good) return good.error();
    return kept_base_;
}

void GpuTwin::close_context() {
    code_ = nullptr;
    codes_.clear();
    memory_.reset();
    context_.reset();
}

Result<std::string> GpuTwin::text_of(const warpscope::Module& source, Watching watching,
                                     Code& code) {
    if (watching == Watching::Nothing) return ptx::native_text(source, ptx::Fusing::Never);
    Result<Instrumented> made = noting_writes(source);
    if (!made) return made.error();
    code.sites = std::move(made->sites);
    return std::move(made->text);
}

Status GpuTwin::load_code(const LaunchRequest& request, Watching watching) {
    const std::shared_ptr<const warpscope::Module>& source = request.executable->instance->module;
    Code& code = codes_[{source.get(), watching}];
    code_ = &code;
    if (code.module != nullptr) return Done{};
    const Result<std::string> text = text_of(*source, watching, code);
    if (!text) return text.error();
    Result<driver::Module> module = driver::Module::load(*context_, *text, source->name);
    if (!module) return module.error();
    code.source = source;
    code.module = std::make_unique<driver::Module>(std::move(*module));
    for (const auto& [name, address] : request.executable->instance->symbols) {
        if (source->find_function(name) != nullptr) continue;
        const auto [at, bytes] = code.module->variable(name);
        GpuVariable& variable = code.variables[name];
        variable.address = at;
        variable.initial.resize(at == 0 ? 0 : bytes);
        if (at == 0 || bytes == 0) continue;
        if (Status read = memory_->read(variable.initial.data(), at, bytes); !read)
            return read.error();
    }
    return Done{};
}

/// The allocation and its guards have memory on the GPU.
Status GpuTwin::place(const CapsuleAllocation& a) {
    if (translation_.variable_at(a.base) != nullptr) return Done{};
    if (Status good = memory_->cover(a.base - kGuardBytes, a.size + 2 * kGuardBytes); !good)
        return good;
    placed_.push_back({a.base, a.size, a.kind, a.read_only, a.id, a.name, {}});
    return Done{};
}

/// Those of allocations that the launch before did not have: other memory may have lain there.
Status GpuTwin::poison_guards(const std::vector<CapsuleAllocation>& before) {
    for (const CapsuleAllocation& a : placed_) {
        const bool known = std::any_of(before.begin(), before.end(), [&](const auto& b) {
            return b.base == a.base && b.size == a.size;
        });
        for (const Address at : {a.base - kGuardBytes, a.base + a.size})
            if (!known)
                if (Status good = memory_->fill(at, kPoison, kGuardBytes); !good) return good;
    }
    return Done{};
}

Status GpuTwin::write(const CapsuleAllocation& a) {
    const GpuVariable* variable = translation_.variable_at(a.base);
    if (variable == nullptr && a.pages.size() == 1 &&
        a.pages[0].content != PageRun::Content::Stored)
        return memory_->fill(a.base, a.pages[0].content == PageRun::Content::Zero ? 0 : kPoison,
                             a.size);
    if (variable != nullptr && variable->address == 0) return Done{};
    std::vector<std::uint8_t> bytes = bytes_of(a);
    if (variable != nullptr) {
        translation_.to_gpu(bytes, *variable);
        bytes.resize(std::min(bytes.size(), variable->initial.size()));
    } else if (!translation_.to_gpu(bytes)) {
        return not_yet("pointers to functions in memory");
    }
    return memory_->write(variable != nullptr ? variable->address : a.base, bytes.data(),
                          bytes.size());
}

Status GpuTwin::load(const Capsule& before, const LaunchRequest& request, Watching watching) {
    if (stuck_) return Diagnostic{{}, "the GPU still runs a launch that was given up", ""};
    if (Status good = check_supported(before); !good) return good;
    if (Status good = open_context(); !good) return good;
    if (Status good = load_code(request, watching); !good) return good;
    const std::uint64_t functions =
        calls_through_pointers(*request.executable) ? code_->source->functions.size() : 0;
    translation_ = Translation(before, code_->variables, functions);
    const std::vector<CapsuleAllocation> placed_before = std::exchange(placed_, {});
    for (const CapsuleAllocation& a : before.memory) {
        if (a.kind == AllocationKind::Workspace) continue;
        if (Status good = place(a); !good) return good;
        if (Status good = write(a); !good) return good;
    }
    return poison_guards(placed_before);
}

/// Until everything that was asked for is done, or for as long as launches may take.
Error GpuTwin::wait() {
    using Clock = std::chrono::steady_clock;
    const driver::DriverApi& api = context_->api();
    const auto start = Clock::now();
    Error error = Error::NotReady;
    while ((error = api.cuStreamQuery(nullptr)) == Error::NotReady) {
        const std::chrono::duration<double> time = Clock::now() - start;
        if (time.count() > seconds_) {
            stuck_ = true;
            return error;
        }
        if (time.count() > 0.002) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return error == Error::Success ? context_->synchronize() : error;
}

/// The buffers may be variables, which lie elsewhere on the GPU.
Result<GpuClaims> GpuTwin::claims_for(const std::vector<OwnedBuffer>& owned) const {
    std::vector<OwnedBuffer> there = owned;
    for (OwnedBuffer& buffer : there)
        translation_.to_gpu({reinterpret_cast<std::uint8_t*>(&buffer.base), sizeof buffer.base});
    return GpuClaims::begin(*context_, *code_->module, there);
}

Result<OwnershipLog> GpuTwin::owners(const GpuClaims& claims, const Executable& executable) const {
    Result<OwnershipLog> log = claims.end();
    if (!log) return log;
    const auto to_position = [&](CodePosition& at) {
        const Site& site = code_->sites[at.instruction];
        const Function* const source = &code_->source->functions[site.function];
        for (std::uint32_t f = 0; f < executable.functions.size(); ++f)
            if (executable.functions[f].source == source) at = {f, site.instruction};
    };
    for (OwnershipRecord& record : log->records) {
        to_position(record.at);
        if (record.has_first) to_position(record.first_at);
    }
    return log;
}

Result<TwinEnd> GpuTwin::run(const LaunchRequest& request, const std::vector<OwnedBuffer>& owned) {
    const driver::DriverApi& api = context_->api();
    const auto function = code_->module->function(request.executable->kernel);
    if (!function) return function.error();
    driver::Launch launch;
    launch.function = *function;
    launch.grid = request.grid;
    launch.block = request.block;
    launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
    launch.parameters = request.parameters;
    launch.cooperative = request.cooperative();
    if (!translation_.to_gpu(launch.parameters))
        return not_yet("pointers to functions among its parameters");
    if (request.stack_limit_bytes != 0)
        api.cuCtxSetLimit(driver::Limit::StackBytes, request.stack_limit_bytes);
    std::optional<GpuClaims> claims;
    if (!code_->sites.empty()) {
        Result<GpuClaims> begun = claims_for(owned);
        if (!begun) return begun.error();
        claims = std::move(*begun);
    }
    PrintCapture prints;
    driver::EventHandle begin = nullptr, end = nullptr;
    api.cuEventCreate(&begin, 0);
    api.cuEventCreate(&end, 0);
    api.cuEventRecord(begin, nullptr);
    Error error = driver::start(*context_, launch);
    api.cuEventRecord(end, nullptr);
    if (error == Error::Success) error = wait();
    TwinEnd ended;
    ended.printed = prints.take();
    if (stuck_) {
        ended.error = fmt::format("the launch did not end within {:g} s; it was given up, and the "
                                  "GPU runs no further launch of this program",
                                  seconds_);
        return ended;
    }
    float milliseconds = 0;
    if (error == Error::Success) api.cuEventElapsedTime(&milliseconds, begin, end);
    ended.microseconds = 1e3 * static_cast<double>(milliseconds);
    api.cuEventDestroy(begin);
    api.cuEventDestroy(end);
    if (error == Error::Success && claims) {
        Result<OwnershipLog> log = owners(*claims, *request.executable);
        if (!log) return log.error();
        ended.owners = std::move(*log);
    }
    if (error != Error::Success) {
        claims.reset();
        ended.error = api.text(error);
        // A fault ends all work of a context.
        close_context();
    }
    return ended;
}

Status GpuTwin::read(const CapsuleAllocation& a, std::span<std::uint8_t> to) {
    const GpuVariable* variable = translation_.variable_at(a.base);
    if (variable == nullptr) {
        if (Status read = memory_->read(to.data(), a.base, to.size()); !read) return read;
        translation_.to_emulator(to);
        return Done{};
    }
    const std::vector<std::uint8_t> before = bytes_of(a);
    std::memcpy(to.data(), before.data(), std::min(to.size(), before.size()));
    const std::uint64_t known = std::min<std::uint64_t>(to.size(), variable->initial.size());
    if (variable->address == 0 || known == 0) return Done{};
    if (Status read = memory_->read(to.data(), variable->address, known); !read) return read;
    translation_.to_emulator(to, *variable, before);
    return Done{};
}

std::vector<std::string> GpuTwin::stray_writes() {
    std::vector<std::string> found;
    std::array<std::uint8_t, kGuardBytes> guard{};
    for (const CapsuleAllocation& a : placed_)
        for (const bool after : {false, true}) {
            const Address at = after ? a.base + a.size : a.base - kGuardBytes;
            if (!memory_->read(guard.data(), at, guard.size())) continue;
            const auto changed = std::find_if(guard.begin(), guard.end(),
                                              [](std::uint8_t byte) { return byte != kPoison; });
            if (changed == guard.end()) continue;
            const std::uint64_t offset = static_cast<std::uint64_t>(changed - guard.begin());
            found.push_back(
                fmt::format("the GPU wrote outside of allocation {} ({}): {} {}", a.id,
                            report::counted(a.size, "byte"),
                            report::counted(after ? offset : kGuardBytes - offset, "byte"),
                            after ? "past its end" : "before its start"));
            (void)memory_->fill(at, kPoison, guard.size());
        }
    return found;
}

} // namespace warpscope::compare
