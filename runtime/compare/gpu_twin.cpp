// Loading, launching and waiting.
#include "runtime/compare/gpu_twin.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "runtime/compare/print_capture.h"
#include "runtime/driver/faults.h"
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

/// Whether the launch calls functions whose addresses it has as values.
bool calls_through_pointers(const Executable& code) {
    for (const ExecutableFunction& f : code.functions)
        for (const Instruction& i : f.source->instructions)
            if (i.traits.instruction_class == InstructionClass::Call && i.operands.size() > 1 &&
                i.operands[1].kind == Operand::Kind::Register)
                return true;
    return false;
}

bool has_instruction(const Executable& code, std::initializer_list<std::string_view> beginnings) {
    for (const ExecutableFunction& f : code.functions)
        for (const Instruction& i : f.source->instructions)
            for (const std::string_view beginning : beginnings)
                if (std::string_view(i.form).starts_with(beginning)) return true;
    return false;
}

bool shows_images(const Executable& code) {
    return has_instruction(code, {"tex.", "tld4.", "txq.", "suld.", "sust.", "sured.", "suq."});
}

} // namespace

void end_process(int exit_code) {
    std::fflush(nullptr);
    std::_Exit(exit_code);
}

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
        images_.release();
        copies_.release();
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
    images_ = std::make_unique<GpuImages>(*context_);
    copies_ = std::make_unique<Copies>();
    heap_bytes_ = kDefaultHeapBytes;
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
    images_.reset();
    copies_.reset();
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

/// Device code's heap has the size that it has on the emulator. It cannot be changed any more once
/// a kernel has used it.
Status GpuTwin::set_heap(const Capsule& before, const LaunchRequest& request) {
    const Executable& code = *request.executable;
    const bool frees = calls(code, SystemCall::Free);
    if (!frees && !calls(code, SystemCall::Allocate)) return Done{};
    // The GPU's own heap does not know of them.
    const auto in_heap = [](const auto& a) { return a.kind == AllocationKind::Heap; };
    if (frees && std::any_of(before.memory.begin(), before.memory.end(), in_heap))
        return cannot_compare("a kernel that frees what device code allocated in an earlier one");
    if (request.heap_limit_bytes == heap_bytes_) return Done{};
    const Error error =
        context_->api().cuCtxSetLimit(driver::Limit::HeapBytes, request.heap_limit_bytes);
    if (Status good = context_->done(error, "cuCtxSetLimit"); !good) return good;
    heap_bytes_ = request.heap_limit_bytes;
    return Done{};
}

Status GpuTwin::load(const Capsule& before, const LaunchRequest& request, Watching watching) {
    if (stuck_) return Diagnostic{{}, "the GPU still runs a launch that was given up", ""};
    if (Status good = open_context(); !good) return good;
    if (Status good = set_heap(before, request); !good) return good;
    if (Status good = load_code(request, watching); !good) return good;
    const Executable& code = *request.executable;
    const std::uint64_t functions =
        calls_through_pointers(code) ? code_->source->functions.size() : 0;
    translation_ = Translation(before, code_->variables, functions);
    shows_images_ = shows_images(code);
    const std::vector<Placed> placed_before = std::exchange(placed_, {});
    if (Status good = place_all(before); !good) return good;
    if (shows_images_) {
        if (Status good = images_->make_arrays(before, has_instruction(code, {"tld4."})); !good)
            return good;
        if (Status good = images_->make_objects(before, translation_); !good) return good;
    }
    for (const CapsuleAllocation& a : before.memory) {
        if (a.kind == AllocationKind::Workspace) continue;
        if (a.kind == AllocationKind::Array && !shows_images_) continue;
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
        buffer.base = translation_.to_gpu(buffer.base);
    return GpuClaims::begin(*context_, *code_->module, there);
}

Result<OwnershipLog> GpuTwin::owners(const GpuClaims& claims, const Executable& executable) const {
    Result<OwnershipLog> log = claims.end();
    if (!log) return log;
    for (OwnershipRecord& record : log->records) {
        record.at = position_of(executable, code_->sites[record.at.instruction]);
        if (record.has_first)
            record.first_at = position_of(executable, code_->sites[record.first_at.instruction]);
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
        return cannot_compare("pointers to functions among its parameters");
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
    const bool refused = error != Error::Success && !driver::ends_context(error);
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
    if (error == Error::Success) return ended;
    claims.reset();
    ended.error = (refused ? "the driver refused the launch: " : "") + api.text(error);
    ended.error_number = static_cast<int>(error);
    ended.refused = refused;
    if (!refused) close_context();
    return ended;
}

} // namespace warpscope::compare
