// GpuTwin: an NVIDIA GPU as the other device, with memory at the emulator's addresses.
//
// Where they are taken, because they are those of the host's memory, the GPU has a copy somewhere
// else, and pointers to it are translated.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/gpu_claims.h"
#include "runtime/compare/gpu_images.h"
#include "runtime/compare/gpu_memory.h"
#include "runtime/compare/translation.h"
#include "runtime/compare/twin.h"
#include "runtime/driver/context.h"

namespace warpscope::compare {

/// Ends the process at once with this exit code: at an ordinary end the driver would wait for a
/// launch that has none.
[[noreturn]] void end_process(int exit_code);

class GpuTwin : public Twin {
public:
    /// A launch that does not end within `seconds` is given up, and no other can be run then.
    static Result<std::unique_ptr<GpuTwin>> open(int gpu_index, double seconds = 60);
    ~GpuTwin() override;

    /// Nothing else of this process comes where the emulator has device memory. Where it begins:
    /// kGlobalBase, unless something of the process lies there already.
    Result<Address> keep_addresses(std::uint64_t memory_bytes);

    std::string name() const override { return name_; }
    Status load(const Capsule& before, const LaunchRequest& request, Watching watching) override;
    Result<TwinEnd> run(const LaunchRequest& request,
                        const std::vector<OwnedBuffer>& owned) override;
    Status read(const CapsuleAllocation& allocation, std::span<const std::uint8_t> emulator,
                std::span<std::uint8_t> to) override;
    std::vector<std::string> stray_writes() override;
    /// A launch was given up and still keeps the GPU busy.
    bool stuck() const { return stuck_; }

private:
    /// A module that the driver has compiled, and its variables.
    struct Code {
        std::shared_ptr<const Module> source;
        std::unique_ptr<driver::Module> module;
        std::map<std::string, GpuVariable> variables;
        std::vector<Site> sites; ///< of instrumented code
    };
    /// A copy of memory that lies elsewhere on the GPU.
    struct Copy {
        driver::Buffer buffer;
        Address address = 0;     ///< of its first byte; guards are on either side
        std::uint64_t bytes = 0; ///< of the emulator's allocation
        std::uint64_t shift = 0; ///< see GpuImages::shift
    };
    using Copies = std::map<Address, Copy>; ///< by the emulator's address
    /// An allocation with guards.
    struct Placed {
        std::string name; ///< as reports name it
        Address gpu = 0;
        std::uint64_t bytes = 0;
    };
    GpuTwin(int gpu_index, double seconds) : gpu_index_(gpu_index), seconds_(seconds) {}
    Status open_context();
    void close_context();
    Status load_code(const LaunchRequest& request, Watching watching);
    Result<std::string> text_of(const warpscope::Module& source, Watching watching, Code& code);
    Result<GpuClaims> claims_for(const std::vector<OwnedBuffer>& owned) const;
    Result<OwnershipLog> owners(const GpuClaims& claims, const Executable& executable) const;
    Status set_heap(const Capsule& before, const LaunchRequest& request);
    Status place_all(const Capsule& before);
    Status place(const CapsuleAllocation& allocation, std::uint64_t shift);
    Status place_elsewhere(const CapsuleAllocation& allocation, std::uint64_t shift);
    Status poison_guards(const std::vector<Placed>& before);
    Status write(const CapsuleAllocation& allocation);
    driver::Error wait();

    int gpu_index_;
    double seconds_;
    Address kept_base_ = 0;
    std::uint64_t kept_bytes_ = 0; ///< of addresses; 0: they are kept as they are needed
    std::string name_;
    std::unique_ptr<driver::Context> context_;
    std::unique_ptr<GpuMemory> memory_;
    std::map<std::pair<const warpscope::Module*, Watching>, Code> codes_;
    Code* code_ = nullptr;      ///< of the launch that was loaded
    bool shows_images_ = false; ///< it has instructions for textures or surfaces
    std::unique_ptr<GpuImages> images_;
    Translation translation_;
    std::unique_ptr<Copies> copies_;
    std::vector<Placed> placed_;
    std::uint64_t heap_bytes_ = kDefaultHeapBytes;
    bool stuck_ = false;
};

} // namespace warpscope::compare
