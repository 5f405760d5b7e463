import COneDNN

/// Operations that change each element on its own.
enum Pointwise {
    /// The effect of a unary operation on each element; `nil` if no fast kernel does the same.
    static func posts(for call: OperationCall) throws -> [PostOperation]? {
        func function(_ kind: onednn_eltwise, _ alpha: Float = 0, _ beta: Float = 0) -> [PostOperation] {
            [.function(kind, alpha: alpha, beta: beta)]
        }
        switch call.kind {
        case "relu": return function(ONEDNN_ELTWISE_RELU)
        case "relu6": return [.clip(0, 6)]
        case "leaky_relu": return function(ONEDNN_ELTWISE_RELU, try call.float("alpha", default: 0.01))
        case "clip": return [.clip(try call.float("alpha"), try call.float("beta"))]
        case "threshold": return [.clip(try call.float("alpha"), .infinity)]
        case "linear_activation": return [.linear(try call.float("alpha"), try call.float("beta", default: 0))]
        case "sigmoid": return function(ONEDNN_ELTWISE_LOGISTIC)
        case "sigmoid_hard":
            return [.linear(try call.float("alpha", default: 0.2), try call.float("beta", default: 0.5)), .clip(0, 1)]
        case "tanh": return function(ONEDNN_ELTWISE_TANH)
        case "scaled_tanh":
            let (alpha, beta) = (try call.float("alpha", default: 1), try call.float("beta", default: 1))
            return [.linear(beta, 0)] + function(ONEDNN_ELTWISE_TANH) + [.linear(alpha, 0)]
        case "elu": return function(ONEDNN_ELTWISE_ELU, try call.float("alpha", default: 1))
        case "silu": return function(ONEDNN_ELTWISE_SWISH, 1)
        case "softplus": return function(ONEDNN_ELTWISE_SOFT_RELU, 1)
        case "gelu":
            switch call.string("mode", default: "EXACT") {
            case "EXACT": return function(ONEDNN_ELTWISE_GELU_ERF)
            case "TANH_APPROXIMATION": return function(ONEDNN_ELTWISE_GELU_TANH)
            case "SIGMOID_APPROXIMATION": return function(ONEDNN_ELTWISE_SWISH, 1.702)
            default: return nil
            }
        case "thresholded_relu": return function(ONEDNN_ELTWISE_THRESHOLD, try call.float("alpha", default: 1))
        case "clamped_relu":
            return function(ONEDNN_ELTWISE_RELU, try call.float("alpha")) + [.clip(-.infinity, try call.float("beta"))]
        case "prelu":
            guard let slopes = try call.input("alpha").tensor, slopes.scalar == .float32 else { return nil }
            return [.leak(axis: 1, slopes: Array(slopes.floats))]
        case "pow":
            guard let exponent = try call.input("y").tensor, exponent.count == 1, exponent.scalar == .float32,
                try call.input("x").tensor == nil
            else { return nil }
            switch exponent.floats[0] {
            case 2: return function(ONEDNN_ELTWISE_SQUARE)
            case 0.5: return function(ONEDNN_ELTWISE_SQRT)
            default: return nil
            }
        case "softsign": return function(ONEDNN_ELTWISE_SOFT_SIGN)
        case "erf": return function(ONEDNN_ELTWISE_ERF)
        case "floor": return function(ONEDNN_ELTWISE_FLOOR)
        case "ceil": return function(ONEDNN_ELTWISE_CEILING)
        case "round": return function(ONEDNN_ELTWISE_ROUND)
        case "sign": return function(ONEDNN_ELTWISE_SIGN)
        case "abs": return function(ONEDNN_ELTWISE_ABS)
        case "square": return function(ONEDNN_ELTWISE_SQUARE)
        case "sqrt": return function(ONEDNN_ELTWISE_SQRT)
        case "exp": return function(ONEDNN_ELTWISE_EXP)
        default: return nil
        }
    }

