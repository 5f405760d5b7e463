import CoreMLSpecification

/// The state of a network's lowering to a program: the operations emitted so far, and the value of each blob.
struct LayerLowering {
    var builder: ProgramBuilder
    let usesRank5: Bool
    private let customLayers: CustomLayers
    private var blobs: [String: Blob] = [:]

    /// The layer being lowered, for messages and names.
    var layer = Specification.NeuralNetworkLayer()
    /// The current layer's use of the blobs. It is set if the network is run rather than lowered to a program.
    var use = LayerUse()
    /// The cache of weights that are made from those in the file; `nil` if every lowering makes its own.
    var expandedWeights: ExpandedWeights?

    var rounds = LoopRounds()
    /// The number of loops around the current layer.
    var loopDepth = 0
    let repeatedWeights = RepeatedWeights()

    init(builder: ProgramBuilder, usesRank5: Bool, customLayers: CustomLayers) {
        self.builder = builder
        self.usesRank5 = usesRank5
        self.customLayers = customLayers
    }

    /// A value between layers.
    ///
    /// In older networks every blob has five dimensions, [Seq, Batch, C, H, W]. It is stored with four, [Seq · Batch, C, H, W], and
    /// `sequence` has the sizes of the first two. In networks with exact shapes a blob keeps its own shape.
    struct Blob {
        var argument: Argument
        var sequence: Sequence?

        struct Sequence: Equatable {
            var steps: Int
            var batch: Int
        }
    }

    // MARK: Inputs and outputs

    /// Binds an input to the blob of the same name. In a network with exact shapes the input keeps its shape. With `asRank5`, an image gets
    /// the shape [1, 1, C, H, W].
    mutating func bind(_ input: NeuralNetworkLowering.Input, _ argument: Argument, _ shape: [Int], asRank5: Bool = false) throws {
        var argument = argument
        if let mean = input.meanImage {
            guard mean.count == shape.product() else {
                throw RuntimeError.invalidModel("the mean image of '\(input.name)' has \(mean.count) elements for \(shape)")
            }
            let tensor = Tensor(Array(mean), shape: shape)
            argument = try builder.emitOne("sub", name: input.name, ["x": argument, "y": .tensor(tensor)])
        }
        if asRank5 && !usesRank5 && shape.count == 4 {
            let image = try builder.emitOne("reshape", name: input.name, ["x": argument, "shape": .ints([1] + shape)])
            setBlob(Blob(argument: image), named: input.name)
        } else {
            let blob = try Self.blob(&builder, argument, shape, input, usesRank5: usesRank5)
            setBlob(blob, named: input.name)
        }
    }

    /// Binds an optional input that was not given to a tensor that is filled with its default value.
    mutating func bindDefault(_ input: NeuralNetworkLowering.Input) throws {
        let type = TensorType.float32(input.shape)
        try type.validate("input '\(input.name)'")
        try MemoryLimit().check(type.byteCount, "the default of input '\(input.name)'")
        let tensor = Tensor(uninitialized: type)
        tensor.fill(with: Double(input.defaultValue))
        try bind(input, builder.given(tensor), input.shape)
    }

    private static func blob(
        _ builder: inout ProgramBuilder, _ argument: Argument, _ shape: [Int], _ input: NeuralNetworkLowering.Input, usesRank5: Bool
    ) throws -> Blob {
        guard usesRank5 else {
            let exact = shape.isEmpty ? [1] : shape
            guard exact != shape else { return Blob(argument: argument) }
            return Blob(argument: try builder.emitOne("reshape", name: input.name, ["x": argument, "shape": .ints(exact)]))
        }
        let full: [Int]
        switch shape.count {
        case 0: full = [1, 1, 1, 1, 1]
        case 1: full = [1, 1, shape[0], 1, 1]
        case 2: full = [1, 1, 1] + shape
        // The model declares one vector, but the caller passes a sequence of vectors.
        case 3: full = input.shape.count == 1 ? shape + [1, 1] : [1, 1] + shape
        case 4: full = [1] + shape
        case 5: full = shape
        default: throw RuntimeError.invalidInput("the input '\(input.name)' has \(shape.count) dimensions")
        }
        let stored = [full[0] * full[1]] + full[2...]
        let reshaped =
            stored == shape ? argument : try builder.emitOne("reshape", name: input.name, ["x": argument, "shape": .ints(stored)])
        return Blob(argument: reshaped, sequence: Blob.Sequence(steps: full[0], batch: full[1]))
    }

