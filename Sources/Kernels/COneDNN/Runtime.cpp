#include "Internal.hpp"
#include <Team.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace {

using namespace onednn_shim;
using namespace team;

thread_local std::string last_message;

} // namespace

namespace onednn_shim {

std::unique_lock<std::mutex> lock_convolutions() {
#if DNNL_VERSION_MAJOR >= 3
    return {};
#else
    static std::mutex mutex;
    return std::unique_lock(mutex);
#endif
}

const dnnl::engine &engine() {
    // Never destroyed: primitives may outlive static destruction.
    static const auto *shared = (runs_library_regions(), new dnnl::engine(dnnl::engine::kind::cpu, 0));
    return *shared;
}

onednn_status fail(const char *message, onednn_status status) {
    try {
        last_message = message;
    } catch (...) {
        last_message.clear();
    }
    return status;
}

onednn_status fail_with_current_exception() noexcept {
    try {
        throw;
    } catch (const dnnl::error &error) {
        switch (error.status) {
        case dnnl_unimplemented: return fail(error.what(), ONEDNN_UNIMPLEMENTED);
        case dnnl_invalid_arguments: return fail(error.what(), ONEDNN_INVALID_ARGUMENTS);
        case dnnl_out_of_memory: return fail(error.what(), ONEDNN_OUT_OF_MEMORY);
        default: return fail(error.what(), ONEDNN_FAILED);
        }
    } catch (const std::bad_alloc &) {
        return fail("out of memory", ONEDNN_OUT_OF_MEMORY);
    } catch (const std::invalid_argument &error) {
        return fail(error.what(), ONEDNN_INVALID_ARGUMENTS);
    } catch (const std::exception &error) {
        return fail(error.what(), ONEDNN_FAILED);
    } catch (...) {
        return fail("unknown exception", ONEDNN_FAILED);
    }
}

int argument(int argument) {
    if (argument >= ONEDNN_ARGUMENT_POST) return DNNL_ARG_ATTR_MULTIPLE_POST_OP(argument - ONEDNN_ARGUMENT_POST) | DNNL_ARG_SRC_1;
    switch (argument) {
    case ONEDNN_ARGUMENT_SOURCE: return DNNL_ARG_SRC;
    case ONEDNN_ARGUMENT_SOURCE_1: return DNNL_ARG_SRC_1;
    case ONEDNN_ARGUMENT_WEIGHTS: return DNNL_ARG_WEIGHTS;
    case ONEDNN_ARGUMENT_BIAS: return DNNL_ARG_BIAS;
    case ONEDNN_ARGUMENT_DESTINATION: return DNNL_ARG_DST;
    case ONEDNN_ARGUMENT_SCRATCHPAD: return DNNL_ARG_SCRATCHPAD;
    case ONEDNN_ARGUMENT_SCALE: return DNNL_ARG_SCALE;
    case ONEDNN_ARGUMENT_SHIFT: return DNNL_ARG_SHIFT;
    case ONEDNN_ARGUMENT_MEAN: return DNNL_ARG_MEAN;
    case ONEDNN_ARGUMENT_VARIANCE: return DNNL_ARG_VARIANCE;
    case ONEDNN_ARGUMENT_WORKSPACE: return DNNL_ARG_WORKSPACE;
    case ONEDNN_ARGUMENT_SOURCE_GRADIENT: return DNNL_ARG_DIFF_SRC;
    case ONEDNN_ARGUMENT_WEIGHTS_GRADIENT: return DNNL_ARG_DIFF_WEIGHTS;
    case ONEDNN_ARGUMENT_BIAS_GRADIENT: return DNNL_ARG_DIFF_BIAS;
    case ONEDNN_ARGUMENT_DESTINATION_GRADIENT: return DNNL_ARG_DIFF_DST;
    case ONEDNN_ARGUMENT_SCALE_GRADIENT: return DNNL_ARG_DIFF_SCALE;
    case ONEDNN_ARGUMENT_SHIFT_GRADIENT: return DNNL_ARG_DIFF_SHIFT;
    }
    throw std::invalid_argument("unknown argument");
}

PoolingWindow::PoolingWindow(const onednn_pooling &d) {
    auto rank = d.spatial_rank;
    if (rank < 1 || rank > 3) throw std::invalid_argument("pooling has 1 to 3 spatial dimensions");
    kernel.assign(d.kernel, d.kernel + rank);
    strides.assign(d.strides, d.strides + rank);
    before.assign(d.padding_before, d.padding_before + rank);
    after.assign(d.padding_after, d.padding_after + rank);
    kind = d.kind == KernelPoolingMaximum ? dnnl::algorithm::pooling_max
        : d.kind == KernelPoolingAverageWithPadding ? dnnl::algorithm::pooling_avg_include_padding
                                                     : dnnl::algorithm::pooling_avg_exclude_padding;
}

} // namespace onednn_shim

const char *onednn_last_message(void) { return last_message.c_str(); }

onednn_status onednn_call_create(
    const onednn_primitive *primitive, const onednn_binding *bindings, int count, onednn_call **result) {
    return guarded([&] {
        auto call = std::unique_ptr<onednn_call>(new onednn_call);
        call->primitive = primitive->compiled().get();
        call->stream = dnnl::stream(engine());
        call->memories.reserve(static_cast<size_t>(count));
        for (int index = 0; index < count; index++) {
            const auto &binding = bindings[index];
            call->memories.emplace_back(binding.layout->descriptor, engine(), binding.data);
            call->arguments.push_back(dnnl_exec_arg_t{argument(binding.argument), call->memories.back().get()});
        }
        *result = call.release();
    });
}

void onednn_call_destroy(onednn_call *call) { delete call; }

onednn_status onednn_call_set_data(onednn_call *call, int index, void *data) {
    if (index < 0 || static_cast<size_t>(index) >= call->memories.size())
        return fail("no such argument", ONEDNN_INVALID_ARGUMENTS);
    auto status = dnnl_memory_set_data_handle(call->memories[static_cast<size_t>(index)].get(), data);
    return status == dnnl_success ? ONEDNN_SUCCESS : fail("memory could not be bound", ONEDNN_FAILED);
}

onednn_status onednn_call_run(const onednn_call *call) {
    auto status = dnnl_primitive_execute(
        call->primitive, call->stream.get(), static_cast<int>(call->arguments.size()), call->arguments.data());
    return status == dnnl_success ? ONEDNN_SUCCESS : fail("a primitive could not be executed", ONEDNN_FAILED);
}

void onednn_set_threads(int count) {
    set_thread_limit(count);
    if (runs_library_regions()) return;
    static const auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
    if (set) set(std::max(count, 1));
}

bool onednn_runs_on_own_threads(void) { return runs_library_regions(); }

void onednn_set_cache_capacity(int count) { dnnl_set_primitive_cache_capacity(count); }

void onednn_version(int *major, int *minor, int *patch) {
    const auto *version = dnnl_version();
    *major = version->major;
    *minor = version->minor;
    *patch = version->patch;
}
