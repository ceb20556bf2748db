// Ownership, launch contracts and watches: what CUDA C++ lacks. A contents page.
#pragma once

#include "ws/checked_ref.h"
#include "ws/checked_size.h"
#include "ws/contract.h"
#include "ws/disjoint_span.h"
#include "ws/grid_covers.h"
#include "ws/launch_shape.h"
#include "ws/scatter_span.h"
#include "ws/shared_array.h"
#include "ws/spaces.h"
#include "ws/span.h"
#include "ws/thread_index.h"
#include "ws/tile_index.h"
#include "ws/uniform.h"
#include "ws/watch.h"
