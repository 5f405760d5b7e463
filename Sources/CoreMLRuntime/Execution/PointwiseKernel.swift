import COneDNN
import Foundation

/// Posts over dense row-major float32, in Swift: for what oneDNN has no fast kernel for.
struct PointwiseKernel: @unchecked Sendable {
    let posts: [PostOperation]
    let shape: [Int]
    /// The strides of each binary operand over `shape`, in the order of the posts.
    let operandStrides: [[Int]]

    /// `addresses` holds the source, the binary operands and the destination.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        let count = shape.product()
        let source = addresses[0].assumingMemoryBound(to: Float.self)
        let target = addresses[operandStrides.count + 1].assumingMemoryBound(to: Float.self)
        if source != target { target.update(from: source, count: count) }
        var operand = 0
        for post in posts {
            switch post {
            case .function(let algorithm, let alpha, let beta): PointwiseKernel.apply(algorithm, alpha, beta, target, count)
            case .affine(let axis, let scale, let shift):
                let inner = shape.dropFirst(axis + 1).product()
                var index = 0
                while index < count {
                    for channel in 0..<scale.count {
                        for position in index..<index + inner { target[position] = target[position] * scale[channel] + shift[channel] }
                        index += inner
                    }
                }
            case .binary(let algorithm, _):
                let values = addresses[operand + 1].assumingMemoryBound(to: Float.self)
                let walk = StridedWalk(shape: shape, strides: [TensorType.float32(shape).strides, operandStrides[operand]])
                operand += 1
                let (length, step, otherStep) = (walk.rowLength, walk.step(0), walk.step(1))
                walk.forEachRow { offsets in
                    let (row, other) = (target + offsets[0], values + offsets[1])
                    PointwiseKernel.combine(algorithm, row, step, other, otherStep, length)
                }
            }
        }
    }

    private static func combine(
        _ algorithm: onednn_binary, _ row: UnsafeMutablePointer<Float>, _ step: Int, _ other: UnsafeMutablePointer<Float>,
        _ otherStep: Int, _ count: Int
    ) {
        @inline(__always) func each(_ function: (Float, Float) -> Float) {
            for index in 0..<count { row[index * step] = function(row[index * step], other[index * otherStep]) }
        }
        switch algorithm {
        case ONEDNN_BINARY_ADD: each { $0 + $1 }
        case ONEDNN_BINARY_SUB: each { $0 - $1 }
        case ONEDNN_BINARY_MUL: each { $0 * $1 }
        case ONEDNN_BINARY_DIV: each { $0 / $1 }
        case ONEDNN_BINARY_MAX: each { $0 > $1 ? $0 : $1 }
        case ONEDNN_BINARY_MIN: each { $0 < $1 ? $0 : $1 }
        default: break
        }
    }

    private static func apply(
        _ algorithm: onednn_eltwise, _ alpha: Float, _ beta: Float, _ values: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        @inline(__always) func each(_ function: (Float) -> Float) {
            for index in 0..<count { values[index] = function(values[index]) }
        }
        switch algorithm {
        case ONEDNN_ELTWISE_RELU: each { $0 >= 0 ? $0 : alpha * $0 }
        case ONEDNN_ELTWISE_TANH: each { tanh($0) }
        case ONEDNN_ELTWISE_ELU: each { $0 >= 0 ? $0 : alpha * expm1($0) }
        case ONEDNN_ELTWISE_SQUARE: each { $0 * $0 }
        case ONEDNN_ELTWISE_ABS: each { abs($0) }
        case ONEDNN_ELTWISE_SQRT: each { $0.squareRoot() }
        case ONEDNN_ELTWISE_LINEAR: each { alpha * $0 + beta }
        case ONEDNN_ELTWISE_SOFT_RELU: each { softplus($0) }
        case ONEDNN_ELTWISE_LOGISTIC: each { sigmoid($0) }
        case ONEDNN_ELTWISE_EXP: each { exp($0) }
        case ONEDNN_ELTWISE_GELU_TANH:
            let scale = Float((2 / Double.pi).squareRoot())
            each { 0.5 * $0 * (1 + tanh(scale * ($0 + 0.044715 * $0 * $0 * $0))) }
        case ONEDNN_ELTWISE_GELU_ERF: each { 0.5 * $0 * (1 + erf($0 * Float(0.5).squareRoot())) }
        case ONEDNN_ELTWISE_SWISH: each { $0 * sigmoid(alpha * $0) }
        case ONEDNN_ELTWISE_LOG: each { log($0) }
        case ONEDNN_ELTWISE_CLIP: each { min(max($0, alpha), beta) }
        case ONEDNN_ELTWISE_POW: each { alpha * pow($0, beta) }
        case ONEDNN_ELTWISE_ROUND: each { $0.rounded(.toNearestOrEven) }
        case ONEDNN_ELTWISE_HARDSWISH: each { $0 * min(max($0 / 6 + 0.5, 0), 1) }
        default: break
        }
    }
}
