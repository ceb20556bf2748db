// Replaces instructions in the text.
#include "tests/random_kernels/planted.h"

namespace warpscope::random_kernels {
namespace {

class Planted final : public Device {
public:
    Planted(std::string from, std::string to, const EmulatorOptions& options)
        : from_(" " + std::move(from) + " "), to_(" " + std::move(to) + " "),
          emulator_(make_emulator(options)) {}
    std::string name() const override { return "emulator with" + from_ + "taken for" + to_; }
    std::vector<Answer> run(std::span<const Case> cases) override {
        std::vector<Case> changed(cases.begin(), cases.end());
        for (Case& c : changed)
            for (std::size_t at = c.text.find(from_); at != std::string::npos;
                 at = c.text.find(from_, at + to_.size()))
                c.text.replace(at, from_.size(), to_);
        return emulator_->run(changed);
    }

private:
    std::string from_, to_;
    std::unique_ptr<Device> emulator_;
};

} // namespace

Result<std::unique_ptr<Device>> make_planted(const std::string& fault,
                                             const EmulatorOptions& options) {
    const std::size_t sign = fault.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == fault.size())
        return Diagnostic{
            {}, "--planted " + fault + " names no two instructions", "write it as sub.s32=add.s32"};
    return std::unique_ptr<Device>(
        new Planted(fault.substr(0, sign), fault.substr(sign + 1), options));
}

} // namespace warpscope::random_kernels
