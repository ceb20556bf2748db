// Types of the driver's virtual memory: physical memory that is mapped at chosen addresses.
#pragma once

namespace warpscope::driver {

using MappingHandle = unsigned long long;

/// CUmemLocation with CU_MEM_LOCATION_TYPE_DEVICE.
struct MappingPlace {
    int type = 1;
    int device = 0;
};

/// CUmemAllocationProp with CU_MEM_ALLOCATION_TYPE_PINNED: memory of one device.
struct MappingProperties {
    int type = 1;
    int requested_handle_types = 0;
    MappingPlace place;
    void* windows_metadata = nullptr;
    unsigned char flags[8] = {};
};

/// CUmemAccessDesc with CU_MEM_ACCESS_FLAGS_PROT_READWRITE.
struct MappingAccess {
    MappingPlace place;
    int flags = 3;
};
static_assert(sizeof(MappingProperties) == 32 && sizeof(MappingAccess) == 12);

} // namespace warpscope::driver
