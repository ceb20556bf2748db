// Logarithms, by polynomials in correctly rounded steps: the same bits on every device.
#include "logarithm.h"

WS_LIBRARY float __nv_logf(float x) {
    return log_of(x);
}
WS_LIBRARY double __nv_log(double x) {
    return log_of(x);
}
WS_LIBRARY float __nv_log2f(float x) {
    return log2_of(x);
}
WS_LIBRARY double __nv_log2(double x) {
    return log2_of(x);
}
WS_LIBRARY float __nv_log10f(float x) {
    return log10_of(x);
}
WS_LIBRARY double __nv_log10(double x) {
    return log10_of(x);
}
WS_LIBRARY float __nv_log1pf(float x) {
    return log1p_of(x);
}
WS_LIBRARY double __nv_log1p(double x) {
    return log1p_of(x);
}
