#include "Internal.hpp"

#include <memory>
#include <stdexcept>
#include <string_view>

using dnnl::algorithm;
using dnnl::memory;
using dnnl::prop_kind;
using namespace onednn_shim;

namespace {

algorithm eltwise_algorithm(int kind) {
    switch (kind) {
    case KernelFunctionReLU: return algorithm::eltwise_relu;
    case KernelFunctionTanh: return algorithm::eltwise_tanh;
    case KernelFunctionELU: return algorithm::eltwise_elu;
    case KernelFunctionSquare: return algorithm::eltwise_square;
    case KernelFunctionAbsolute: return algorithm::eltwise_abs;
    case KernelFunctionSquareRoot: return algorithm::eltwise_sqrt;
    case KernelFunctionLinear: return algorithm::eltwise_linear;
    case KernelFunctionSoftplus: return algorithm::eltwise_soft_relu;
    case KernelFunctionLogistic: return algorithm::eltwise_logistic;
    case KernelFunctionExponential: return algorithm::eltwise_exp;
    case KernelFunctionGELUTanh: return algorithm::eltwise_gelu_tanh;
    case KernelFunctionGELUErf: return algorithm::eltwise_gelu_erf;
    case KernelFunctionSwish: return algorithm::eltwise_swish;
    case KernelFunctionLogarithm: return algorithm::eltwise_log;
    case KernelFunctionClip: return algorithm::eltwise_clip;
    case KernelFunctionPower: return algorithm::eltwise_pow;
    case KernelFunctionRound: return algorithm::eltwise_round;
    case KernelFunctionHardSwish: return algorithm::eltwise_hardswish;
    }
    throw std::invalid_argument("unknown elementwise function");
}

algorithm binary_algorithm(int kind) {
    switch (kind) {
    case KernelOperationAdd: return algorithm::binary_add;
    case KernelOperationMultiply: return algorithm::binary_mul;
    case KernelOperationMaximum: return algorithm::binary_max;
    case KernelOperationMinimum: return algorithm::binary_min;
    case KernelOperationDivide: return algorithm::binary_div;
    case KernelOperationSubtract: return algorithm::binary_sub;
    }
    throw std::invalid_argument("unknown binary function");
}

/// Sets the slope and offset of hard swish, which version 3 takes as parameters and version 2 fixes.
void adjust(int kind, float &alpha, float &beta) {
    if (kind == KernelFunctionHardSwish) {
        alpha = 1.0f / 6.0f;
        beta = 0.5f;
    }
}

dnnl::primitive_attr attributes(onednn_posts posts) {
    if (posts.count < 0 || posts.count > ONEDNN_MAXIMUM_POST_OPS) throw std::invalid_argument("too many post-operations");
    dnnl::post_ops list;
    for (int index = 0; index < posts.count; index++) {
        const auto &post = posts.items[index];
        float alpha = post.alpha, beta = post.beta;
        switch (post.kind) {
        case ONEDNN_POST_ELTWISE:
            adjust(post.algorithm, alpha, beta);
#if DNNL_VERSION_MAJOR >= 3
            list.append_eltwise(eltwise_algorithm(post.algorithm), alpha, beta);
#else
            list.append_eltwise(1.0f, eltwise_algorithm(post.algorithm), alpha, beta);
#endif
            break;
        case ONEDNN_POST_SUM: list.append_sum(alpha); break;
        case ONEDNN_POST_BINARY: list.append_binary(binary_algorithm(post.algorithm), post.operand->descriptor); break;
        }
    }
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (posts.count > 0) attributes.set_post_ops(list);
    return attributes;
}

dnnl::primitive_attr attributes() { return attributes(onednn_posts{nullptr, 0}); }

template <typename Descriptor> onednn_primitive *make(const Descriptor &descriptor) { return new onednn_primitive(descriptor); }

/// Makes the description of a primitive from its parts. Version 2 of the library needs an operation descriptor in between.
#if DNNL_VERSION_MAJOR >= 3
template <typename Primitive, typename... Parts>
typename Primitive::primitive_desc describe(const dnnl::primitive_attr &attributes, const Parts &...parts) {
    return typename Primitive::primitive_desc(engine(), parts..., attributes);
}
#else
template <typename Primitive, typename... Parts>
typename Primitive::primitive_desc describe(const dnnl::primitive_attr &attributes, const Parts &...parts) {
    return typename Primitive::primitive_desc(typename Primitive::desc(parts...), attributes, engine());
}
#endif

template <typename Primitive>
onednn_primitive *convolve(const onednn_convolution &d, algorithm kind, const dnnl::primitive_attr &attributes) {
    auto rank = d.spatial_rank;
    memory::dims strides(d.strides, d.strides + rank), dilations(d.dilations, d.dilations + rank);
    memory::dims before(d.padding_before, d.padding_before + rank), after(d.padding_after, d.padding_after + rank);
    for (auto &dilation : dilations) dilation -= 1;
    auto forward = prop_kind::forward_inference;
    const auto &source = d.source->descriptor, &weights = d.weights->descriptor, &destination = d.destination->descriptor;
    if (d.bias)
        return make(describe<Primitive>(
            attributes, forward, kind, source, weights, d.bias->descriptor, destination, strides, dilations, before, after));
    return make(
        describe<Primitive>(attributes, forward, kind, source, weights, destination, strides, dilations, before, after));
}

/// Whether a post-operation reads an operand of more than one number.
bool reads_numbers(onednn_posts posts) {
    for (int index = 0; index < posts.count; index++) {
        if (posts.items[index].kind != ONEDNN_POST_BINARY) continue;
        for (auto extent : dims_of(posts.items[index].operand->descriptor))
            if (extent > 1) return true;
    }
    return false;
}

/// Throws for a convolution that version 2.6 computes wrongly. The result has one channel, the convolution is a product of matrices, and a
/// post-operation has an operand as large as the result. The library would read only one number of the operand.
void check_operands(const onednn_convolution &d, onednn_posts posts, const onednn_primitive &made) {
    if (dims_of(d.destination->descriptor)[1] != 1 || !reads_numbers(posts)) return;
    if (std::string_view(onednn_primitive_implementation(&made)).find("gemm") != std::string_view::npos)
        throw dnnl::error(dnnl_unimplemented, "the kernel misreads an operand of its result");
}

} // namespace