    /// An output in the shape in which Core ML returns it.
    mutating func result(_ output: NeuralNetworkLowering.Output) throws -> Argument {
        guard let blob = blobs[output.name] else { throw RuntimeError.invalidModel("no layer computes the output '\(output.name)'") }
        let stored = try shape(blob)
        let wanted = Self.resultShape(output, stored, blob.sequence)
        return stored == wanted
            ? blob.argument : try builder.emitOne("reshape", name: output.name, ["x": blob.argument, "shape": .ints(wanted)])
    }

    private static func resultShape(_ output: NeuralNetworkLowering.Output, _ stored: [Int], _ sequence: Blob.Sequence?) -> [Int] {
        if output.kind == .probabilities { return [stored.product()] }
        guard let sequence else { return stored.isEmpty ? [1] : stored }
        guard sequence.steps * sequence.batch == 1 else { return [sequence.steps, sequence.batch] + stored.dropFirst() }
        let chw = Array(stored.dropFirst())
        if output.kind == .image || output.shape.count == 3 { return chw }
        // The file's declared sizes are not checked, so their product may overflow an integer.
        let declared = output.shape.reduce(1.0) { $0 * Double($1) }
        if declared == Double(chw.product()) && !output.shape.isEmpty { return output.shape }
        return output.shape.count == 1 && chw[1] * chw[2] == 1 ? [chw[0]] : chw
    }

    // MARK: Blobs

    /// Lowers the layers of the whole network. Drops a blob when `uses` lists no later layer that reads it.
    mutating func lowerAll(_ layers: [Specification.NeuralNetworkLayer], _ uses: [LayerUse]? = nil) throws {
        do {
            try lower(layers, uses)
        } catch is LoopExit {
            throw invalid("leaves a loop that it is not in")
        }
    }

    mutating func lower(_ layers: [Specification.NeuralNetworkLayer], _ uses: [LayerUse]? = nil) throws {
        for (index, layer) in layers.enumerated() {
            self.layer = layer
            use = uses?[index] ?? LayerUse()
            builder.dropUnheld()
            try builder.spend(1)
            try lowerLayer()
            for name in use.ended { setBlob(nil, named: name) }
        }
    }

    private mutating func setBlob(_ blob: Blob?, named name: String) {
        if let blob { builder.hold(blob.argument) }
        if let old = blobs[name] { builder.letGo(old.argument) }
        blobs[name] = blob
    }

    /// Turns constants into values that are not constant. A blob that a loop carries may differ in each round.
    mutating func makeValues(of names: [String]) {
        for name in names {
            guard let blob = blobs[name], let tensor = builder.tensor(of: blob.argument), case .constant = blob.argument else { continue }
            setBlob(Blob(argument: builder.given(tensor), sequence: blob.sequence), named: name)
        }
    }

    /// The values of the outputs, for a builder that runs the network. All blobs are dropped.
    mutating func results(_ outputs: [NeuralNetworkLowering.Output]) throws -> [String: Tensor] {
        builder.dropUnheld()
        let values = try outputs.map { try result($0) }
        for name in Array(blobs.keys) { setBlob(nil, named: name) }
        var results: [String: Tensor] = [:]
        for (output, value) in zip(outputs, values) { results[output.name] = try builder.result(value) }
        return results
    }

    var name: String { layer.name }

    func customLayer(_ name: String) -> (any CustomLayer)? { customLayers[name] }

    func invalid(_ reason: String) -> RuntimeError { .invalidModel("layer '\(name)': \(reason)") }

    func unsupported(_ reason: String) -> RuntimeError { .unsupported("layer '\(name)': \(reason)") }

