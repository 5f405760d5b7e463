#include "COneDNN.h"
#include "Team.hpp"

// The answers of the library's shim about the processor and threads, without the library.

bool onednn_has_amx(void) { return false; }

#if defined(__x86_64__)
bool onednn_has_native_bfloat16(void) { return __builtin_cpu_supports("avx512bf16"); }
bool onednn_has_512_bit_vectors(void) { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"); }
bool onednn_has_256_bit_vectors(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
bool onednn_has_integer_products(void) { return __builtin_cpu_supports("avx512vnni"); }
#else
bool onednn_has_native_bfloat16(void) { return false; }
bool onednn_has_512_bit_vectors(void) { return false; }
bool onednn_has_256_bit_vectors(void) { return false; }
bool onednn_has_integer_products(void) { return false; }
#endif

namespace {

struct Job {
    void (*body)(int, int, void *);
    void *context;
};

void run_job(void *data) {
    auto *job = static_cast<Job *>(data);
    job->body(team::part_index(), team::part_count(), job->context);
}

} // namespace

void onednn_set_threads(int count) { team::set_thread_limit(count); }
int onednn_threads(void) { return team::is_inside_part() ? 1 : team::limit_of_thread(); }
int onednn_maximum_threads(void) { return team::available_cores(); }

void onednn_parallel(int threads, void (*body)(int, int, void *), void *context) {
    Job job{body, context};
    team::run_parts(threads, run_job, &job);
}
