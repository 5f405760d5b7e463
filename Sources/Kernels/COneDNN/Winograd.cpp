// The weights of Winograd convolutions. The library's own reorder transforms them one number at a time. That takes longer than everything else that a
// model needs to start. It also needs as much scratch memory as the weights take.

#include "Internal.hpp"
#include <Team.hpp>

#include <algorithm>
#include <atomic>

namespace {

using namespace onednn_shim;
using namespace team;

#if DNNL_VERSION_MAJOR < 3

constexpr int block = 16;

/// The transforms G of F(2×2, 3×3) and F(4×4, 3×3) in the form that the library's kernels expect. The transformed weights are G · w · Gᵀ.
const float transform_4[4][3] = {{1, 0, 0}, {0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, 0.5f}, {0, 0, 1}};
const float transform_6[6][3] = {
    {1.13777777777778f, 0, 0},
    {-0.688403361344538f, -0.430252100840336f, -0.26890756302521f},
    {-0.688403361344538f, 0.430252100840336f, -0.26890756302521f},
    {0.119514472455649f, 0.179271708683473f, 0.26890756302521f},
    {0.119514472455649f, -0.179271708683473f, 0.26890756302521f},
    {0, 0, 1},
};

/// The place of the transformed weights of an output block and an input channel. They begin at `base`. Each further element of the transform is one
/// `step` further, and has 16 outputs.
struct Place {
    size_t base, step;
};

struct Work {
    dnnl_wino_desc_t form;
    int outputs, inputs;
    const float *weights, *scale;
    float *result;
    std::atomic<int> next{0};

    int blocks() const { return form.oc / block; }

    Place place(int output_block, int input) const {
        auto area = static_cast<size_t>(form.ic) * form.oc;
        auto rows = static_cast<size_t>(form.ic) * block;
        switch (form.wino_format) {
        case dnnl_wino_wei_aaOio: return {output_block * rows + static_cast<size_t>(input) * block, area};
        case dnnl_wino_wei_aaOBiOo: {
            int chunk = output_block / form.oc2_block, within = output_block % form.oc2_block;
            return {(chunk * rows + static_cast<size_t>(input) * block) * form.oc2_block + static_cast<size_t>(within) * block, area};
        }
        default: {
            int chunk = output_block / form.oc2_block, within = output_block % form.oc2_block;
            int span = form.ic2_block * block, part = input / span;
            auto piece = static_cast<size_t>(form.oc2_block) * span * block, step = piece * (form.ic / span);
            auto row = static_cast<size_t>(within) * span + input % span;
            return {chunk * step * form.alpha * form.alpha + part * piece + row * block, step};
        }
        }
    }
};

template <int alpha> void transform(const Work &work, const float (&factors)[alpha][3], int output_block) {
    for (int input = 0; input < work.form.ic; input++) {
        auto place = work.place(output_block, input);
        float taps[9][block] = {}, half[alpha][3][block];
        int outputs = input < work.inputs ? std::min(block, work.outputs - output_block * block) : 0;
        for (int lane = 0; lane < outputs; lane++) {
            int output = output_block * block + lane;
            const float *source = work.weights + (static_cast<size_t>(output) * work.inputs + input) * 9;
            float factor = work.scale ? work.scale[output] : 1;
            for (int tap = 0; tap < 9; tap++) taps[tap][lane] = source[tap] * factor;
        }
        for (int row = 0; row < alpha; row++)
            for (int column = 0; column < 3; column++)
                for (int lane = 0; lane < block; lane++)
                    half[row][column][lane] = factors[row][0] * taps[column][lane] + factors[row][1] * taps[3 + column][lane]
                        + factors[row][2] * taps[6 + column][lane];
        for (int row = 0; row < alpha; row++)
            for (int column = 0; column < alpha; column++) {
                float *target = work.result + place.base + place.step * static_cast<size_t>(row * alpha + column);
                for (int lane = 0; lane < block; lane++)
                    target[lane] = half[row][0][lane] * factors[column][0] + half[row][1][lane] * factors[column][1]
                        + half[row][2][lane] * factors[column][2];
            }
    }
}

void transform_blocks(void *data) {
    auto &work = *static_cast<Work *>(data);
    for (int index; (index = work.next.fetch_add(1)) < work.blocks();) {
        if (work.form.alpha == 4) {
            transform(work, transform_4, index);
        } else {
            transform(work, transform_6, index);
        }
    }
}

/// Whether the arrangement of weights in a layout is known here.
bool is_known(const dnnl_wino_desc_t &form) {
    if (form.r != 3 || form.ic_block != block || form.oc_block != block || form.adj_scale != 1 || form.oc % block != 0) return false;
    switch (form.wino_format) {
    case dnnl_wino_wei_aaOio: return form.alpha == 4;
    case dnnl_wino_wei_aaOBiOo: return form.alpha == 4 && form.oc2_block > 0 && form.oc % (block * form.oc2_block) == 0;
    case dnnl_wino_wei_OBaaIBOIio:
        return form.alpha == 6 && form.oc2_block > 0 && form.oc % (block * form.oc2_block) == 0 && form.ic2_block > 0
            && form.ic % (block * form.ic2_block) == 0;
    default: return false;
    }
}

#endif

} // namespace

onednn_status onednn_winograd_weights(
    const onednn_layout *layout, int outputs, int inputs, const float *weights, const float *scale, float *result) {
#if DNNL_VERSION_MAJOR < 3
    const auto &descriptor = layout->descriptor.data;
    if (descriptor.format_kind != dnnl_format_kind_wino || descriptor.data_type != dnnl_f32)
        return fail("not the weights of a Winograd convolution", ONEDNN_UNIMPLEMENTED);
    const auto &form = descriptor.format_desc.wino_desc;
    if (!is_known(form) || outputs < 1 || inputs < 1 || outputs > form.oc || inputs > form.ic)
        return fail("another form of Winograd weights", ONEDNN_UNIMPLEMENTED);
    Work work;
    work.form = form;
    work.outputs = outputs;
    work.inputs = inputs;
    work.weights = weights;
    work.scale = scale;
    work.result = result;
    run_parts(std::min(limit_of_thread(), work.blocks()), transform_blocks, &work);
    return ONEDNN_SUCCESS;
#else
    (void)layout, (void)outputs, (void)inputs, (void)weights, (void)scale, (void)result;
    return fail("this version has no Winograd convolution", ONEDNN_UNIMPLEMENTED);
#endif
}
