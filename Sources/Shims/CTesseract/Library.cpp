#include "Library.hpp"

#include <dlfcn.h>

namespace ctesseract {

namespace {

struct Loaded {
    Library functions;
    bool isComplete = false;
    int (*omp_get_max_active_levels)() = nullptr;
    void (*omp_set_max_active_levels)(int) = nullptr;

    Loaded() {
        void *handle = nullptr;
        for (const char *name : {"libtesseract.so.5", "libtesseract.so"})
            if (!handle) handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!handle) return;
        isComplete = true;
#define X(name) \
    functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(handle, #name)); \
    if (!functions.name) isComplete = false;
        CTESSERACT_FUNCTIONS(X)
#undef X
        // The library's own OpenMP runtime, if the library was built with OpenMP.
        omp_get_max_active_levels = reinterpret_cast<int (*)()>(dlsym(handle, "omp_get_max_active_levels"));
        omp_set_max_active_levels = reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_max_active_levels"));
    }
};

const Loaded &loaded() {
    static const Loaded loaded;
    return loaded;
}

} // namespace

const Library *library() { return loaded().isComplete ? &loaded().functions : nullptr; }

// The library requests its own number of threads for each parallel loop, so setting the number has no effect. A maximum of 0 active levels makes
// every loop serial.
OneThread::OneThread() {
    if (!loaded().omp_get_max_active_levels || !loaded().omp_set_max_active_levels) return;
    before = loaded().omp_get_max_active_levels();
    loaded().omp_set_max_active_levels(0);
}

OneThread::~OneThread() {
    if (before >= 0) loaded().omp_set_max_active_levels(before);
}

} // namespace ctesseract
