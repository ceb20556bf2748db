// What a virtual function without a definition is in a table of functions: calling it ends the launch.
#include "runtime/device/library.h"

WS_LIBRARY void __cxa_pure_virtual() {
    __builtin_trap();
}
WS_LIBRARY void __cxa_deleted_virtual() {
    __builtin_trap();
}