    /// A binary operation: with a constant, or of two values, at least one of which has the result's shape.
    static func binary(_ plain: PlainCall, outputs: [Graph.ValueID], graph: inout Graph) throws -> Node? {
        let call = plain.call
        let shape = graph.shape(outputs[0])
        guard shape.count <= 5 else { return nil }
        func node(_ x: Graph.ValueID, _ posts: [PostOperation]) -> Node {
            Node(name: call.name, kind: .pointwise, inputs: [x], outputs: outputs, posts: posts)
        }
        switch (plain.operand("x"), plain.operand("y")) {
        case (let x?, let y?):
            if graph.shape(x) == shape, broadcasts(graph.shape(y), to: shape) {
                return node(x, [.binary(try algorithm(call), y)])
            }
            guard graph.shape(y) == shape, broadcasts(graph.shape(x), to: shape) else { return nil }
            return node(y, [.binary(reversed(try algorithm(call)), x)])
        case (let x?, nil):
            guard graph.shape(x) == shape, let constant = try call.input("y").tensor, constant.scalar == .float32 else { return nil }
            if let posts = posts(call.kind, constant: constant, reversed: false, shape: shape) { return node(x, posts) }
            guard broadcasts(constant.shape, to: shape) else { return nil }
            let value = graph.add(.init(name: "\(call.name).y", type: constant.type, constant: constant))
            return node(x, [.binary(try algorithm(call), value)])
        case (nil, let y?):
            guard graph.shape(y) == shape, let constant = try call.input("x").tensor, constant.scalar == .float32 else { return nil }
            if let posts = posts(call.kind, constant: constant, reversed: true, shape: shape) { return node(y, posts) }
            guard broadcasts(constant.shape, to: shape) else { return nil }
            let value = graph.add(.init(name: "\(call.name).x", type: constant.type, constant: constant))
            return node(y, [.binary(reversed(try algorithm(call)), value)])
        case (nil, nil): return nil
        }
    }

    private static func algorithm(_ call: OperationCall) throws -> onednn_binary {
        switch call.kind {
        case "add": ONEDNN_BINARY_ADD
        case "sub": ONEDNN_BINARY_SUB
        case "mul": ONEDNN_BINARY_MUL
        case "real_div": ONEDNN_BINARY_DIV
        case "maximum": ONEDNN_BINARY_MAX
        case "minimum": ONEDNN_BINARY_MIN
        default: throw call.unsupported("not a binary operation")
        }
    }

    /// The same with the operands exchanged.
    private static func reversed(_ algorithm: onednn_binary) -> onednn_binary {
        switch algorithm {
        case ONEDNN_BINARY_SUB: ONEDNN_BINARY_SUB_FROM
        case ONEDNN_BINARY_DIV: ONEDNN_BINARY_DIV_INTO
        default: algorithm
        }
    }

    private static func broadcasts(_ shape: [Int], to target: [Int]) -> Bool {
        shape.count <= target.count && zip(shape.reversed(), target.reversed()).allSatisfy { $0 == $1 || $0 == 1 }
    }

    /// The posts for a binary operation with a constant that varies along at most one axis. With `reversed` the constant is the first operand.
    private static func posts(_ kind: String, constant: Tensor, reversed: Bool, shape: [Int]) -> [PostOperation]? {
        guard broadcasts(constant.shape, to: shape) else { return nil }
        let padded = [Int](repeating: 1, count: shape.count - constant.shape.count) + constant.shape
        let axes = padded.indices.filter { padded[$0] != 1 }
        guard axes.count <= 1 else { return nil }
        let values = Array(constant.floats)
        guard let axis = axes.first else {
            let value = values[0]
            switch (kind, reversed) {
            case ("add", _): return [.linear(1, value)]
            case ("sub", false): return [.linear(1, -value)]
            case ("sub", true): return [.linear(-1, value)]
            case ("mul", _): return [.linear(value, 0)]
            case ("real_div", false): return [.linear(1 / value, 0)]
            case ("real_div", true): return [.function(ONEDNN_ELTWISE_RECIPROCAL, alpha: 0, beta: 0), .linear(value, 0)]
            case ("maximum", _): return [.clip(value, .infinity)]
            case ("minimum", _): return [.clip(-.infinity, value)]
            default: return nil
            }
        }
        let (ones, zeros) = ([Float](repeating: 1, count: values.count), [Float](repeating: 0, count: values.count))
        switch (kind, reversed) {
        case ("add", _): return [.affine(axis: axis, scale: ones, shift: values)]
        case ("sub", false): return [.affine(axis: axis, scale: ones, shift: values.map { -$0 })]
        case ("sub", true): return [.affine(axis: axis, scale: ones.map { -$0 }, shift: values)]
        case ("mul", _): return [.affine(axis: axis, scale: values, shift: zeros)]
        case ("real_div", false): return [.affine(axis: axis, scale: values.map { 1 / $0 }, shift: zeros)]
        default: return nil
        }
    }
}
