// The same program under the older model, one program counter for the warp: it never ends.
// expect: warp_producer_consumer: the launch did not end by itself
// exit: 1
// cli-exit: 1
// options: --divergence stack --max-instructions 100000
// finding: ping_pong
// finding: SIMT stack

#include "warp_producer_consumer.cu"
