#pragma once

#include "COneDNN.h"

#include <oneapi/dnnl/dnnl.hpp>
#include <oneapi/dnnl/dnnl_version.h>

#include <mutex>
#include <utility>
#include <vector>

struct onednn_layout {
    dnnl::memory::desc descriptor;
};

/// A primitive. `onednn_primitive_compile` generates the kernel. Without that call, the first use generates it. Any thread may do this.
struct onednn_primitive {
    dnnl::primitive_desc_base descriptor;

    explicit onednn_primitive(dnnl::primitive_desc_base descriptor) : descriptor(std::move(descriptor)) {}

    const dnnl::primitive &compiled() const {
        std::call_once(once, [this] { primitive = dnnl::primitive(descriptor.get()); });
        return primitive;
    }

  private:
    mutable std::once_flag once;
    mutable dnnl::primitive primitive;
};

struct onednn_call {
    dnnl_primitive_t primitive;
    dnnl::stream stream;
    std::vector<dnnl::memory> memories;
    std::vector<dnnl_exec_arg_t> arguments;
};

namespace onednn_shim {

const dnnl::engine &engine();

/// Makes the library's parallel regions run on the threads of `CThreads`, at the first call. Returns whether this succeeded.
bool runs_library_regions() noexcept;

onednn_status fail(const char *message, onednn_status status);
onednn_status fail_with_current_exception() noexcept;

/// A lock to hold while a convolution is described. Version 2 of the library keeps the number of channels that it multiplies together in a variable
/// that all threads share. The number depends on the element type. A bfloat16 convolution that is described at the same time as a float32 one may
/// therefore get a wrong kernel. Version 3 has a variable for each thread, so the lock locks nothing.
std::unique_lock<std::mutex> lock_convolutions();

/// Runs `body`, and converts every exception to a status.
template <typename Body> onednn_status guarded(Body body) noexcept {
    try {
        body();
        return ONEDNN_SUCCESS;
    } catch (...) {
        return fail_with_current_exception();
    }
}

/// The library's number for an argument of this interface.
int argument(int argument);

dnnl::memory::dims dims_of(const dnnl::memory::desc &descriptor);

/// The window of a pooling, in the form that the library takes.
struct PoolingWindow {
    dnnl::memory::dims kernel, strides, before, after;
    dnnl::algorithm kind;

    /// Throws `std::invalid_argument` if there are not 1 to 3 spatial dimensions.
    explicit PoolingWindow(const onednn_pooling &description);
};

} // namespace onednn_shim