    func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
        guard condition else { throw invalid(reason()) }
    }

    func size(_ value: some BinaryInteger) throws -> Int { try checkedSize(value, "layer '\(name)'") }

    func sizes(_ values: some Swift.Sequence<some BinaryInteger>) throws -> [Int] { try values.map { try size($0) } }

    func integers(_ values: some Swift.Sequence<Int64>) -> [Int] { values.map { Int($0) } }

    func input(_ index: Int = 0) throws -> Blob {
        guard index < layer.input.count else { throw invalid("has \(layer.input.count) inputs, too few") }
        return try blob(named: layer.input[index])
    }

    func blob(named name: String) throws -> Blob {
        guard let blob = blobs[name] else { throw invalid("the blob '\(name)' is not computed before it is used") }
        return blob
    }

    var inputCount: Int { layer.input.count }

    func type(_ blob: Blob) throws -> TensorType { try builder.type(of: blob.argument) }

    func shape(_ blob: Blob) throws -> [Int] { try type(blob).shape }

    mutating func setOutput(_ blob: Blob, _ index: Int = 0) throws {
        guard index < layer.output.count else { throw invalid("has \(layer.output.count) outputs, too few") }
        var blob = blob
        // Networks have no scalars, so a result without dimensions gets the shape [1].
        if try shape(blob).isEmpty { blob.argument = try reshaped(blob.argument, [1]) }
        setBlob(blob, named: layer.output[index])
    }

    /// Emits an operation. Its result becomes the layer's output, with the sequence axes of `like`.
    mutating func emit(_ kind: String, like blob: Blob? = nil, _ arguments: [String: Argument]) throws {
        try setOutput(Blob(argument: try emitted(kind, arguments), sequence: blob?.sequence))
    }

    mutating func emitted(_ kind: String, _ arguments: [String: Argument]) throws -> Argument {
        try builder.emitOne(kind, name: name, arguments)
    }

    mutating func reshaped(_ argument: Argument, _ shape: [Int]) throws -> Argument {
        try builder.type(of: argument).shape == shape ? argument : emitted("reshape", ["x": argument, "shape": .ints(shape)])
    }

    mutating func transposed(_ argument: Argument, _ order: [Int]) throws -> Argument {
        let axes = Array(0..<(try builder.type(of: argument).rank))
        return order == axes ? argument : try emitted("transpose", ["x": argument, "perm": .ints(order)])
    }

    /// A condition as a float, as Core ML's networks represent it: 1 for true, 0 for false.
    mutating func asFloat(_ argument: Argument) throws -> Argument {
        try builder.type(of: argument).scalar == .float32 ? argument : emitted("cast", ["x": argument, "dtype": .string("fp32")])
    }

    /// A blob's values as whole numbers.
    mutating func asIntegers(_ blob: Blob) throws -> Argument { try emitted("cast", ["x": blob.argument, "dtype": .string("int32")]) }

    // MARK: Images and sequences

    /// A blob as [N, C, H, W], and the dimensions before C, which `setImages` restores.
    mutating func images(_ blob: Blob) throws -> (argument: Argument, leading: [Int]) {
        let shape = try shape(blob)
        try require(shape.count >= 3, "an input of shape \(shape) has no channel, height and width")
        let leading = Array(shape.dropLast(3))
        return (try reshaped(blob.argument, [leading.product()] + shape.suffix(3)), leading)
    }

    /// Sets the layer's output to `argument`, whose shape is [N, C, H, W]. N is replaced by the dimensions `leading` of the layer's input.
    mutating func setImages(_ argument: Argument, like blob: Blob, leading: [Int], _ index: Int = 0) throws {
        let shape = try builder.type(of: argument).shape
        let restored = try reshaped(argument, leading + shape.dropFirst())
        try setOutput(Blob(argument: restored, sequence: blob.sequence), index)
    }

    /// A blob as [Seq · Batch, C, H, W], and its sequence axes. Blobs of older networks are already stored in this shape. Other blobs are reshaped,
    /// and must have three to five dimensions.
    mutating func sequence(_ blob: Blob) throws -> (argument: Argument, axes: Blob.Sequence) {
        if let axes = blob.sequence { return (blob.argument, axes) }
        let shape = try shape(blob)
        try require(shape.count >= 3 && shape.count <= 5, "an input of shape \(shape) is not a sequence")
        let full = Array(repeating: 1, count: 5 - shape.count) + shape
        let stored = try reshaped(blob.argument, [full[0] * full[1]] + full[2...])
        return (stored, Blob.Sequence(steps: full[0], batch: full[1]))
    }

    /// Sets the layer's output to `argument`, whose shape is [Seq · Batch, C, H, W]. In a network with exact shapes, the output gets the rank of
    /// `blob`.
    mutating func setSequence(_ argument: Argument, _ axes: Blob.Sequence, like blob: Blob, _ index: Int = 0) throws {
        guard blob.sequence == nil else {
            try setOutput(Blob(argument: argument, sequence: axes), index)
            return
        }
        let stored = try builder.type(of: argument).shape
        let full = [axes.steps, axes.batch] + stored.dropFirst()
        let rank = try shape(blob).count
        try require(full.dropLast(rank).allSatisfy { $0 == 1 }, "an output of shape \(full) does not fit \(rank) dimensions")
        try setOutput(Blob(argument: try reshaped(argument, Array(full.suffix(rank)))), index)
    }
}
