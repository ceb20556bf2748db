// Executable: one kernel and every function it can reach, decoded for execution.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/exec/launch_demands.h"
#include "sim/exec/module_instance.h"
#include "sim/isa/row.h"
#include "sim/program/module.h"

namespace warpscope {

/// Functions that the emulator itself provides to device code.
enum class SystemCall : std::uint8_t {
    None,
    Print,
    AssertFail,
    Allocate,
    Free,
    ContractClause, ///< of a launch contract: tells what became of a clause
    ContractFact,   ///< of a launch contract: asks about the launch
};

/// Where one side of a call keeps a value.
struct CallValue {
    std::uint32_t offset = 0;                    ///< per lane, into the frame's .param area ...
    std::uint32_t lane_vector = isa::kNoOperand; ///< ... unless the value is in a register
    std::uint32_t size = 0;                      ///< bytes
};

struct CallSite {
    std::uint32_t callee = 0; ///< of a direct call: index into Executable::functions
    SystemCall system = SystemCall::None;
    std::uint32_t target = isa::kNoOperand; ///< of an indirect call: lane vector of addresses
    bool target_is_wide = true;             ///< in 8-byte lanes
    std::vector<CallValue> arguments, results;
};

/// A lane vector that a frame must compute when it is made, because it depends on the warp or the
/// frame.
struct FrameVector {
    std::uint32_t offset = 0;
    SpecialRegister special =
        SpecialRegister::None; ///< None: add the frame's local base to a local address
    bool wide = false;         ///< 8-byte lanes
};

struct ExecutableFunction {
    const Function* source = nullptr;
    /// One per instruction of the source, then a `ret` where all paths meet. Indices equal
    /// Function::instructions.
    std::vector<isa::DecodedInstruction> code;
    std::vector<std::uint8_t>
        template_bytes;                ///< how a fresh frame starts: immediates and addresses
    std::uint32_t template_offset = 0; ///< where template_bytes go in the frame
    std::vector<FrameVector> frame_vectors;
    std::vector<std::uint32_t>
        cleared_registers; ///< read before written on some path: offsets to zero
    std::vector<std::uint32_t> cleared_sizes;
    std::vector<std::uint32_t> register_offset; ///< per Function::registers
    std::uint32_t register_bytes = 0;           ///< lane vectors, rounded to 64
    std::uint32_t parameter_bytes = 0;          ///< .param area, per lane
    std::uint32_t local_bytes = 0;              ///< .local variables, per lane
    std::vector<CallSite> calls;                ///< DecodedInstruction::target of a call
    std::vector<CallValue> parameters, results; ///< where a device function finds and leaves them
    std::vector<std::vector<std::uint32_t>> tables;
    std::vector<std::uint32_t> more_operands; ///< of instructions with more than six
    std::uint32_t frame_bytes() const { return register_bytes + 32 * parameter_bytes; }
};

/// Byte range of one kernel parameter in the parameter buffer.
struct ParameterSlot {
    std::string name;
    Type type = Type::None;
    std::uint32_t offset = 0, size = 0;
};

inline constexpr std::uint32_t kNoFunction = UINT32_MAX;

struct Executable {
    std::shared_ptr<const ModuleInstance> instance;
    std::string kernel;
    std::vector<ExecutableFunction> functions; ///< [0] is the kernel
    /// Per function of the module: its index in `functions`, or kNoFunction.
    std::vector<std::uint32_t> function_index;
    std::vector<ParameterSlot> parameters;
    std::uint32_t parameter_bytes = 0;
    std::uint64_t static_shared_bytes = 0;
    /// Per thread, the local memory of the deepest chain of direct calls, each function once: a GPU
    /// makes room for it by itself.
    std::uint64_t direct_call_bytes = 0;
    std::uint32_t dynamic_shared_alignment = 16;
    std::vector<LaunchDemand> demands; ///< what the code needs of a launch
    bool independent =
        true; ///< blocks neither wait for nor see each other, as far as the code tells
    std::string ordered_reason; ///< why not, when not

    /// The function that a function pointer leads to, as an index into the module's functions;
    /// kNoFunction when it leads to none.
    std::uint32_t function_at(Address address) const;
    const Function& kernel_source() const { return *functions[0].source; }
};

/// Decodes `kernel` for execution. The diagnostic names the kernel, or its first unsupported
/// instruction.
Result<std::shared_ptr<const Executable>>
build_executable(std::shared_ptr<const ModuleInstance> instance, const std::string& kernel,
                 isa::Level level);

/// Whether some function of it has that call.
bool calls(const Executable& executable, SystemCall system);

} // namespace warpscope
