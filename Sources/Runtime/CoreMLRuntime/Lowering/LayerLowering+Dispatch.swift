import CoreMLSpecification

extension LayerLowering {
    /// Lowers `layer`, whatever its kind.
    mutating func lowerLayer() throws {
        guard let kind = layer.layer else { throw unsupported("a layer of a kind that is not known") }
        if try lowerImageLayer(kind) { return }
        if try lowerArithmeticLayer(kind) { return }
        if try lowerArrangementLayer(kind) { return }
        if try lowerIndexingLayer(kind) { return }
        if try lowerMakingLayer(kind) { return }
        if case .custom = kind { return try lowerCustom() }
        throw unsupported("a layer of a kind that is not supported")
    }

    /// Layers over channels and pixels, and recurrent ones.
    private mutating func lowerImageLayer(_ kind: Specification.NeuralNetworkLayer.Layer) throws -> Bool {
        switch kind {
        case .convolution(let p): try lowerConvolution(p)
        case .convolution3d(let p): try lowerConvolution3D(p)
        case .innerProduct(let p): try lowerInnerProduct(p)
        case .batchedMatmul(let p): try lowerBatchedMatrixProduct(p)
        case .embedding(let p): try lowerEmbedding(p)
        case .embeddingND(let p): try lowerEmbeddingND(p)
        case .pooling(let p): try lowerPooling(p)
        case .pooling3d(let p): try lowerPooling3D(p)
        case .globalPooling3d(let p): try lowerGlobalPooling3D(p)
        case .batchnorm(let p): try lowerBatchNormalization(p)
        case .mvn(let p): try lowerMeanVarianceNormalization(p)
        case .l2normalize(let p): try lowerL2Normalization(p)
        case .lrn(let p): try lowerLocalResponseNormalization(p)
        case .layerNormalization(let p): try lowerLayerNormalization(p)
        case .padding(let p): try lowerPadding(p)
        case .crop(let p): try lowerCrop(p)
        case .upsample(let p): try lowerUpsample(p)
        case .resizeBilinear(let p): try lowerResizeBilinear(p)
        case .cropResize(let p): try lowerCropResize(p)
        case .simpleRecurrent(let p): try lowerSimpleRecurrent(p)
        case .gru(let p): try lowerGatedRecurrentUnit(p)
        case .uniDirectionalLSTM(let p): try lowerLongShortTermMemory(p)
        case .biDirectionalLSTM(let p): try lowerBidirectionalLongShortTermMemory(p)
        default: return false
        }
        return true
    }

    /// Layers that compute element by element, or reduce.
    private mutating func lowerArithmeticLayer(_ kind: Specification.NeuralNetworkLayer.Layer) throws -> Bool {
        switch kind {
        case .activation(let p): try lowerActivation(p)
        case .unary(let p): try lowerUnary(p)
        case .softmax: try lowerSoftmax(axis: -3)
        case .softmaxND(let p): try lowerSoftmax(axis: Int(p.axis))
        case .add(let p): try lowerElementwise("add", alpha: p.alpha)
        case .multiply(let p): try lowerElementwise("mul", alpha: p.alpha)
        case .average: try lowerAverage()
        case .max: try lowerElementwise("maximum", alpha: nil)
        case .min: try lowerElementwise("minimum", alpha: nil)
        case .dot(let p): try lowerDotProduct(p)
        case .scale(let p): try lowerScale(p)
        case .bias(let p): try lowerBias(p)
        case .reduce(let p): try lowerReduce(p)
        case .clip(let p):
            try emit("clip", like: try input(), ["x": try input().argument, "alpha": .float(p.minVal), "beta": .float(p.maxVal)])
        case .clampedReLU(let p):
            try emit("clamped_relu", like: try input(), ["x": try input().argument, "alpha": .float(p.alpha), "beta": .float(p.beta)])
        case .gelu(let p): try lowerGELU(p)
        case .cumSum(let p): try lowerCumulativeSum(p)
        default:
            if let operation = Self.unaryOperation(kind) {
                try emit(operation, like: try input(), ["x": try input().argument])
            } else if let operation = Self.broadcastOperation(kind) {
                try lowerBroadcast(operation.kind, alpha: operation.alpha)
            } else if let reduction = Self.reduction(kind) {
                try lowerReduction(reduction)
            } else {
                return false
            }
        }
        return true
    }