onednn_status onednn_convolution_create(const onednn_convolution *description, onednn_posts posts, onednn_primitive **result) {
    return guarded([&] {
        const auto &d = *description;
        if (d.spatial_rank < 1 || d.spatial_rank > 3) throw std::invalid_argument("a convolution has 1 to 3 spatial dimensions");
        auto options = attributes(posts);
        auto lock = lock_convolutions();
        std::unique_ptr<onednn_primitive> made(
            d.transposed ? convolve<dnnl::deconvolution_forward>(d, algorithm::deconvolution_direct, options)
                         : convolve<dnnl::convolution_forward>(
                               d, d.winograd ? algorithm::convolution_winograd : algorithm::convolution_direct, options));
        check_operands(d, posts, *made);
        *result = made.release();
    });
}

onednn_status onednn_inner_product_create(
    const onednn_layout *source, const onednn_layout *weights, const onednn_layout *bias, const onednn_layout *destination,
    onednn_posts posts, onednn_primitive **result) {
    return guarded([&] {
        using product = dnnl::inner_product_forward;
        auto options = attributes(posts);
        auto forward = prop_kind::forward_inference;
        *result = bias ? make(describe<product>(
                             options, forward, source->descriptor, weights->descriptor, bias->descriptor, destination->descriptor))
                       : make(
                             describe<product>(options, forward, source->descriptor, weights->descriptor, destination->descriptor));
    });
}

onednn_status onednn_matmul_create(
    const onednn_layout *source, const onednn_layout *weights, const onednn_layout *bias, const onednn_layout *destination,
    onednn_posts posts, onednn_primitive **result) {
    return guarded([&] {
        using product = dnnl::matmul;
        auto options = attributes(posts);
        *result = bias ? make(describe<product>(
                             options, source->descriptor, weights->descriptor, bias->descriptor, destination->descriptor))
                       : make(describe<product>(options, source->descriptor, weights->descriptor, destination->descriptor));
    });
}

