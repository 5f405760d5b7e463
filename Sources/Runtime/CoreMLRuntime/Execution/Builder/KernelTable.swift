/// The kernels of each kind of node. If several fit a node, a plan takes the first.
///
/// Documentation/Kernels.md explains the rows. A test compares the page with this table. CONTRIBUTING.md explains how to add a kernel.
struct KernelTable: Sendable {
    typealias Candidates<Operation> = [any KernelCandidate<Operation>.Type]

    static let standard = KernelTable()

    let convolution: Candidates<ConvolutionNode> = [
        VectorProduct.self, WinogradConvolution.self, ImageConvolution.self, PatchProduct.self, TileConvolution.self,
        LibraryWinogradConvolution.self, LibraryConvolution.self,
    ]
    let depthwisePointwise: Candidates<DepthwisePointwiseNode> = [DepthwisePointwise.self]
    let dynamicConvolution: Candidates<DynamicConvolutionNode> = [DynamicConvolution.self]
    let product: Candidates<ProductNode> = [QuantizedProduct.self, RowProduct.self, TileProduct.self, LibraryProduct.self]
    let matrixProduct: Candidates<MatrixProductNode> = [LibraryMatrixProduct.self]
    let attention: Candidates<AttentionNode> = [AttentionInAMX.self, AttentionOfFewQueries.self, AttentionInBlocks.self]
    let pooling: Candidates<PoolingNode> = [ChannelPooling.self, LibraryPooling.self]
    let pointwise: Candidates<Void> = [PointwisePass.self]
    let concat: Candidates<Int> = [ConcatenationInPlace.self, ConcatenationByCopy.self]
    let reshape: Candidates<Void> = [ReshapedView.self]
    let part: Candidates<Int> = [PartView.self]
    let transpose: Candidates<[Int]> = [LibraryTransposition.self]
    let softmax: Candidates<Int> = [RowSoftmax.self, ColumnSoftmaxes.self, LibrarySoftmax.self]
    let localResponse: Candidates<LocalResponseNode> = [LibraryLocalResponse.self]
    let layerNormalization: Candidates<NormalizationNode> = [RowNormalization.self]
    let rootMeanSquare: Candidates<RootMeanSquareNode> = [RootMeanSquareRows.self]
    let instanceNormalization: Candidates<NormalizationNode> = [ChannelNormalization.self]
    let resample: Candidates<ResamplingKind> = [LibraryResampling.self]
    let quantize: Candidates<EightBitQuantization> = [QuantizationPass.self]
    let dequantize: Candidates<EightBitQuantization> = [DequantizationPass.self]
    let integerConvolution: Candidates<(ConvolutionNode, IntegerProduct)> = [LibraryIntegerConvolution.self]
    let integerProduct: Candidates<(ProductNode, IntegerProduct)> = [LibraryIntegerProduct.self]
    let rounding: Candidates<OperandRounding> = [RoundingPass.self]
    let plain: Candidates<PlainCall> = [StateUpdateInPlace.self, PlainKernel.self]
}

extension PlanBuilder {
    /// Plans a node with the first suitable kernel for the node's kind.
    mutating func plan(_ node: Node) throws {
        let table = KernelTable.standard
        switch node.kind {
        case .convolution(let convolution): try plan(node, convolution, table.convolution)
        case .depthwisePointwise(let pair): try plan(node, pair, table.depthwisePointwise)
        case .dynamicConvolution(let convolution): try plan(node, convolution, table.dynamicConvolution)
        case .product(let product): try plan(node, product, table.product)
        case .matrixProduct(let product): try plan(node, product, table.matrixProduct)
        case .attention(let attention): try plan(node, attention, table.attention)
        case .pooling(let pooling): try plan(node, pooling, table.pooling)
        case .pointwise: try plan(node, (), table.pointwise)
        case .concat(let axis): try plan(node, axis, table.concat)
        case .reshape: try plan(node, (), table.reshape)
        case .part(let offset): try plan(node, offset, table.part)
        case .transpose(let permutation): try plan(node, permutation, table.transpose)
        case .softmax(let axis): try plan(node, axis, table.softmax)
        case .localResponse(let response): try plan(node, response, table.localResponse)
        case .layerNormalization(let normalization): try plan(node, normalization, table.layerNormalization)
        case .rootMeanSquare(let normalization): try plan(node, normalization, table.rootMeanSquare)
        case .instanceNormalization(let normalization): try plan(node, normalization, table.instanceNormalization)
        case .resample(let kind): try plan(node, kind, table.resample)
        case .quantize(let quantization): try plan(node, quantization, table.quantize)
        case .dequantize(let quantization): try plan(node, quantization, table.dequantize)
        case .integerConvolution(let convolution, let integers): try plan(node, (convolution, integers), table.integerConvolution)
        case .integerProduct(let product, let integers): try plan(node, (product, integers), table.integerProduct)
        case .rounding(let rounding): try plan(node, rounding, table.rounding)
        case .plain(let call): try plan(node, call, table.plain)
        }
    }

    private mutating func plan<Operation>(
        _ node: Node, _ operation: Operation, _ candidates: KernelTable.Candidates<Operation>
    ) throws {
        for candidate in candidates where computesProducts(in: candidate.unit) {
            if try candidate.canPlan(node, operation, in: self) { return try candidate.plan(node, operation, in: &self) }
        }
        throw RuntimeError.unsupported("'\(node.name)': no kernel")
    }

    private func computesProducts(in unit: ProductUnit) -> Bool {
        switch unit {
        case .any: true
        case .amx: usesAMX
        case .vectors: !usesAMX
        }
    }
}
