// Included by the compiler's own intrinsics header where it expects the __match_*_sync overloads.
#pragma once
#include "../warpscope/match.h"