onednn_status onednn_pooling_create(const onednn_pooling *description, onednn_posts posts, onednn_primitive **result) {
    return guarded([&] {
        const auto &d = *description;
        const PoolingWindow window(d);
        const auto &[kernel, strides, before, after, kind] = window;
        auto options = attributes(posts);
        auto forward = prop_kind::forward_inference;
        const auto &source = d.source->descriptor, &destination = d.destination->descriptor;
#if DNNL_VERSION_MAJOR >= 3
        memory::dims dilations(kernel.size(), 0);
        *result = make(describe<dnnl::pooling_forward>(
            options, forward, kind, source, destination, strides, kernel, dilations, before, after));
#else
        *result = make(
            describe<dnnl::pooling_forward>(options, forward, kind, source, destination, strides, kernel, before, after));
#endif
    });
}

onednn_status onednn_reorder_create(const onednn_layout *source, const onednn_layout *destination, onednn_primitive **result) {
    return guarded([&] {
        dnnl::reorder::primitive_desc descriptor(
            engine(), source->descriptor, engine(), destination->descriptor, attributes());
        *result = make(descriptor);
    });
}

onednn_status onednn_softmax_create(
    int axis, bool logarithm, const onednn_layout *source, const onednn_layout *destination, onednn_primitive **result) {
    return guarded([&] {
        auto forward = prop_kind::forward_inference;
#if DNNL_VERSION_MAJOR >= 3
        auto kind = logarithm ? algorithm::softmax_log : algorithm::softmax_accurate;
        *result = make(
            describe<dnnl::softmax_forward>(attributes(), forward, kind, source->descriptor, destination->descriptor, axis));
#else
        auto kind = logarithm ? algorithm::softmax_log : algorithm::softmax_accurate;
        *result = make(
            describe<dnnl::softmax_v2_forward>(attributes(), forward, kind, source->descriptor, destination->descriptor, axis));
#endif
    });
}

onednn_status onednn_lrn_create(
    int64_t size, float alpha, float beta, float k, const onednn_layout *source, const onednn_layout *destination,
    onednn_primitive **result) {
    return guarded([&] {
        auto forward = prop_kind::forward_inference;
        auto kind = algorithm::lrn_across_channels;
#if DNNL_VERSION_MAJOR >= 3
        *result = make(describe<dnnl::lrn_forward>(
            attributes(), forward, kind, source->descriptor, destination->descriptor, size, alpha, beta, k));
#else
        (void)destination;
        *result = make(
            describe<dnnl::lrn_forward>(attributes(), forward, kind, source->descriptor, size, alpha, beta, k));
#endif
    });
}

onednn_status onednn_resampling_create(
    onednn_resampling_kind kind, const onednn_layout *source, const onednn_layout *destination, onednn_posts posts,
    onednn_primitive **result) {
    return guarded([&] {
        auto chosen = kind == ONEDNN_RESAMPLE_NEAREST ? algorithm::resampling_nearest : algorithm::resampling_linear;
        *result = make(describe<dnnl::resampling_forward>(
            attributes(posts), prop_kind::forward_inference, chosen, source->descriptor, destination->descriptor));
    });
}

onednn_status onednn_primitive_compile(const onednn_primitive *primitive) {
    return guarded([&] { primitive->compiled(); });
}

void onednn_primitive_destroy(onednn_primitive *primitive) { delete primitive; }

const char *onednn_primitive_implementation(const onednn_primitive *primitive) {
    const char *name = nullptr;
    auto status = dnnl_primitive_desc_query(primitive->descriptor.get(), dnnl_query_impl_info_str, 0, &name);
    return status == dnnl_success && name ? name : "";
}

onednn_status onednn_primitive_layout(const onednn_primitive *primitive, int argument, onednn_layout **result) {
    return guarded([&] {
        auto query = dnnl::query::exec_arg_md;
        *result = new onednn_layout{primitive->descriptor.query_md(query, onednn_shim::argument(argument))};
    });
}

size_t onednn_primitive_scratchpad_byte_count(const onednn_primitive *primitive) {
    size_t count = 0;
    guarded([&] { count = primitive->descriptor.query_md(dnnl::query::scratchpad_md).get_size(); });
    return count;
}
