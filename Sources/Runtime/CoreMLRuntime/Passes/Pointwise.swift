/// Operations that change each element independently.
enum Pointwise {
    /// The posts that have the same effect as a unary operation; `nil` if no fast kernel has this effect.
    static func posts(for call: OperationCall) throws -> [PostOperation]? {
        func function(_ kind: ElementFunction, _ alpha: Float = 0, _ beta: Float = 0) -> [PostOperation] {
            [.function(kind, alpha: alpha, beta: beta)]
        }
        switch call.kind {
        case "relu": return function(.relu)
        case "relu6": return [.clip(0, 6)]
        case "leaky_relu": return function(.relu, try call.float("alpha", default: 0.01))
        case "clip": return [.clip(try call.float("alpha"), try call.float("beta"))]
        case "threshold": return [.clip(try call.float("alpha"), .infinity)]
        case "linear_activation": return [.linear(try call.float("alpha"), try call.float("beta", default: 0))]
        case "sigmoid": return function(.logistic)
        case "sigmoid_hard":
            return [.linear(try call.float("alpha", default: 0.2), try call.float("beta", default: 0.5)), .clip(0, 1)]
        case "tanh": return function(.tanh)
        case "scaled_tanh":
            let (alpha, beta) = (try call.float("alpha", default: 1), try call.float("beta", default: 1))
            return [.linear(beta, 0)] + function(.tanh) + [.linear(alpha, 0)]
        case "elu": return function(.elu, try call.float("alpha", default: 1))
        case "silu": return function(.swish, 1)
        case "softplus": return function(.softplus, 1)
        case "gelu":
            switch call.string("mode", default: "EXACT") {
            case "EXACT": return function(.geluErf)
            case "TANH_APPROXIMATION": return function(.geluTanh)
            case "SIGMOID_APPROXIMATION": return function(.swish, 1.702)
            default: return nil
            }
        case "thresholded_relu": return function(.threshold, try call.float("alpha", default: 1))
        case "clamped_relu":
            return function(.relu, try call.float("alpha")) + [.clip(-.infinity, try call.float("beta"))]
        case "prelu":
            guard let slopes = try call.input("alpha").tensor, slopes.scalar == .float32 else { return nil }
            return [.leak(axis: 1, slopes: Array(slopes.floats))]
        case "pow":
            guard let exponent = try call.input("y").tensor, exponent.count == 1, exponent.scalar == .float32,
                try call.input("x").tensor == nil
            else { return nil }
            switch exponent.floats[0] {
            case 2: return function(.square)
            case 0.5: return function(.squareRoot)
            default: return nil
            }
        case "softsign": return function(.softsign)
        case "erf": return function(.erf)
        case "floor": return function(.floor)
        case "ceil": return function(.ceiling)
        case "round": return function(.round)
        case "sign": return function(.sign)
        case "abs": return function(.absolute)
        case "square": return function(.square)
        case "sqrt": return function(.squareRoot)
        case "exp": return function(.exponential)
        default: return nil
        }
    }

    /// A binary operation with a constant, or on two values, at least one of which has the shape of the result.
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

    private static func algorithm(_ call: OperationCall) throws -> ElementOperation {
        switch call.kind {
        case "add": .add
        case "sub": .subtract
        case "mul": .multiply
        case "real_div": .divide
        case "maximum": .maximum
        case "minimum": .minimum
        default: throw call.unsupported("not a binary operation")
        }
    }

    /// The operation with its operands exchanged.
    private static func reversed(_ algorithm: ElementOperation) -> ElementOperation {
        switch algorithm {
        case .subtract: .subtractFrom
        case .divide: .divideInto
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
            case ("real_div", true): return [.function(.reciprocal, alpha: 0, beta: 0), .linear(value, 0)]
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
