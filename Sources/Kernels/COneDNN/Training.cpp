#include "COneDNNTraining.h"
#include "Internal.hpp"

#include <memory>
#include <stdexcept>

using dnnl::algorithm;
using dnnl::memory;
using dnnl::prop_kind;
using namespace onednn_shim;

namespace {

using Owned = std::unique_ptr<onednn_primitive>;

dnnl::primitive_attr attributes() {
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attributes;
}

template <typename Descriptor> Owned make(const Descriptor &descriptor) { return Owned(new onednn_primitive(descriptor)); }

/// Makes the description of a primitive from its parts. Version 2 of the library needs an operation descriptor in between.
#if DNNL_VERSION_MAJOR >= 3
template <typename Primitive, typename... Parts> typename Primitive::primitive_desc describe(const Parts &...parts) {
    return typename Primitive::primitive_desc(engine(), parts..., attributes());
}

template <typename Primitive, typename Hint, typename... Parts>
typename Primitive::primitive_desc describe_backward(const Hint &hint, const Parts &...parts) {
    return typename Primitive::primitive_desc(engine(), parts..., hint, attributes());
}
#else
template <typename Primitive, typename... Parts> typename Primitive::primitive_desc describe(const Parts &...parts) {
    return typename Primitive::primitive_desc(typename Primitive::desc(parts...), attributes(), engine());
}

template <typename Primitive, typename Hint, typename... Parts>
typename Primitive::primitive_desc describe_backward(const Hint &hint, const Parts &...parts) {
    return typename Primitive::primitive_desc(typename Primitive::desc(parts...), attributes(), engine(), hint);
}
#endif

struct Convolution {
    Owned forward, backward_data, backward_weights;
};

template <typename Forward, typename BackwardData, typename BackwardWeights>
Convolution convolve(const onednn_convolution &d, algorithm kind, bool wants_data, bool wants_weights) {
    auto rank = d.spatial_rank;
    memory::dims strides(d.strides, d.strides + rank), dilations(d.dilations, d.dilations + rank);
    memory::dims before(d.padding_before, d.padding_before + rank), after(d.padding_after, d.padding_after + rank);
    for (auto &dilation : dilations) dilation -= 1;
    const auto &weights = d.weights->descriptor;
    auto training = prop_kind::forward_training;
    auto bias = d.bias ? d.bias->descriptor : memory::desc();
    const auto &source = d.source->descriptor, &destination = d.destination->descriptor;
    auto forward = d.bias
        ? describe<Forward>(training, kind, source, weights, bias, destination, strides, dilations, before, after)
        : describe<Forward>(training, kind, source, weights, destination, strides, dilations, before, after);
    // Each gradient has the layout that the forward primitive chose for the tensor that the gradient belongs to.
    auto chosen_source = forward.src_desc(), chosen_destination = forward.dst_desc();
    Convolution result;
    result.forward = make(forward);
    if (wants_data)
        result.backward_data = make(describe_backward<BackwardData>(
            forward, kind, chosen_source, weights, chosen_destination, strides, dilations, before, after));
    if (!wants_weights) return result;
    result.backward_weights = make(
        d.bias ? describe_backward<BackwardWeights>(
                     forward, kind, chosen_source, weights, bias, chosen_destination, strides, dilations, before, after)
               : describe_backward<BackwardWeights>(
                     forward, kind, chosen_source, weights, chosen_destination, strides, dilations, before, after));
    return result;
}

} // namespace

onednn_status onednn_convolution_training_create(
    const onednn_convolution *description, onednn_primitive **forward, onednn_primitive **backward_data,
    onednn_primitive **backward_weights) {
    return guarded([&] {
        const auto &d = *description;
        if (d.spatial_rank < 1 || d.spatial_rank > 3) throw std::invalid_argument("a convolution has 1 to 3 spatial dimensions");
        auto lock = lock_convolutions();
        auto made = d.transposed
            ? convolve<dnnl::deconvolution_forward, dnnl::deconvolution_backward_data, dnnl::deconvolution_backward_weights>(
                  d, algorithm::deconvolution_direct, backward_data != nullptr, backward_weights != nullptr)
            : convolve<dnnl::convolution_forward, dnnl::convolution_backward_data, dnnl::convolution_backward_weights>(
                  d, algorithm::convolution_direct, backward_data != nullptr, backward_weights != nullptr);
        *forward = made.forward.release();
        if (backward_data) *backward_data = made.backward_data.release();
        if (backward_weights) *backward_weights = made.backward_weights.release();
    });
}

onednn_status onednn_pooling_training_create(
    const onednn_pooling *description, onednn_primitive **forward, onednn_primitive **backward) {
    return guarded([&] {
        const auto &d = *description;
        const PoolingWindow window(d);
        const auto &[kernel, strides, before, after, kind] = window;
        const auto &source = d.source->descriptor, &destination = d.destination->descriptor;
        using Forward = dnnl::pooling_forward;
        using Backward = dnnl::pooling_backward;
#if DNNL_VERSION_MAJOR >= 3
        memory::dims dilations(kernel.size(), 0);
        auto first = describe<Forward>(
            prop_kind::forward_training, kind, source, destination, strides, kernel, dilations, before, after);
        auto second = describe_backward<Backward>(
            first, kind, first.src_desc(), first.dst_desc(), strides, kernel, dilations, before, after);
#else
        auto first = describe<Forward>(prop_kind::forward_training, kind, source, destination, strides, kernel, before, after);
        auto second =
            describe_backward<Backward>(first, kind, first.src_desc(), first.dst_desc(), strides, kernel, before, after);
#endif
        auto made = make(first);
        *backward = make(second).release();
        *forward = made.release();
    });
}

onednn_status onednn_batch_normalization_training_create(
    float epsilon, bool rectifies, const onednn_layout *source, onednn_primitive **forward, onednn_primitive **backward) {
    return guarded([&] {
        using Forward = dnnl::batch_normalization_forward;
        using Backward = dnnl::batch_normalization_backward;
        auto flags = dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift;
        if (rectifies) flags |= dnnl::normalization_flags::fuse_norm_relu;
        const auto &layout = source->descriptor;
#if DNNL_VERSION_MAJOR >= 3
        auto first = describe<Forward>(prop_kind::forward_training, layout, layout, epsilon, flags);
        auto second = describe_backward<Backward>(first, prop_kind::backward, layout, layout, layout, epsilon, flags);
#else
        auto first = describe<Forward>(prop_kind::forward_training, layout, epsilon, flags);
        auto second = describe_backward<Backward>(first, prop_kind::backward, layout, layout, epsilon, flags);
#endif
        auto made = make(first);
        *backward = make(second).release();
        *forward = made.release();
    });
}

onednn_status onednn_matrix_product(
    bool transposes_a, bool transposes_b, int64_t m, int64_t n, int64_t k, const float *a, int64_t a_stride, const float *b,
    int64_t b_stride, float beta, float *c, int64_t c_stride) {
    auto status = dnnl_sgemm(
        transposes_a ? 'T' : 'N', transposes_b ? 'T' : 'N', m, n, k, 1.0f, a, a_stride, b, b_stride, beta, c, c_stride);
    return status == dnnl_success ? ONEDNN_SUCCESS : fail("the matrices do not fit", ONEDNN_INVALID_ARGUMENTS);
}
