import Testing

@testable import CoreMLRuntime

struct OperationNamesTests {
    /// The operations of the format from iOS 15 to iOS 18, as coremltools registers them.
    static let names = """
        abs acos add affine argsort asin atan atanh avg_pool band_part batch_norm batch_to_space cast ceil clamped_relu classify clip
        concat cond const constexpr_affine_dequantize constexpr_blockwise_shift_scale constexpr_cast constexpr_lut_to_dense
        constexpr_lut_to_sparse constexpr_sparse_blockwise_shift_scale constexpr_sparse_to_dense conv conv_quantized conv_transpose cos
        cosh crop crop_resize cumsum depth_to_space dequantize einsum elu equal erf exp exp2 expand_dims fill fill_like flatten2d floor
        floor_div gather gather_along_axis gather_nd gelu greater greater_equal gru identity instance_norm inverse l2_norm l2_pool
        layer_norm leaky_relu less less_equal linear linear_activation list_gather list_length list_read list_scatter list_write
        local_response_norm log logical_and logical_not logical_or logical_xor lstm make_list matmul max_pool maximum minimum mod mul
        non_maximum_suppression non_zero not_equal one_hot pad pixel_shuffle pixel_unshuffle pow prelu quantize random_bernoulli
        random_categorical random_normal random_uniform range_1d read_state real_div reduce_argmax reduce_argmin reduce_l1_norm
        reduce_l2_norm reduce_log_sum reduce_log_sum_exp reduce_max reduce_mean reduce_min reduce_prod reduce_sum reduce_sum_square relu
        relu6 resample reshape reshape_like resize resize_bilinear resize_nearest_neighbor reverse reverse_sequence rnn round rsqrt
        scaled_dot_product_attention scaled_tanh scatter scatter_along_axis scatter_nd select shape sigmoid sigmoid_hard sign silu sin
        sinh slice_by_index slice_by_size slice_update sliding_windows softmax softplus softplus_parametric softsign space_to_batch
        space_to_depth split sqrt square squeeze stack sub tan tanh threshold thresholded_relu tile topk transpose upsample_bilinear
        upsample_nearest_neighbor while_loop
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Names of no operations on tensors: constants, blocks, lists, states, and what the translation of a program replaces.
    static let others: Set = [
        "const", "classify", "cond", "conv_quantized", "list_gather", "list_length", "list_read", "list_scatter", "list_write", "make_list",
        "read_state", "while_loop",
    ]

    @Test("Every operation of the format is known")
    func everyOperationOfTheFormatIsKnown() {
        #expect(Self.names.count == 167)
        #expect(Self.names.filter { !Self.others.contains($0) && OperationRegistry.table[$0] == nil } == [])
    }
}
