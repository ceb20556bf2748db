// Prepares a launch from PTX text and arguments, and runs prepared launches.
#include "sim/debug/ptx_run.h"

#include <cxxabi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "sim/ptx/parser.h"

namespace warpscope {
namespace {

// ---- which kernel
// ----------------------------------------------------------------------------------------

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && plain ? plain.get() : name;
}

/// "add" of "void ns::add<float>(float*, int)" is "ns::add<float>"; of "add(int*)", "add".
bool is_called(const std::string& mangled, const std::string& name) {
    const std::string plain = demangled(mangled);
    if (mangled == name || plain == name) return true;
    std::string bare = plain.substr(0, plain.find('('));
    if (bare.starts_with("void ")) bare.erase(0, 5);
    return bare == name || bare.substr(0, bare.find('<')) == name;
}

std::string kernel_list(const std::vector<const Function*>& entries) {
    std::string list;
    for (const Function* entry : entries)
        list += (list.empty() ? "" : ", ") + entry->name;
    return list;
}

Result<std::string> choose_kernel(const Module& module, const std::string& wanted) {
    const std::vector<const Function*> entries = module.entries();
    if (entries.empty())
        return Diagnostic{
            {module.name}, "the module has no kernel (.entry)", "give PTX that holds one"};
    if (wanted.empty()) {
        if (entries.size() == 1) return entries[0]->name;
        return Diagnostic{{module.name},
                          "the module has several kernels, and none was named",
                          fmt::format("--kernel with one of {}", kernel_list(entries))};
    }
    std::vector<const Function*> found;
    for (const Function* entry : entries)
        if (is_called(entry->name, wanted)) found.push_back(entry);
    if (found.size() == 1) return found[0]->name;
    return Diagnostic{{module.name},
                      found.empty() ? fmt::format("no kernel named \"{}\"", wanted)
                                    : fmt::format("\"{}\" names several kernels", wanted),
                      fmt::format("one of {}", kernel_list(found.empty() ? entries : found))};
}

// ---- arguments
// -------------------------------------------------------------------------------------------

std::string parameter_text(const ParameterSlot& slot) {
    const bool plain = size_in_bytes(slot.type) == slot.size;
    return fmt::format("`{}` ({})", slot.name,
                       plain ? std::string(name_of(slot.type))
                             : fmt::format("{} bytes", slot.size));
}

/// The argument of each parameter.
Result<std::vector<const PtxArgument*>> match_arguments(const Executable& executable,
                                                        const std::string& file,
                                                        const std::vector<PtxArgument>& arguments) {
    const std::vector<ParameterSlot>& slots = executable.parameters;
    std::vector<const PtxArgument*> given(slots.size(), nullptr);
    std::vector<const PtxArgument*> in_order;
    for (const PtxArgument& argument : arguments) {
        const auto slot = std::find_if(slots.begin(), slots.end(), [&](const ParameterSlot& s) {
            return !argument.name.empty() && s.name == argument.name;
        });
        if (slot == slots.end()) {
            in_order.push_back(&argument);
            continue;
        }
        const PtxArgument*& place = given[static_cast<std::size_t>(slot - slots.begin())];
        if (place != nullptr)
            return Diagnostic{{file},
                              fmt::format("the parameter `{}` has two arguments", argument.name),
                              "drop one"};
        place = &argument;
    }
    std::size_t next = 0;
    for (std::size_t s = 0; s < slots.size(); ++s) {
        if (given[s] != nullptr) continue;
        if (next == in_order.size())
            return Diagnostic{
                {file},
                fmt::format("the kernel has {} parameter{}; parameter {}, {}, has no argument",
                            slots.size(), slots.size() == 1 ? "" : "s", s + 1,
                            parameter_text(slots[s])),
                "give one --arg for each, in order"};
        given[s] = in_order[next++];
    }
    if (next < in_order.size())
        return Diagnostic{{file},
                          fmt::format("the kernel has {} parameter{}, and {} arguments were given",
                                      slots.size(), slots.size() == 1 ? "" : "s", arguments.size()),
                          fmt::format("drop \"{}\"", in_order[next]->text)};
    return given;
}

Diagnostic wrong_size(const std::string& file, const PtxArgument& argument,
                      const ParameterSlot& slot) {
    const std::size_t size = argument.bytes.size();
    if (argument.kind == PtxArgument::Kind::Buffer)
        return {{file},
                fmt::format("argument \"{}\" is a buffer, passed as an 8-byte address; the "
                            "parameter {} takes {}",
                            argument.text, parameter_text(slot), slot.size),
                "give a value, or bytes of the parameter's size as values:…"};
    return {{file},
            fmt::format("argument \"{}\" has {} byte{}, the parameter {} takes {}", argument.text,
                        size, size == 1 ? "" : "s", parameter_text(slot), slot.size),
            "give a value of that size"};
}

/// Puts one argument into the parameter bytes, and its buffer into memory.
Status pass(const PtxArgument& argument, const ParameterSlot& slot, const std::string& file,
            PtxLaunch& launch) {
    std::uint8_t* const to = launch.launch.request.parameters.data() + slot.offset;
    const bool by_value =
        argument.kind == PtxArgument::Kind::Scalar || slot.size != sizeof(Address);
    if (by_value) {
        if (argument.bytes.size() != slot.size) return wrong_size(file, argument, slot);
        std::memcpy(to, argument.bytes.data(), slot.size);
        return Done{};
    }
    DeviceMemory& memory = *launch.launch.memory;
    const std::string name = argument.name.empty() ? slot.name : argument.name;
    const Allocation* buffer = memory.allocate(argument.bytes.size(), AllocationKind::Device, name);
    if (buffer == nullptr)
        return Diagnostic{
            {file},
            fmt::format("argument \"{}\" does not fit: the GPU's {} bytes of memory are used up",
                        argument.text, memory.capacity()),
            "use smaller buffers, or a GPU with more memory"};
    memory.write(buffer->base, argument.bytes.data(), argument.bytes.size());
    std::memcpy(to, &buffer->base, sizeof(Address));
    launch.buffers.push_back(
        {name, argument.type, buffer->base, argument.bytes.size(), slot.offset});
    return Done{};
}

Status pass_all(const std::vector<PtxArgument>& arguments, const std::string& file,
                PtxLaunch& launch) {
    LaunchRequest& request = launch.launch.request;
    const Executable& executable = *request.executable;
    const auto given = match_arguments(executable, file, arguments);
    if (!given) return given.error();
    request.parameters.assign(executable.parameter_bytes, 0);
    for (std::size_t s = 0; s < given->size(); ++s)
        if (Status passed = pass(*(*given)[s], executable.parameters[s], file, launch); !passed)
            return passed;
    return Done{};
}

// ---- printed text
// ----------------------------------------------------------------------------------------

class BlockPrints : public BlockObserver {
public:
    void on_print(const PrintEvent& print) override { text += print.text; }
    std::string text;
};

class Prints : public Observer {
public:
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return std::make_unique<BlockPrints>();
    }
    void join(LaunchId, std::uint64_t, BlockObserver& block) override {
        text += static_cast<BlockPrints&>(block).text;
    }
    void on_launch_restart(const LaunchEvent&) override { text.clear(); }
    std::string text;
};

