// Looks for contracts in the program's files and compiles them beside the host half.
#include "runtime/compile/contract_pass.h"

#include <algorithm>
#include <utility>

#include "runtime/compile/files.h"
#include "runtime/compile/nvcc_names.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

bool names_contracts(const fs::path& file) {
    const Result<std::string> text = read_file(file);
    return text && text->find("WS_REQUIRES") != std::string::npos;
}

} // namespace

ContractPass::ContractPass(const Setting& setting, const fs::path& source, const fs::path& folder,
                           const fs::path& precompiled)
    : setting_(setting), source_(source), outputs_{folder / "contract.ptx", folder / "contract.d"},
      precompiled_(precompiled) {
    if (names_contracts(source)) early_ = std::async(std::launch::async, [this] { return run(); });
}

Result<ProcessOutcome> ContractPass::run() const {
    Result<ProcessOutcome> outcome =
        run_process(contract_arguments(setting_, source_, outputs_, precompiled_));
    if (precompiled_.empty() || (outcome && outcome->succeeded())) return outcome;
    return run_process(contract_arguments(setting_, source_, outputs_, {}));
}

/// Our own headers define the word, and need not be read.
bool ContractPass::is_named_in(const std::vector<std::string>& files) const {
    const std::string own = setting_.installation.include_directory.string();
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
        return !file.starts_with(own) && !file.starts_with("/usr/") && names_contracts(file);
    });
}

ContractCode ContractPass::finish(const std::vector<std::string>& dependencies) {
    ContractCode code;
    if (!early_.valid() && !is_named_in(dependencies)) return code;
    const Result<ProcessOutcome> outcome = early_.valid() ? early_.get() : run();
    if (!outcome) {
        code.status = outcome.error();
        return code;
    }
    if (!outcome->succeeded()) {
        code.compiler_text = outcome->output + outcome->errors;
        code.status = file_error(source_, "the launch contracts do not compile");
        return code;
    }
    Result<std::string> ptx = read_file(outputs_.file);
    if (!ptx) {
        code.status = ptx.error();
        return code;
    }
    code.ptx = *std::move(ptx);
    if (setting_.options.device_front_end == FrontEnd::nvcc)
        code.ptx = rename_internal_symbols(code.ptx);
    return code;
}

} // namespace warpscope::compile
