// Making capsules of launches that are about to begin.
#include "sim/debug/capture.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "sim/debug/memory_image.h"
#include "sim/debug/store.h"

namespace warpscope {
namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;

/// Whether all bytes are equal to `value`.
bool all_are(std::uint8_t value, const std::uint8_t* bytes, std::uint64_t size) {
    return bytes[0] == value && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

PageRun run_of(const std::uint8_t* bytes, std::uint64_t size) {
    PageRun run;
    if (all_are(0, bytes, size)) return run;
    run.content = PageRun::Content::Poison;
    if (all_are(kPoison, bytes, size)) return run;
    run.content = PageRun::Content::Stored;
    run.hash = hash_bytes(bytes, size);
    return run;
}

using PagesByHash = std::map<Hash, PageBytes>;

/// `from` is an Allocation or a MemoryImage::Piece, `first` its bytes.
template<class From>
CapsuleAllocation image_of(const From& from, const std::uint8_t* first, PagesByHash& known) {
    CapsuleAllocation image = {from.base, from.size, from.kind,         from.read_only,
                               from.id,   from.name, from.allocated_at, {}};
    for (std::uint64_t offset = 0; offset < from.size; offset += kCapsulePageBytes) {
        const std::uint64_t size = std::min(kCapsulePageBytes, from.size - offset);
        const std::uint8_t* bytes = first + offset;
        PageRun run = run_of(bytes, size);
        if (!image.pages.empty() && size == kCapsulePageBytes &&
            run.content == image.pages.back().content && run.hash == image.pages.back().hash) {
            ++image.pages.back().count;
            continue;
        }
        if (run.content == PageRun::Content::Stored) {
            PageBytes& page = known[run.hash];
            if (page == nullptr)
                page = std::make_shared<const std::vector<std::uint8_t>>(bytes, bytes + size);
            run.bytes = page;
        }
        image.pages.push_back(std::move(run));
    }
    return image;
}

/// The files that lines of the launch's code belong to, as far as they can be read.
std::vector<SourceText> sources_of(const Executable& executable) {
    const Module& module = *executable.instance->module;
    std::set<std::uint32_t> files;
    for (const ExecutableFunction& f : executable.functions)
        for (const SourceLocation& location : f.source->locations)
            for (const SourceFrame& frame : location.frames)
                files.insert(frame.file);
    std::vector<SourceText> sources;
    for (std::uint32_t file : files) {
        if (file >= module.files.size()) continue;
        Result<std::string> text = read_whole_file(module.files[file], kLargestSource);
        if (text) sources.push_back({module.files[file], std::move(*text)});
    }
    return sources;
}

std::map<std::string, Address> symbols_of(const ModuleInstance& instance) {
    std::map<std::string, Address> symbols;
    // Functions have fixed addresses; binding the module gives them again.
    for (const auto& [name, address] : instance.symbols)
        if (instance.module->find_function(name) == nullptr) symbols.emplace(name, address);
    return symbols;
}

/// All but what depends on memory.
Capsule without_memory(const LaunchRequest& request, const GpuSpec& gpu,
                       const LaunchOptions& options) {
    const ModuleInstance& instance = *request.executable->instance;
    Capsule c;
    c.ptx = instance.module->text;
    c.module_name = instance.module->name;
    c.launch = request.id;
    c.stream = request.stream;
    c.kernel = request.executable->kernel;
    c.grid = request.grid;
    c.block = request.block;
    c.dynamic_shared_bytes = request.dynamic_shared_bytes;
    c.stack_limit_bytes = request.stack_limit_bytes;
    c.heap_limit_bytes = request.heap_limit_bytes;
    c.parameters = request.parameters;
    c.grid_workspace = request.grid_workspace;
    c.gpu = gpu;
    c.seed = options.seed;
    c.divergence = options.divergence;
    c.max_instructions = options.max_instructions;
    c.symbols = symbols_of(instance);
    c.sources = sources_of(*request.executable);
    return c;
}

} // namespace

Capsule make_capsule(const LaunchRequest& request, const GpuSpec& gpu, const DeviceMemory& memory,
                     const LaunchOptions& options) {
    Capsule c = without_memory(request, gpu, options);
    c.cursor = memory.cursor();
    c.objects = memory.objects();
    PagesByHash known;
    for (const auto& [base, allocation] : memory.allocations())
        c.memory.push_back(image_of(allocation, allocation.bytes(), known));
    return c;
}

Capsule make_capsule(const LaunchRequest& request, const GpuSpec& gpu, const MemoryImage& image,
                     const LaunchOptions& options) {
    Capsule c = without_memory(request, gpu, options);
    c.cursor = image.cursor();
    c.objects = image.objects();
    PagesByHash known;
    for (const MemoryImage::Piece& piece : image.pieces())
        c.memory.push_back(image_of(piece, piece.bytes.data(), known));
    return c;
}

void CaptureWriter::on_host_copy(const HostCopyEvent& copy) {
    copies_.push_back({copy.direction, copy.destination, copy.source, copy.size, copy.stream});
}

void CaptureWriter::on_free(const FreeEvent& freed) {
    freed_.push_back({freed.base, freed.size, freed.id, freed.allocated_at});
}

Result<std::filesystem::path> CaptureWriter::begin(const LaunchRequest& request, const GpuSpec& gpu,
                                                   const DeviceMemory& memory,
                                                   const LaunchOptions& options) {
    Capsule capsule = make_capsule(request, gpu, memory, options);
    capsule.copies = std::move(copies_);
    copies_.clear();
    capsule.freed = freed_;
    return write_capsule(capsule, directory_);
}

Status CaptureWriter::end(const std::filesystem::path& launch_folder, const LaunchResult& result,
                          const DeviceMemory& memory) {
    return write_outcome({result.outcome, result.ordered, result.statistics.warp_instructions,
                          memory.content_hash()},
                         launch_folder);
}

} // namespace warpscope
