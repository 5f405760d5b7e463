/// A function during its optimisation. The values have numbers, and the nodes are in the order of execution.
struct Graph {
    typealias ValueID = Int

    struct Value {
        var name: String
        var type: TensorType
        var constant: Tensor?
        /// Whether the value is stored in float32 even in a plan of reduced precision.
        var isExact = false
    }

    var values: [Value] = []
    var nodes: [Node] = []
    var inputs: [ValueID] = []
    var outputs: [ValueID] = []
    /// The products that have rounded factors, after the optimisation.
    var reducedProducts: [ReducedProduct] = []

    mutating func add(_ value: Value) -> ValueID {
        values.append(value)
        return values.count - 1
    }

    func shape(_ id: ValueID) -> [Int] { values[id].type.shape }

    func isFloat(_ id: ValueID) -> Bool { values[id].type.scalar == .float32 }
}

/// A step of a graph. `posts` are applied to each element of the first output before it is stored.
struct Node {
    var name: String
    var kind: Kind
    var inputs: [Graph.ValueID]
    var outputs: [Graph.ValueID]
    var posts: [PostOperation] = []
    /// Whether a convolution or product computes in float32 even in a plan of reduced precision.
    var isExact = false

    indirect enum Kind {
        case convolution(ConvolutionNode)
        case depthwisePointwise(DepthwisePointwiseNode)
        case dynamicConvolution(DynamicConvolutionNode)
        case product(ProductNode)
        case matrixProduct(MatrixProductNode)
        case attention(AttentionNode)
        case pooling(PoolingNode)
        /// The first input, changed only by `posts`.
        case pointwise
        case concat(axis: Int)
        /// Keeps the elements in row-major order, and changes the shape.
        case reshape
        case transpose([Int])
        case softmax(axis: Int)
        case localResponse(LocalResponseNode)
        /// A contiguous part of the input in row-major order. It begins at the element with this index.
        case part(Int)
        /// A layer normalisation over the last dimensions. They have as many elements as gamma and beta.
        case layerNormalization(NormalizationNode)
        case rootMeanSquare(RootMeanSquareNode)
        /// A normalisation of each channel of one image, over all spatial dimensions.
        case instanceNormalization(NormalizationNode)
        case resample(ResamplingKind)
        /// A quantization of numbers to 8-bit integers.
        case quantize(EightBitQuantization)
        case dequantize(EightBitQuantization)
        /// A convolution of 8-bit integers.
        case integerConvolution(ConvolutionNode, IntegerProduct)
        case integerProduct(ProductNode, IntegerProduct)
        /// The input, rounded to a narrower type and stored as float32.
        case rounding(OperandRounding)
        /// A call of a plain kernel.
        case plain(PlainCall)
    }

    /// Every value that the node reads.
    var operands: [Graph.ValueID] {
        var operands = inputs
        for case .binary(_, let value) in posts { operands.append(value) }
        return operands
    }

    /// Whether the kernels for this kind of node apply `posts` when they store results.
    var takesPosts: Bool {
        switch kind {
        case .convolution, .product, .matrixProduct, .pointwise, .layerNormalization, .rootMeanSquare, .instanceNormalization: true
        default: false
        }
    }
}

/// An operation that is applied to each element.
enum PostOperation {
    case function(ElementFunction, alpha: Float, beta: Float)
    /// `x · scale + shift`, with one scale and one shift for every index of `axis`.
    case affine(axis: Int, scale: [Float], shift: [Float])
    /// `x` if it is at least 0, else `x` times the slope for the index of `axis`.
    case leak(axis: Int, slopes: [Float])
    /// Combines with another value, which broadcasts to the result's shape.
    case binary(ElementOperation, Graph.ValueID)

    var isFunction: Bool { if case .function = self { true } else { false } }

    static func linear(_ scale: Float, _ shift: Float) -> PostOperation {
        .function(.linear, alpha: scale, beta: shift)
    }

    static func clip(_ low: Float, _ high: Float) -> PostOperation { .function(.clip, alpha: low, beta: high) }
}

struct ConvolutionNode {
    /// The weights: [O, C ÷ groups, spatial…], or [C, O ÷ groups, spatial…] for a transposed convolution.
    var weights: Tensor
    /// The scale of each output channel, which is folded into the weights.
    var scale: [Float]?
    var bias: [Float]?
    var groups: Int
    var outputChannels: Int
    var shape: Primitive.ConvolutionShape

    /// Whether Winograd's kernels are faster than other kernels for this convolution. Winograd's kernels compute a dense 3×3 float32
    /// convolution with less than half the multiplications. Their tiles fit images badly that are less than 8 pixels high or wide. Besides,
    /// layers with such small images have many weights, which would take nearly twice the memory.
    func suitsWinograd(_ input: [Int]) -> Bool {
        isSmallSquare(input) && input[1] >= 16 && outputChannels >= 16 && input[2] >= 8 && input[3] >= 8
    }

    /// Whether this is a dense convolution of two-dimensional images with 3 × 3 weights and a stride of one pixel.
    func isSmallSquare(_ input: [Int]) -> Bool {
        input.count == 4 && groups == 1 && !shape.transposed && Array(weights.shape.dropFirst(2)) == [3, 3]
            && shape.strides == [1, 1] && shape.dilations == [1, 1]
    }
}

/// The product x [.., K] · Wᵀ + b, with constant weights W [N, K], or [K, N] if they are transposed.
struct ProductNode {
    var weights: Tensor
    var isTransposed = false
    /// The scale of each output, which is folded into the weights.
    var scale: [Float]?
    var bias: [Float]?

    var outputCount: Int { weights.shape[isTransposed ? 1 : 0] }
    var inputCount: Int { weights.shape[isTransposed ? 0 : 1] }
}

struct MatrixProductNode {
    var transposesFirst: Bool
    var transposesSecond: Bool
}

struct PoolingNode {
    var kind: PoolingKind
    var kernel: [Int]
    var strides: [Int]
    var paddingBefore: [Int]
    var paddingAfter: [Int]
}

struct LocalResponseNode {
    var size: Int
    var alpha: Float
    var beta: Float
    var k: Float
}

struct NormalizationNode {
    /// The number of elements that are normalised together, with a mean of their own.
    var count: Int
    var epsilon: Float
    var gamma: [Float]?
    var beta: [Float]?
}

/// A call of a plain kernel. Its constants are already bound. The values of `slots` are bound during a run.
struct PlainCall {
    struct Slot {
        var argument: String
        var index: Int
        var value: Graph.ValueID
    }

    var definition: any OperationDefinition.Type
    var call: OperationCall
    var slots: [Slot]
}
