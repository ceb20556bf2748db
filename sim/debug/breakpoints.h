// Breakpoints: at which warp instructions a search through a launch ends.
//
// All of them stop before the instruction. Conditions are those of the lanes that are about to
// execute it, as they are then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/code_index.h"
#include "sim/debug/expression.h"
#include "sim/debug/session.h"

namespace warpscope {

/// Bytes of one space that are watched.
struct WatchedRange {
    Space space = Space::Global;
    Address first = 0;       ///< a global address, or an offset in the space
    std::uint64_t size = 0;  ///< bytes
    std::uint64_t block = 0; ///< shared and local memory: whose
    std::uint32_t warp = 0;  ///< local memory: whose
    unsigned lane = 0;
    /// The lanes of the access that reach it.
    LaneMask reached_by(const AccessEvent& access) const;
    friend bool operator==(const WatchedRange&, const WatchedRange&) = default;
};

enum class BreakpointKind : std::uint8_t {
    Code,     ///< at a place in the code
    Watch,    ///< an access to watched bytes
    Conflict, ///< an access to shared memory in at least so many passes
    Sectors,  ///< an access to global memory of at least so many sectors
    Position, ///< before one of some warp instructions: where findings are
};

struct Breakpoint {
    unsigned number = 0;
    BreakpointKind kind = BreakpointKind::Code;
    std::string what;        ///< as it was asked for
    CodeLocations locations; ///< Code
    WatchedRange watched;    ///< Watch
    bool on_read = false, on_write = true;
    unsigned least = 0;                   ///< Conflict, Sectors
    std::vector<std::uint64_t> positions; ///< Position: of the instructions, rising
    std::optional<Expression> condition;
    bool enabled = true, temporary = false;
    std::uint64_t hits = 0, ignore = 0; ///< so often it does not stop any more
    std::uint64_t every = 1;            ///< it stops each time that hits are a multiple of it
    bool once = false;                  ///< it does not stop again, once it has
    /// Why the condition could not be evaluated for any lane when it was looked at last.
    std::optional<Diagnostic> trouble;
};

class BreakpointTable {
public:
    /// Gives it the next number.
    Breakpoint& add(Breakpoint breakpoint);
    bool remove(unsigned number);
    Breakpoint* find(unsigned number);
    std::vector<Breakpoint>& all() { return all_; }
    const std::vector<Breakpoint>& all() const { return all_; }

private:
    std::vector<Breakpoint> all_;
    unsigned next_ = 1;
};

/// A breakpoint that the last warp instruction met.
struct BreakpointHit {
    Breakpoint* breakpoint = nullptr;
    LaneMask lanes = 0; ///< those that meet it and satisfy the condition
    /// The condition could not be looked at in time: it has to be, one warp instruction earlier.
    bool unverified = false;
};

/// Looks for enabled breakpoints in one warp instruction after another.
class BreakpointMatcher final : public StepMatcher {
public:
    /// All of them outlive it. With `warp`, only what this warp does counts. Conditions may name
    /// what `names` knows.
    BreakpointMatcher(const Session& session, std::vector<Breakpoint*> breakpoints,
                      std::optional<WarpId> warp = std::nullopt,
                      const NamedValues* names = nullptr);

    Interest interest() const override;
    void begin() override;
    bool matches(const Session& session) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_unfinished(const InstructionEvent& event) override;
    void on_access(const AccessEvent& event) override;
    void on_fault(const FaultEvent& event) override;

    /// Of the last instruction that was looked at.
    const std::vector<BreakpointHit>& hits() const { return hits_; }
    WarpId warp() const { return event_.warp; }

private:
    /// What conditions came to before an instruction.
    struct Foreseen {
        WarpId warp;
        CodePosition at;
        LaneMask active = 0;
        std::vector<LaneMask> lanes; ///< by breakpoint
        bool made = false;
    };
    void foresee();
    void meet(std::size_t index, LaneMask lanes);

    const Session& session_;
    std::vector<Breakpoint*> breakpoints_;
    std::optional<WarpId> only_;
    const NamedValues* names_;
    bool conditions_ = false;
    InstructionEvent event_;
    bool heard_ = false;
    std::optional<WarpId> last_; ///< who ran last, and likely runs next
    Foreseen foreseen_;
    std::vector<BreakpointHit> hits_;
};

/// The lanes for which the breakpoint's condition holds now; of one that cannot be evaluated, none.
LaneMask satisfying(Breakpoint& breakpoint, const Session& session, const Focus& focus,
                    LaneMask lanes, const NamedValues* names = nullptr);

/// How many passes shared memory takes, or how many sectors other memory moves.
unsigned passes_of(const AccessEvent& access);
unsigned sectors_of(const AccessEvent& access);

} // namespace warpscope
