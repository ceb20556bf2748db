// Statements: each maker makes one at random, where its kind may stand.
#pragma once

#include "tests/random_kernels/scope.h"

namespace warpscope::random_kernels {

/// About so many statements, as far as the scope allows.
Block make_block(Scope& scope, const Flow& flow, unsigned statements);

// False: a statement of this kind cannot stand here.
bool make_branch(Scope& scope, const Flow& flow, Node& node);
bool make_loop(Scope& scope, const Flow& flow, Node& node);
bool make_switch(Scope& scope, const Flow& flow, Node& node);
/// Leaving a loop, an iteration of it or the function, in some lanes.
bool make_leave(Scope& scope, const Flow& flow, Node& node);
bool make_memory(Scope& scope, const Flow& flow, Node& node);
bool make_warp(Scope& scope, const Flow& flow, Node& node);
bool make_exchange(Scope& scope, const Flow& flow, Node& node);
bool make_atomic(Scope& scope, const Flow& flow, Node& node);
bool make_call(Scope& scope, const Flow& flow, Node& node);

/// The parameter that a function leaves its results in, 8 bytes apart: PTX has only one.
std::string result_declaration(const std::string& letters, const std::string& name);

} // namespace warpscope::random_kernels