    /// Layers that move elements.
    private mutating func lowerArrangementLayer(_ kind: Specification.NeuralNetworkLayer.Layer) throws -> Bool {
        switch kind {
        case .reshape(let p): try lowerReshape(p)
        case .flatten(let p): try lowerFlatten(p)
        case .permute(let p): try lowerPermute(p)
        case .concat(let p): try lowerConcat(p)
        case .split(let p): try lowerSplit(p)
        case .sequenceRepeat(let p): try lowerSequenceRepeat(p)
        case .reorganizeData(let p): try lowerReorganizeData(p)
        case .slice(let p): try lowerSlice(p)
        case .copy: try setOutput(try input())
        case .transpose(let p): try setOutput(Blob(argument: try transposed(try input().argument, sizes(p.axes))))
        case .concatND(let p): try lowerConcatND(p)
        case .splitND(let p): try lowerSplitND(p)
        case .stack(let p): try emit("stack", ["values": .list(try allInputs()), "axis": .int(Int(p.axis))])
        case .tile(let p): try lowerTile(p)
        case .reverse(let p): try lowerReverse(p)
        case .reverseSeq(let p): try lowerReverseSequence(p)
        case .squeeze(let p): try lowerSqueeze(p)
        case .expandDims(let p): try emit("expand_dims", ["x": try input().argument, "axes": .ints(integers(p.axes))])
        case .flattenTo2D(let p): try emit("flatten2d", ["x": try input().argument, "axis": .int(Int(p.axis))])
        case .reshapeStatic(let p): try emit("reshape", ["x": try input().argument, "shape": .ints(integers(p.targetShape))])
        case .reshapeDynamic: try emit("reshape", ["x": try input().argument, "shape": try asIntegers(try input(1))])
        case .reshapeLike: try emit("reshape", ["x": try input().argument, "shape": .ints(try shape(try input(1)))])
        case .rankPreservingReshape(let p): try lowerRankPreservingReshape(p)
        case .constantPad(let p): try lowerConstantPad(p)
        case .slidingWindows(let p): try lowerSlidingWindows(p)
        case .sliceStatic(let p): try lowerSliceStatic(p)
        case .sliceDynamic(let p): try lowerSliceDynamic(p)
        case .sliceBySize(let p): try lowerSliceBySize(p)
        default: return false
        }
        return true
    }

    /// Layers that choose elements by index, order or condition.
    private mutating func lowerIndexingLayer(_ kind: Specification.NeuralNetworkLayer.Layer) throws -> Bool {
        switch kind {
        case .gather(let p): try lowerGather("gather", axis: Int(p.axis))
        case .gatherND: try lowerGather("gather_nd", axis: nil)
        case .gatherAlongAxis(let p): try lowerGather("gather_along_axis", axis: Int(p.axis))
        case .scatter(let p): try lowerScatter("scatter", axis: Int(p.axis), p.mode)
        case .scatterND(let p): try lowerScatter("scatter_nd", axis: nil, p.mode)
        case .scatterAlongAxis(let p): try lowerScatter("scatter_along_axis", axis: Int(p.axis), p.mode)
        case .topK(let p): try lowerTopK(p)
        case .argMax(let p): try lowerArgument("reduce_argmax", axis: Int(p.axis), removesAxis: p.removeDim)
        case .argMin(let p): try lowerArgument("reduce_argmin", axis: Int(p.axis), removesAxis: p.removeDim)
        case .argSort(let p): try lowerArgSort(p)
        case .whereNonZero: try setOutput(Blob(argument: try asFloat(try emitted("non_zero", ["x": try input().argument]))))
        case .whereBroadcastable: try lowerWhere()
        case .matrixBandPart(let p):
            try emit("band_part", ["x": try input().argument, "lower": .int(Int(p.numLower)), "upper": .int(Int(p.numUpper))])
        case .lowerTriangular(let p): try emit("osprey.triangle", ["x": try input().argument, "k": .int(Int(p.k)), "upper": .bool(false)])
        case .upperTriangular(let p): try emit("osprey.triangle", ["x": try input().argument, "k": .int(Int(p.k)), "upper": .bool(true)])
        case .oneHot(let p): try lowerOneHot(p)
        case .nonMaximumSuppression(let p): try lowerNonMaximumSuppression(p)
        default: return false
        }
        return true
    }

    /// Layers that make tensors, and control flow.
    private mutating func lowerMakingLayer(_ kind: Specification.NeuralNetworkLayer.Layer) throws -> Bool {
        switch kind {
        case .loadConstant(let p): try lowerLoadConstant(p)
        case .loadConstantND(let p): try setOutput(Blob(argument: .tensor(try weights(p.data, sizes(p.shape)))))
        case .getShape: try setOutput(Blob(argument: try asFloat(try emitted("shape", ["x": try input().argument]))))
        case .fillLike(let p): try lowerFill(.ints(try shape(try input())), p.value)
        case .fillStatic(let p): try lowerFill(.ints(try sizes(p.targetShape)), p.value)
        case .fillDynamic(let p): try lowerFill(try asIntegers(try input()), p.value)
        case .broadcastToLike: try lowerBroadcastTo(.ints(try shape(try input(1))))
        case .broadcastToStatic(let p): try lowerBroadcastTo(.ints(try sizes(p.targetShape)))
        case .broadcastToDynamic: try lowerBroadcastTo(try asIntegers(try input(1)))
        case .rangeStatic(let p): try lowerRange(p)
        case .rangeDynamic(let p): try lowerRange(p)
        case .branch(let p): try lowerBranch(p)
        case .loop(let p): try lowerLoop(p)
        case .loopBreak: throw LoopExit.stop
        case .loopContinue: throw LoopExit.next
        default: return try lowerRandomLayer(kind)
        }
        return true
    }
}