bool can_print(const Executable& executable) {
    for (const ExecutableFunction& f : executable.functions)
        for (const CallSite& call : f.calls)
            if (call.system == SystemCall::Print) return true;
    return false;
}

} // namespace

Result<PtxLaunch> prepare_ptx(std::string_view ptx, const std::string& file_name,
                              const PtxRunRequest& wanted, const GpuSpec& gpu,
                              const LaunchOptions& options) {
    Result<Module> parsed = ptx::parse(ptx, file_name);
    if (!parsed) return parsed.error();
    const auto module = std::make_shared<const Module>(std::move(*parsed));
    const auto kernel = choose_kernel(*module, wanted.kernel);
    if (!kernel) return kernel.error();

    PtxLaunch launch;
    PreparedLaunch& prepared = launch.launch;
    prepared.gpu = gpu;
    prepared.options = options;
    prepared.memory = std::make_unique<DeviceMemory>(gpu.memory_bytes);
    const auto instance = load_module(module, *prepared.memory);
    if (!instance) return instance.error();
    auto executable = build_executable(*instance, *kernel, wanted.level);
    if (!executable) return executable.error();

    LaunchRequest& request = prepared.request;
    request.executable = *executable;
    request.id = 1;
    request.grid = wanted.grid, request.block = wanted.block;
    request.dynamic_shared_bytes = wanted.dynamic_shared_bytes;
    if (Status passed = pass_all(wanted.arguments, file_name, launch); !passed)
        return passed.error();
    if (Status good = check_launch(request, gpu); !good) return good.error();
    return launch;
}

Result<PtxPrinted> read_back(const PtxLaunch& launch, const PtxPrint& print) {
    const auto buffer = std::find_if(launch.buffers.begin(), launch.buffers.end(),
                                     [&](const PtxBuffer& b) { return b.name == print.name; });
    if (buffer == launch.buffers.end()) {
        std::string names;
        for (const PtxBuffer& b : launch.buffers)
            names += (names.empty() ? "" : ", ") + b.name;
        return Diagnostic{{},
                          fmt::format("--print: no buffer named \"{}\"", print.name),
                          names.empty() ? "give the kernel a buffer: --arg NAME=zeros:u32:64"
                                        : "one of " + names};
    }
    PtxPrinted printed;
    printed.type = print.type == Type::None ? buffer->type : print.type;
    const std::uint64_t width = size_in_bytes(printed.type), held = buffer->size / width;
    if (print.count > held)
        return Diagnostic{{},
                          fmt::format("--print: `{}` holds {} elements of {}, not {}", print.name,
                                      held, name_of(printed.type), print.count),
                          "ask for fewer"};
    printed.bytes.resize((print.count == 0 ? held : print.count) * width);
    launch.launch.memory->read(buffer->address, printed.bytes.data(), printed.bytes.size());
    return printed;
}

PreparedResult run_prepared(PreparedLaunch& launch, const std::vector<Observer*>& observers) {
    Prints prints;
    std::vector<Observer*> all = observers;
    // Being told costs each instruction something, so only kernels that can print are listened to.
    if (can_print(*launch.request.executable)) all.push_back(&prints);
    PreparedResult run;
    const auto begin = std::chrono::steady_clock::now();
    run.result = run_launch(launch.request, launch.gpu, *launch.memory, launch.options, all);
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    run.printed = std::move(prints.text);
    return run;
}

} // namespace warpscope
