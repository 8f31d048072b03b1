/* A clock that never runs backwards, in seconds from any start. It needs no Python, and so no global lock. */
#ifndef WINNOW_CLOCK_H
#define WINNOW_CLOCK_H
#if defined(_WIN32)
#include <windows.h>
static double winnow_clock(void)
{
    LARGE_INTEGER ticks, each_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&each_second);
    return (double)ticks.QuadPart / (double)each_second.QuadPart;
}
#else
#include <time.h>
#if defined(__wasm__)
/* The headers are WASI's, the library is Emscripten's, which numbers its clocks as Linux does. */
#define WINNOW_MONOTONIC ((clockid_t)1)
#else
#define WINNOW_MONOTONIC CLOCK_MONOTONIC
#endif
static double winnow_clock(void)
{
    struct timespec now;
    clock_gettime(WINNOW_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif
#endif
