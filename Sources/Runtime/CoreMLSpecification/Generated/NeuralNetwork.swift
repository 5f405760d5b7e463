// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

extension Specification {
    package enum NeuralNetworkMultiArrayShapeMapping: WireEnum {
        case rank5ArrayMapping
        case exactArrayMapping
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .rank5ArrayMapping
            case 1: self = .exactArrayMapping
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .rank5ArrayMapping: 0
            case .exactArrayMapping: 1
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package enum NeuralNetworkImageShapeMapping: WireEnum {
        case rank5ImageMapping
        case rank4ImageMapping
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .rank5ImageMapping
            case 1: self = .rank4ImageMapping
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .rank5ImageMapping: 0
            case .rank4ImageMapping: 1
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package enum ScatterMode: WireEnum {
        case scatterUpdate
        case scatterAdd
        case scatterSub
        case scatterMul
        case scatterDiv
        case scatterMax
        case scatterMin
        case unrecognized(Int32)

        package init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .scatterUpdate
            case 1: self = .scatterAdd
            case 2: self = .scatterSub
            case 3: self = .scatterMul
            case 4: self = .scatterDiv
            case 5: self = .scatterMax
            case 6: self = .scatterMin
            default: self = .unrecognized(rawValue)
            }
        }

        package var rawValue: Int32 {
            switch self {
            case .scatterUpdate: 0
            case .scatterAdd: 1
            case .scatterSub: 2
            case .scatterMul: 3
            case .scatterDiv: 4
            case .scatterMax: 5
            case .scatterMin: 6
            case .unrecognized(let number): number
            }
        }
    }
}

extension Specification {
    package struct NeuralNetwork: Message {
        package var layers: [Specification.NeuralNetworkLayer] = []
        package var preprocessing: [Specification.NeuralNetworkPreprocessing] = []
        package var arrayInputShapeMapping = Specification.NeuralNetworkMultiArrayShapeMapping(rawValue: 0)
        package var imageInputShapeMapping = Specification.NeuralNetworkImageShapeMapping(rawValue: 0)
        @Indirect package var updateParams: Specification.NetworkUpdateParameters?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&layers)
            case 2: try reader.decode(&preprocessing)
            case 5: try reader.decode(&arrayInputShapeMapping)
            case 6: try reader.decode(&imageInputShapeMapping)
            case 10: try reader.decode(&_updateParams)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(layers, field: 1)
            writer.write(preprocessing, field: 2)
            writer.write(arrayInputShapeMapping, field: 5)
            writer.write(imageInputShapeMapping, field: 6)
            writer.write(updateParams, field: 10)
        }
    }
}

extension Specification {
    package struct NeuralNetworkImageScaler: Message {
        package var channelScale: Float = 0
        package var blueBias: Float = 0
        package var greenBias: Float = 0
        package var redBias: Float = 0
        package var grayBias: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&channelScale)
            case 20: try reader.decode(&blueBias)
            case 21: try reader.decode(&greenBias)
            case 22: try reader.decode(&redBias)
            case 30: try reader.decode(&grayBias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(channelScale, field: 10)
            writer.write(blueBias, field: 20)
            writer.write(greenBias, field: 21)
            writer.write(redBias, field: 22)
            writer.write(grayBias, field: 30)
        }
    }
}

extension Specification {
    package struct NeuralNetworkMeanImage: Message {
        package var meanImage = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&meanImage)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(meanImage, field: 1)
        }
    }
}

extension Specification {
    package struct NeuralNetworkPreprocessing: Message {
        package var featureName: String = ""
        package var preprocessor: Preprocessor?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&featureName)
            default:
                if let member = try Preprocessor.decode(field, from: &reader) {
                    preprocessor = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(featureName, field: 1)
            preprocessor?.encode(to: &writer)
        }

        package indirect enum Preprocessor: OneOf {
            case scaler(Specification.NeuralNetworkImageScaler)
            case meanImage(Specification.NeuralNetworkMeanImage)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .scaler(try reader.decode(Specification.NeuralNetworkImageScaler.self))
                case 11: return .meanImage(try reader.decode(Specification.NeuralNetworkMeanImage.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .scaler(let value): writer.writeMember(value, field: 10)
                case .meanImage(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct ActivationReLU: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationLeakyReLU: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct ActivationTanh: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationScaledTanh: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationSigmoid: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationLinear: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationSigmoidHard: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationPReLU: Message {
        @Indirect package var alpha: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct ActivationELU: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct ActivationThresholdedReLU: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct ActivationSoftsign: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationSoftplus: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ActivationParametricSoftplus: Message {
        @Indirect package var alpha: Specification.WeightParams?
        @Indirect package var beta: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_alpha)
            case 2: try reader.decode(&_beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ActivationParams: Message {
        package var nonlinearityType: NonlinearityType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try NonlinearityType.decode(field, from: &reader) {
                nonlinearityType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            nonlinearityType?.encode(to: &writer)
        }

        package indirect enum NonlinearityType: OneOf {
            case linear(Specification.ActivationLinear)
            case relu(Specification.ActivationReLU)
            case leakyReLU(Specification.ActivationLeakyReLU)
            case thresholdedReLU(Specification.ActivationThresholdedReLU)
            case prelu(Specification.ActivationPReLU)
            case tanh(Specification.ActivationTanh)
            case scaledTanh(Specification.ActivationScaledTanh)
            case sigmoid(Specification.ActivationSigmoid)
            case sigmoidHard(Specification.ActivationSigmoidHard)
            case elu(Specification.ActivationELU)
            case softsign(Specification.ActivationSoftsign)
            case softplus(Specification.ActivationSoftplus)
            case parametricSoftplus(Specification.ActivationParametricSoftplus)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 5: return .linear(try reader.decode(Specification.ActivationLinear.self))
                case 10: return .relu(try reader.decode(Specification.ActivationReLU.self))
                case 15: return .leakyReLU(try reader.decode(Specification.ActivationLeakyReLU.self))
                case 20: return .thresholdedReLU(try reader.decode(Specification.ActivationThresholdedReLU.self))
                case 25: return .prelu(try reader.decode(Specification.ActivationPReLU.self))
                case 30: return .tanh(try reader.decode(Specification.ActivationTanh.self))
                case 31: return .scaledTanh(try reader.decode(Specification.ActivationScaledTanh.self))
                case 40: return .sigmoid(try reader.decode(Specification.ActivationSigmoid.self))
                case 41: return .sigmoidHard(try reader.decode(Specification.ActivationSigmoidHard.self))
                case 50: return .elu(try reader.decode(Specification.ActivationELU.self))
                case 60: return .softsign(try reader.decode(Specification.ActivationSoftsign.self))
                case 70: return .softplus(try reader.decode(Specification.ActivationSoftplus.self))
                case 71: return .parametricSoftplus(try reader.decode(Specification.ActivationParametricSoftplus.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linear(let value): writer.writeMember(value, field: 5)
                case .relu(let value): writer.writeMember(value, field: 10)
                case .leakyReLU(let value): writer.writeMember(value, field: 15)
                case .thresholdedReLU(let value): writer.writeMember(value, field: 20)
                case .prelu(let value): writer.writeMember(value, field: 25)
                case .tanh(let value): writer.writeMember(value, field: 30)
                case .scaledTanh(let value): writer.writeMember(value, field: 31)
                case .sigmoid(let value): writer.writeMember(value, field: 40)
                case .sigmoidHard(let value): writer.writeMember(value, field: 41)
                case .elu(let value): writer.writeMember(value, field: 50)
                case .softsign(let value): writer.writeMember(value, field: 60)
                case .softplus(let value): writer.writeMember(value, field: 70)
                case .parametricSoftplus(let value): writer.writeMember(value, field: 71)
                }
            }
        }
    }
}

extension Specification {
    package struct Tensor: Message {
        package var rank: UInt32 = 0
        package var dimValue: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&rank)
            case 2: try reader.decode(&dimValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(rank, field: 1)
            writer.write(dimValue, field: 2)
        }
    }
}

extension Specification {
    package struct NeuralNetworkLayer: Message {
        package var name: String = ""
        package var input: [String] = []
        package var output: [String] = []
        package var inputTensor: [Specification.Tensor] = []
        package var outputTensor: [Specification.Tensor] = []
        package var isUpdatable: Bool = false
        package var layer: Layer?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            case 2: try reader.decode(&input)
            case 3: try reader.decode(&output)
            case 4: try reader.decode(&inputTensor)
            case 5: try reader.decode(&outputTensor)
            case 10: try reader.decode(&isUpdatable)
            default:
                if let member = try Layer.decode(field, from: &reader) {
                    layer = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            writer.write(input, field: 2)
            writer.write(output, field: 3)
            writer.write(inputTensor, field: 4)
            writer.write(outputTensor, field: 5)
            writer.write(isUpdatable, field: 10)
            layer?.encode(to: &writer)
        }

        package indirect enum Layer: OneOf {
            case convolution(Specification.ConvolutionLayerParams)
            case pooling(Specification.PoolingLayerParams)
            case activation(Specification.ActivationParams)
            case innerProduct(Specification.InnerProductLayerParams)
            case embedding(Specification.EmbeddingLayerParams)
            case batchnorm(Specification.BatchnormLayerParams)
            case mvn(Specification.MeanVarianceNormalizeLayerParams)
            case l2normalize(Specification.L2NormalizeLayerParams)
            case softmax(Specification.SoftmaxLayerParams)
            case lrn(Specification.LRNLayerParams)
            case crop(Specification.CropLayerParams)
            case padding(Specification.PaddingLayerParams)
            case upsample(Specification.UpsampleLayerParams)
            case resizeBilinear(Specification.ResizeBilinearLayerParams)
            case cropResize(Specification.CropResizeLayerParams)
            case unary(Specification.UnaryFunctionLayerParams)
            case add(Specification.AddLayerParams)
            case multiply(Specification.MultiplyLayerParams)
            case average(Specification.AverageLayerParams)
            case scale(Specification.ScaleLayerParams)
            case bias(Specification.BiasLayerParams)
            case max(Specification.MaxLayerParams)
            case min(Specification.MinLayerParams)
            case dot(Specification.DotProductLayerParams)
            case reduce(Specification.ReduceLayerParams)
            case loadConstant(Specification.LoadConstantLayerParams)
            case reshape(Specification.ReshapeLayerParams)
            case flatten(Specification.FlattenLayerParams)
            case permute(Specification.PermuteLayerParams)
            case concat(Specification.ConcatLayerParams)
            case split(Specification.SplitLayerParams)
            case sequenceRepeat(Specification.SequenceRepeatLayerParams)
            case reorganizeData(Specification.ReorganizeDataLayerParams)
            case slice(Specification.SliceLayerParams)
            case simpleRecurrent(Specification.SimpleRecurrentLayerParams)
            case gru(Specification.GRULayerParams)
            case uniDirectionalLSTM(Specification.UniDirectionalLSTMLayerParams)
            case biDirectionalLSTM(Specification.BiDirectionalLSTMLayerParams)
            case custom(Specification.CustomLayerParams)
            case copy(Specification.CopyLayerParams)
            case branch(Specification.BranchLayerParams)
            case loop(Specification.LoopLayerParams)
            case loopBreak(Specification.LoopBreakLayerParams)
            case loopContinue(Specification.LoopContinueLayerParams)
            case rangeStatic(Specification.RangeStaticLayerParams)
            case rangeDynamic(Specification.RangeDynamicLayerParams)
            case clip(Specification.ClipLayerParams)
            case ceil(Specification.CeilLayerParams)
            case floor(Specification.FloorLayerParams)
            case sign(Specification.SignLayerParams)
            case round(Specification.RoundLayerParams)
            case exp2(Specification.Exp2LayerParams)
            case sin(Specification.SinLayerParams)
            case cos(Specification.CosLayerParams)
            case tan(Specification.TanLayerParams)
            case asin(Specification.AsinLayerParams)
            case acos(Specification.AcosLayerParams)
            case atan(Specification.AtanLayerParams)
            case sinh(Specification.SinhLayerParams)
            case cosh(Specification.CoshLayerParams)
            case tanh(Specification.TanhLayerParams)
            case asinh(Specification.AsinhLayerParams)
            case acosh(Specification.AcoshLayerParams)
            case atanh(Specification.AtanhLayerParams)
            case erf(Specification.ErfLayerParams)
            case gelu(Specification.GeluLayerParams)
            case equal(Specification.EqualLayerParams)
            case notEqual(Specification.NotEqualLayerParams)
            case lessThan(Specification.LessThanLayerParams)
            case lessEqual(Specification.LessEqualLayerParams)
            case greaterThan(Specification.GreaterThanLayerParams)
            case greaterEqual(Specification.GreaterEqualLayerParams)
            case logicalOr(Specification.LogicalOrLayerParams)
            case logicalXor(Specification.LogicalXorLayerParams)
            case logicalNot(Specification.LogicalNotLayerParams)
            case logicalAnd(Specification.LogicalAndLayerParams)
            case modBroadcastable(Specification.ModBroadcastableLayerParams)
            case minBroadcastable(Specification.MinBroadcastableLayerParams)
            case maxBroadcastable(Specification.MaxBroadcastableLayerParams)
            case addBroadcastable(Specification.AddBroadcastableLayerParams)
            case powBroadcastable(Specification.PowBroadcastableLayerParams)
            case divideBroadcastable(Specification.DivideBroadcastableLayerParams)
            case floorDivBroadcastable(Specification.FloorDivBroadcastableLayerParams)
            case multiplyBroadcastable(Specification.MultiplyBroadcastableLayerParams)
            case subtractBroadcastable(Specification.SubtractBroadcastableLayerParams)
            case tile(Specification.TileLayerParams)
            case stack(Specification.StackLayerParams)
            case gather(Specification.GatherLayerParams)
            case scatter(Specification.ScatterLayerParams)
            case gatherND(Specification.GatherNDLayerParams)
            case scatterND(Specification.ScatterNDLayerParams)
            case softmaxND(Specification.SoftmaxNDLayerParams)
            case gatherAlongAxis(Specification.GatherAlongAxisLayerParams)
            case scatterAlongAxis(Specification.ScatterAlongAxisLayerParams)
            case reverse(Specification.ReverseLayerParams)
            case reverseSeq(Specification.ReverseSeqLayerParams)
            case splitND(Specification.SplitNDLayerParams)
            case concatND(Specification.ConcatNDLayerParams)
            case transpose(Specification.TransposeLayerParams)
            case sliceStatic(Specification.SliceStaticLayerParams)
            case sliceDynamic(Specification.SliceDynamicLayerParams)
            case slidingWindows(Specification.SlidingWindowsLayerParams)
            case topK(Specification.TopKLayerParams)
            case argMin(Specification.ArgMinLayerParams)
            case argMax(Specification.ArgMaxLayerParams)
            case embeddingND(Specification.EmbeddingNDLayerParams)
            case batchedMatmul(Specification.BatchedMatMulLayerParams)
            case getShape(Specification.GetShapeLayerParams)
            case loadConstantND(Specification.LoadConstantNDLayerParams)
            case fillLike(Specification.FillLikeLayerParams)
            case fillStatic(Specification.FillStaticLayerParams)
            case fillDynamic(Specification.FillDynamicLayerParams)
            case broadcastToLike(Specification.BroadcastToLikeLayerParams)
            case broadcastToStatic(Specification.BroadcastToStaticLayerParams)
            case broadcastToDynamic(Specification.BroadcastToDynamicLayerParams)
            case squeeze(Specification.SqueezeLayerParams)
            case expandDims(Specification.ExpandDimsLayerParams)
            case flattenTo2D(Specification.FlattenTo2DLayerParams)
            case reshapeLike(Specification.ReshapeLikeLayerParams)
            case reshapeStatic(Specification.ReshapeStaticLayerParams)
            case reshapeDynamic(Specification.ReshapeDynamicLayerParams)
            case rankPreservingReshape(Specification.RankPreservingReshapeLayerParams)
            case constantPad(Specification.ConstantPaddingLayerParams)
            case randomNormalLike(Specification.RandomNormalLikeLayerParams)
            case randomNormalStatic(Specification.RandomNormalStaticLayerParams)
            case randomNormalDynamic(Specification.RandomNormalDynamicLayerParams)
            case randomUniformLike(Specification.RandomUniformLikeLayerParams)
            case randomUniformStatic(Specification.RandomUniformStaticLayerParams)
            case randomUniformDynamic(Specification.RandomUniformDynamicLayerParams)
            case randomBernoulliLike(Specification.RandomBernoulliLikeLayerParams)
            case randomBernoulliStatic(Specification.RandomBernoulliStaticLayerParams)
            case randomBernoulliDynamic(Specification.RandomBernoulliDynamicLayerParams)
            case categoricalDistribution(Specification.CategoricalDistributionLayerParams)
            case reduceL1(Specification.ReduceL1LayerParams)
            case reduceL2(Specification.ReduceL2LayerParams)
            case reduceMax(Specification.ReduceMaxLayerParams)
            case reduceMin(Specification.ReduceMinLayerParams)
            case reduceSum(Specification.ReduceSumLayerParams)
            case reduceProd(Specification.ReduceProdLayerParams)
            case reduceMean(Specification.ReduceMeanLayerParams)
            case reduceLogSum(Specification.ReduceLogSumLayerParams)
            case reduceSumSquare(Specification.ReduceSumSquareLayerParams)
            case reduceLogSumExp(Specification.ReduceLogSumExpLayerParams)
            case whereNonZero(Specification.WhereNonZeroLayerParams)
            case matrixBandPart(Specification.MatrixBandPartLayerParams)
            case lowerTriangular(Specification.LowerTriangularLayerParams)
            case upperTriangular(Specification.UpperTriangularLayerParams)
            case whereBroadcastable(Specification.WhereBroadcastableLayerParams)
            case layerNormalization(Specification.LayerNormalizationLayerParams)
            case nonMaximumSuppression(Specification.NonMaximumSuppressionLayerParams)
            case oneHot(Specification.OneHotLayerParams)
            case cumSum(Specification.CumSumLayerParams)
            case clampedReLU(Specification.ClampedReLULayerParams)
            case argSort(Specification.ArgSortLayerParams)
            case pooling3d(Specification.Pooling3DLayerParams)
            case globalPooling3d(Specification.GlobalPooling3DLayerParams)
            case sliceBySize(Specification.SliceBySizeLayerParams)
            case convolution3d(Specification.Convolution3DLayerParams)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 100: return .convolution(try reader.decode(Specification.ConvolutionLayerParams.self))
                case 120: return .pooling(try reader.decode(Specification.PoolingLayerParams.self))
                case 130: return .activation(try reader.decode(Specification.ActivationParams.self))
                case 140: return .innerProduct(try reader.decode(Specification.InnerProductLayerParams.self))
                case 150: return .embedding(try reader.decode(Specification.EmbeddingLayerParams.self))
                case 160: return .batchnorm(try reader.decode(Specification.BatchnormLayerParams.self))
                case 165: return .mvn(try reader.decode(Specification.MeanVarianceNormalizeLayerParams.self))
                case 170: return .l2normalize(try reader.decode(Specification.L2NormalizeLayerParams.self))
                case 175: return .softmax(try reader.decode(Specification.SoftmaxLayerParams.self))
                case 180: return .lrn(try reader.decode(Specification.LRNLayerParams.self))
                case 190: return .crop(try reader.decode(Specification.CropLayerParams.self))
                case 200: return .padding(try reader.decode(Specification.PaddingLayerParams.self))
                case 210: return .upsample(try reader.decode(Specification.UpsampleLayerParams.self))
                case 211: return .resizeBilinear(try reader.decode(Specification.ResizeBilinearLayerParams.self))
                case 212: return .cropResize(try reader.decode(Specification.CropResizeLayerParams.self))
                case 220: return .unary(try reader.decode(Specification.UnaryFunctionLayerParams.self))
                case 230: return .add(try reader.decode(Specification.AddLayerParams.self))
                case 231: return .multiply(try reader.decode(Specification.MultiplyLayerParams.self))
                case 240: return .average(try reader.decode(Specification.AverageLayerParams.self))
                case 245: return .scale(try reader.decode(Specification.ScaleLayerParams.self))
                case 250: return .bias(try reader.decode(Specification.BiasLayerParams.self))
                case 260: return .max(try reader.decode(Specification.MaxLayerParams.self))
                case 261: return .min(try reader.decode(Specification.MinLayerParams.self))
                case 270: return .dot(try reader.decode(Specification.DotProductLayerParams.self))
                case 280: return .reduce(try reader.decode(Specification.ReduceLayerParams.self))
                case 290: return .loadConstant(try reader.decode(Specification.LoadConstantLayerParams.self))
                case 300: return .reshape(try reader.decode(Specification.ReshapeLayerParams.self))
                case 301: return .flatten(try reader.decode(Specification.FlattenLayerParams.self))
                case 310: return .permute(try reader.decode(Specification.PermuteLayerParams.self))
                case 320: return .concat(try reader.decode(Specification.ConcatLayerParams.self))
                case 330: return .split(try reader.decode(Specification.SplitLayerParams.self))
                case 340: return .sequenceRepeat(try reader.decode(Specification.SequenceRepeatLayerParams.self))
                case 345: return .reorganizeData(try reader.decode(Specification.ReorganizeDataLayerParams.self))
                case 350: return .slice(try reader.decode(Specification.SliceLayerParams.self))
                case 400: return .simpleRecurrent(try reader.decode(Specification.SimpleRecurrentLayerParams.self))
                case 410: return .gru(try reader.decode(Specification.GRULayerParams.self))
                case 420: return .uniDirectionalLSTM(try reader.decode(Specification.UniDirectionalLSTMLayerParams.self))
                case 430: return .biDirectionalLSTM(try reader.decode(Specification.BiDirectionalLSTMLayerParams.self))
                case 500: return .custom(try reader.decode(Specification.CustomLayerParams.self))
                case 600: return .copy(try reader.decode(Specification.CopyLayerParams.self))
                case 605: return .branch(try reader.decode(Specification.BranchLayerParams.self))
                case 615: return .loop(try reader.decode(Specification.LoopLayerParams.self))
                case 620: return .loopBreak(try reader.decode(Specification.LoopBreakLayerParams.self))
                case 625: return .loopContinue(try reader.decode(Specification.LoopContinueLayerParams.self))
                case 635: return .rangeStatic(try reader.decode(Specification.RangeStaticLayerParams.self))
                case 640: return .rangeDynamic(try reader.decode(Specification.RangeDynamicLayerParams.self))
                case 660: return .clip(try reader.decode(Specification.ClipLayerParams.self))
                case 665: return .ceil(try reader.decode(Specification.CeilLayerParams.self))
                case 670: return .floor(try reader.decode(Specification.FloorLayerParams.self))
                case 680: return .sign(try reader.decode(Specification.SignLayerParams.self))
                case 685: return .round(try reader.decode(Specification.RoundLayerParams.self))
                case 700: return .exp2(try reader.decode(Specification.Exp2LayerParams.self))
                case 710: return .sin(try reader.decode(Specification.SinLayerParams.self))
                case 715: return .cos(try reader.decode(Specification.CosLayerParams.self))
                case 720: return .tan(try reader.decode(Specification.TanLayerParams.self))
                case 730: return .asin(try reader.decode(Specification.AsinLayerParams.self))
                case 735: return .acos(try reader.decode(Specification.AcosLayerParams.self))
                case 740: return .atan(try reader.decode(Specification.AtanLayerParams.self))
                case 750: return .sinh(try reader.decode(Specification.SinhLayerParams.self))
                case 755: return .cosh(try reader.decode(Specification.CoshLayerParams.self))
                case 760: return .tanh(try reader.decode(Specification.TanhLayerParams.self))
                case 770: return .asinh(try reader.decode(Specification.AsinhLayerParams.self))
                case 775: return .acosh(try reader.decode(Specification.AcoshLayerParams.self))
                case 780: return .atanh(try reader.decode(Specification.AtanhLayerParams.self))
                case 790: return .erf(try reader.decode(Specification.ErfLayerParams.self))
                case 795: return .gelu(try reader.decode(Specification.GeluLayerParams.self))
                case 815: return .equal(try reader.decode(Specification.EqualLayerParams.self))
                case 820: return .notEqual(try reader.decode(Specification.NotEqualLayerParams.self))
                case 825: return .lessThan(try reader.decode(Specification.LessThanLayerParams.self))
                case 827: return .lessEqual(try reader.decode(Specification.LessEqualLayerParams.self))
                case 830: return .greaterThan(try reader.decode(Specification.GreaterThanLayerParams.self))
                case 832: return .greaterEqual(try reader.decode(Specification.GreaterEqualLayerParams.self))
                case 840: return .logicalOr(try reader.decode(Specification.LogicalOrLayerParams.self))
                case 845: return .logicalXor(try reader.decode(Specification.LogicalXorLayerParams.self))
                case 850: return .logicalNot(try reader.decode(Specification.LogicalNotLayerParams.self))
                case 855: return .logicalAnd(try reader.decode(Specification.LogicalAndLayerParams.self))
                case 865: return .modBroadcastable(try reader.decode(Specification.ModBroadcastableLayerParams.self))
                case 870: return .minBroadcastable(try reader.decode(Specification.MinBroadcastableLayerParams.self))
                case 875: return .maxBroadcastable(try reader.decode(Specification.MaxBroadcastableLayerParams.self))
                case 880: return .addBroadcastable(try reader.decode(Specification.AddBroadcastableLayerParams.self))
                case 885: return .powBroadcastable(try reader.decode(Specification.PowBroadcastableLayerParams.self))
                case 890: return .divideBroadcastable(try reader.decode(Specification.DivideBroadcastableLayerParams.self))
                case 895: return .floorDivBroadcastable(try reader.decode(Specification.FloorDivBroadcastableLayerParams.self))
                case 900: return .multiplyBroadcastable(try reader.decode(Specification.MultiplyBroadcastableLayerParams.self))
                case 905: return .subtractBroadcastable(try reader.decode(Specification.SubtractBroadcastableLayerParams.self))
                case 920: return .tile(try reader.decode(Specification.TileLayerParams.self))
                case 925: return .stack(try reader.decode(Specification.StackLayerParams.self))
                case 930: return .gather(try reader.decode(Specification.GatherLayerParams.self))
                case 935: return .scatter(try reader.decode(Specification.ScatterLayerParams.self))
                case 940: return .gatherND(try reader.decode(Specification.GatherNDLayerParams.self))
                case 945: return .scatterND(try reader.decode(Specification.ScatterNDLayerParams.self))
                case 950: return .softmaxND(try reader.decode(Specification.SoftmaxNDLayerParams.self))
                case 952: return .gatherAlongAxis(try reader.decode(Specification.GatherAlongAxisLayerParams.self))
                case 954: return .scatterAlongAxis(try reader.decode(Specification.ScatterAlongAxisLayerParams.self))
                case 960: return .reverse(try reader.decode(Specification.ReverseLayerParams.self))
                case 965: return .reverseSeq(try reader.decode(Specification.ReverseSeqLayerParams.self))
                case 975: return .splitND(try reader.decode(Specification.SplitNDLayerParams.self))
                case 980: return .concatND(try reader.decode(Specification.ConcatNDLayerParams.self))
                case 985: return .transpose(try reader.decode(Specification.TransposeLayerParams.self))
                case 995: return .sliceStatic(try reader.decode(Specification.SliceStaticLayerParams.self))
                case 1000: return .sliceDynamic(try reader.decode(Specification.SliceDynamicLayerParams.self))
                case 1005: return .slidingWindows(try reader.decode(Specification.SlidingWindowsLayerParams.self))
                case 1015: return .topK(try reader.decode(Specification.TopKLayerParams.self))
                case 1020: return .argMin(try reader.decode(Specification.ArgMinLayerParams.self))
                case 1025: return .argMax(try reader.decode(Specification.ArgMaxLayerParams.self))
                case 1040: return .embeddingND(try reader.decode(Specification.EmbeddingNDLayerParams.self))
                case 1045: return .batchedMatmul(try reader.decode(Specification.BatchedMatMulLayerParams.self))
                case 1065: return .getShape(try reader.decode(Specification.GetShapeLayerParams.self))
                case 1070: return .loadConstantND(try reader.decode(Specification.LoadConstantNDLayerParams.self))
                case 1080: return .fillLike(try reader.decode(Specification.FillLikeLayerParams.self))
                case 1085: return .fillStatic(try reader.decode(Specification.FillStaticLayerParams.self))
                case 1090: return .fillDynamic(try reader.decode(Specification.FillDynamicLayerParams.self))
                case 1100: return .broadcastToLike(try reader.decode(Specification.BroadcastToLikeLayerParams.self))
                case 1105: return .broadcastToStatic(try reader.decode(Specification.BroadcastToStaticLayerParams.self))
                case 1110: return .broadcastToDynamic(try reader.decode(Specification.BroadcastToDynamicLayerParams.self))
                case 1120: return .squeeze(try reader.decode(Specification.SqueezeLayerParams.self))
                case 1125: return .expandDims(try reader.decode(Specification.ExpandDimsLayerParams.self))
                case 1130: return .flattenTo2D(try reader.decode(Specification.FlattenTo2DLayerParams.self))
                case 1135: return .reshapeLike(try reader.decode(Specification.ReshapeLikeLayerParams.self))
                case 1140: return .reshapeStatic(try reader.decode(Specification.ReshapeStaticLayerParams.self))
                case 1145: return .reshapeDynamic(try reader.decode(Specification.ReshapeDynamicLayerParams.self))
                case 1150: return .rankPreservingReshape(try reader.decode(Specification.RankPreservingReshapeLayerParams.self))
                case 1155: return .constantPad(try reader.decode(Specification.ConstantPaddingLayerParams.self))
                case 1170: return .randomNormalLike(try reader.decode(Specification.RandomNormalLikeLayerParams.self))
                case 1175: return .randomNormalStatic(try reader.decode(Specification.RandomNormalStaticLayerParams.self))
                case 1180: return .randomNormalDynamic(try reader.decode(Specification.RandomNormalDynamicLayerParams.self))
                case 1190: return .randomUniformLike(try reader.decode(Specification.RandomUniformLikeLayerParams.self))
                case 1195: return .randomUniformStatic(try reader.decode(Specification.RandomUniformStaticLayerParams.self))
                case 1200: return .randomUniformDynamic(try reader.decode(Specification.RandomUniformDynamicLayerParams.self))
                case 1210: return .randomBernoulliLike(try reader.decode(Specification.RandomBernoulliLikeLayerParams.self))
                case 1215: return .randomBernoulliStatic(try reader.decode(Specification.RandomBernoulliStaticLayerParams.self))
                case 1220: return .randomBernoulliDynamic(try reader.decode(Specification.RandomBernoulliDynamicLayerParams.self))
                case 1230: return .categoricalDistribution(try reader.decode(Specification.CategoricalDistributionLayerParams.self))
                case 1250: return .reduceL1(try reader.decode(Specification.ReduceL1LayerParams.self))
                case 1255: return .reduceL2(try reader.decode(Specification.ReduceL2LayerParams.self))
                case 1260: return .reduceMax(try reader.decode(Specification.ReduceMaxLayerParams.self))
                case 1265: return .reduceMin(try reader.decode(Specification.ReduceMinLayerParams.self))
                case 1270: return .reduceSum(try reader.decode(Specification.ReduceSumLayerParams.self))
                case 1275: return .reduceProd(try reader.decode(Specification.ReduceProdLayerParams.self))
                case 1280: return .reduceMean(try reader.decode(Specification.ReduceMeanLayerParams.self))
                case 1285: return .reduceLogSum(try reader.decode(Specification.ReduceLogSumLayerParams.self))
                case 1290: return .reduceSumSquare(try reader.decode(Specification.ReduceSumSquareLayerParams.self))
                case 1295: return .reduceLogSumExp(try reader.decode(Specification.ReduceLogSumExpLayerParams.self))
                case 1313: return .whereNonZero(try reader.decode(Specification.WhereNonZeroLayerParams.self))
                case 1315: return .matrixBandPart(try reader.decode(Specification.MatrixBandPartLayerParams.self))
                case 1320: return .lowerTriangular(try reader.decode(Specification.LowerTriangularLayerParams.self))
                case 1325: return .upperTriangular(try reader.decode(Specification.UpperTriangularLayerParams.self))
                case 1330: return .whereBroadcastable(try reader.decode(Specification.WhereBroadcastableLayerParams.self))
                case 1350: return .layerNormalization(try reader.decode(Specification.LayerNormalizationLayerParams.self))
                case 1400: return .nonMaximumSuppression(try reader.decode(Specification.NonMaximumSuppressionLayerParams.self))
                case 1450: return .oneHot(try reader.decode(Specification.OneHotLayerParams.self))
                case 1455: return .cumSum(try reader.decode(Specification.CumSumLayerParams.self))
                case 1460: return .clampedReLU(try reader.decode(Specification.ClampedReLULayerParams.self))
                case 1461: return .argSort(try reader.decode(Specification.ArgSortLayerParams.self))
                case 1465: return .pooling3d(try reader.decode(Specification.Pooling3DLayerParams.self))
                case 1466: return .globalPooling3d(try reader.decode(Specification.GlobalPooling3DLayerParams.self))
                case 1470: return .sliceBySize(try reader.decode(Specification.SliceBySizeLayerParams.self))
                case 1471: return .convolution3d(try reader.decode(Specification.Convolution3DLayerParams.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .convolution(let value): writer.writeMember(value, field: 100)
                case .pooling(let value): writer.writeMember(value, field: 120)
                case .activation(let value): writer.writeMember(value, field: 130)
                case .innerProduct(let value): writer.writeMember(value, field: 140)
                case .embedding(let value): writer.writeMember(value, field: 150)
                case .batchnorm(let value): writer.writeMember(value, field: 160)
                case .mvn(let value): writer.writeMember(value, field: 165)
                case .l2normalize(let value): writer.writeMember(value, field: 170)
                case .softmax(let value): writer.writeMember(value, field: 175)
                case .lrn(let value): writer.writeMember(value, field: 180)
                case .crop(let value): writer.writeMember(value, field: 190)
                case .padding(let value): writer.writeMember(value, field: 200)
                case .upsample(let value): writer.writeMember(value, field: 210)
                case .resizeBilinear(let value): writer.writeMember(value, field: 211)
                case .cropResize(let value): writer.writeMember(value, field: 212)
                case .unary(let value): writer.writeMember(value, field: 220)
                case .add(let value): writer.writeMember(value, field: 230)
                case .multiply(let value): writer.writeMember(value, field: 231)
                case .average(let value): writer.writeMember(value, field: 240)
                case .scale(let value): writer.writeMember(value, field: 245)
                case .bias(let value): writer.writeMember(value, field: 250)
                case .max(let value): writer.writeMember(value, field: 260)
                case .min(let value): writer.writeMember(value, field: 261)
                case .dot(let value): writer.writeMember(value, field: 270)
                case .reduce(let value): writer.writeMember(value, field: 280)
                case .loadConstant(let value): writer.writeMember(value, field: 290)
                case .reshape(let value): writer.writeMember(value, field: 300)
                case .flatten(let value): writer.writeMember(value, field: 301)
                case .permute(let value): writer.writeMember(value, field: 310)
                case .concat(let value): writer.writeMember(value, field: 320)
                case .split(let value): writer.writeMember(value, field: 330)
                case .sequenceRepeat(let value): writer.writeMember(value, field: 340)
                case .reorganizeData(let value): writer.writeMember(value, field: 345)
                case .slice(let value): writer.writeMember(value, field: 350)
                case .simpleRecurrent(let value): writer.writeMember(value, field: 400)
                case .gru(let value): writer.writeMember(value, field: 410)
                case .uniDirectionalLSTM(let value): writer.writeMember(value, field: 420)
                case .biDirectionalLSTM(let value): writer.writeMember(value, field: 430)
                case .custom(let value): writer.writeMember(value, field: 500)
                case .copy(let value): writer.writeMember(value, field: 600)
                case .branch(let value): writer.writeMember(value, field: 605)
                case .loop(let value): writer.writeMember(value, field: 615)
                case .loopBreak(let value): writer.writeMember(value, field: 620)
                case .loopContinue(let value): writer.writeMember(value, field: 625)
                case .rangeStatic(let value): writer.writeMember(value, field: 635)
                case .rangeDynamic(let value): writer.writeMember(value, field: 640)
                case .clip(let value): writer.writeMember(value, field: 660)
                case .ceil(let value): writer.writeMember(value, field: 665)
                case .floor(let value): writer.writeMember(value, field: 670)
                case .sign(let value): writer.writeMember(value, field: 680)
                case .round(let value): writer.writeMember(value, field: 685)
                case .exp2(let value): writer.writeMember(value, field: 700)
                case .sin(let value): writer.writeMember(value, field: 710)
                case .cos(let value): writer.writeMember(value, field: 715)
                case .tan(let value): writer.writeMember(value, field: 720)
                case .asin(let value): writer.writeMember(value, field: 730)
                case .acos(let value): writer.writeMember(value, field: 735)
                case .atan(let value): writer.writeMember(value, field: 740)
                case .sinh(let value): writer.writeMember(value, field: 750)
                case .cosh(let value): writer.writeMember(value, field: 755)
                case .tanh(let value): writer.writeMember(value, field: 760)
                case .asinh(let value): writer.writeMember(value, field: 770)
                case .acosh(let value): writer.writeMember(value, field: 775)
                case .atanh(let value): writer.writeMember(value, field: 780)
                case .erf(let value): writer.writeMember(value, field: 790)
                case .gelu(let value): writer.writeMember(value, field: 795)
                case .equal(let value): writer.writeMember(value, field: 815)
                case .notEqual(let value): writer.writeMember(value, field: 820)
                case .lessThan(let value): writer.writeMember(value, field: 825)
                case .lessEqual(let value): writer.writeMember(value, field: 827)
                case .greaterThan(let value): writer.writeMember(value, field: 830)
                case .greaterEqual(let value): writer.writeMember(value, field: 832)
                case .logicalOr(let value): writer.writeMember(value, field: 840)
                case .logicalXor(let value): writer.writeMember(value, field: 845)
                case .logicalNot(let value): writer.writeMember(value, field: 850)
                case .logicalAnd(let value): writer.writeMember(value, field: 855)
                case .modBroadcastable(let value): writer.writeMember(value, field: 865)
                case .minBroadcastable(let value): writer.writeMember(value, field: 870)
                case .maxBroadcastable(let value): writer.writeMember(value, field: 875)
                case .addBroadcastable(let value): writer.writeMember(value, field: 880)
                case .powBroadcastable(let value): writer.writeMember(value, field: 885)
                case .divideBroadcastable(let value): writer.writeMember(value, field: 890)
                case .floorDivBroadcastable(let value): writer.writeMember(value, field: 895)
                case .multiplyBroadcastable(let value): writer.writeMember(value, field: 900)
                case .subtractBroadcastable(let value): writer.writeMember(value, field: 905)
                case .tile(let value): writer.writeMember(value, field: 920)
                case .stack(let value): writer.writeMember(value, field: 925)
                case .gather(let value): writer.writeMember(value, field: 930)
                case .scatter(let value): writer.writeMember(value, field: 935)
                case .gatherND(let value): writer.writeMember(value, field: 940)
                case .scatterND(let value): writer.writeMember(value, field: 945)
                case .softmaxND(let value): writer.writeMember(value, field: 950)
                case .gatherAlongAxis(let value): writer.writeMember(value, field: 952)
                case .scatterAlongAxis(let value): writer.writeMember(value, field: 954)
                case .reverse(let value): writer.writeMember(value, field: 960)
                case .reverseSeq(let value): writer.writeMember(value, field: 965)
                case .splitND(let value): writer.writeMember(value, field: 975)
                case .concatND(let value): writer.writeMember(value, field: 980)
                case .transpose(let value): writer.writeMember(value, field: 985)
                case .sliceStatic(let value): writer.writeMember(value, field: 995)
                case .sliceDynamic(let value): writer.writeMember(value, field: 1000)
                case .slidingWindows(let value): writer.writeMember(value, field: 1005)
                case .topK(let value): writer.writeMember(value, field: 1015)
                case .argMin(let value): writer.writeMember(value, field: 1020)
                case .argMax(let value): writer.writeMember(value, field: 1025)
                case .embeddingND(let value): writer.writeMember(value, field: 1040)
                case .batchedMatmul(let value): writer.writeMember(value, field: 1045)
                case .getShape(let value): writer.writeMember(value, field: 1065)
                case .loadConstantND(let value): writer.writeMember(value, field: 1070)
                case .fillLike(let value): writer.writeMember(value, field: 1080)
                case .fillStatic(let value): writer.writeMember(value, field: 1085)
                case .fillDynamic(let value): writer.writeMember(value, field: 1090)
                case .broadcastToLike(let value): writer.writeMember(value, field: 1100)
                case .broadcastToStatic(let value): writer.writeMember(value, field: 1105)
                case .broadcastToDynamic(let value): writer.writeMember(value, field: 1110)
                case .squeeze(let value): writer.writeMember(value, field: 1120)
                case .expandDims(let value): writer.writeMember(value, field: 1125)
                case .flattenTo2D(let value): writer.writeMember(value, field: 1130)
                case .reshapeLike(let value): writer.writeMember(value, field: 1135)
                case .reshapeStatic(let value): writer.writeMember(value, field: 1140)
                case .reshapeDynamic(let value): writer.writeMember(value, field: 1145)
                case .rankPreservingReshape(let value): writer.writeMember(value, field: 1150)
                case .constantPad(let value): writer.writeMember(value, field: 1155)
                case .randomNormalLike(let value): writer.writeMember(value, field: 1170)
                case .randomNormalStatic(let value): writer.writeMember(value, field: 1175)
                case .randomNormalDynamic(let value): writer.writeMember(value, field: 1180)
                case .randomUniformLike(let value): writer.writeMember(value, field: 1190)
                case .randomUniformStatic(let value): writer.writeMember(value, field: 1195)
                case .randomUniformDynamic(let value): writer.writeMember(value, field: 1200)
                case .randomBernoulliLike(let value): writer.writeMember(value, field: 1210)
                case .randomBernoulliStatic(let value): writer.writeMember(value, field: 1215)
                case .randomBernoulliDynamic(let value): writer.writeMember(value, field: 1220)
                case .categoricalDistribution(let value): writer.writeMember(value, field: 1230)
                case .reduceL1(let value): writer.writeMember(value, field: 1250)
                case .reduceL2(let value): writer.writeMember(value, field: 1255)
                case .reduceMax(let value): writer.writeMember(value, field: 1260)
                case .reduceMin(let value): writer.writeMember(value, field: 1265)
                case .reduceSum(let value): writer.writeMember(value, field: 1270)
                case .reduceProd(let value): writer.writeMember(value, field: 1275)
                case .reduceMean(let value): writer.writeMember(value, field: 1280)
                case .reduceLogSum(let value): writer.writeMember(value, field: 1285)
                case .reduceSumSquare(let value): writer.writeMember(value, field: 1290)
                case .reduceLogSumExp(let value): writer.writeMember(value, field: 1295)
                case .whereNonZero(let value): writer.writeMember(value, field: 1313)
                case .matrixBandPart(let value): writer.writeMember(value, field: 1315)
                case .lowerTriangular(let value): writer.writeMember(value, field: 1320)
                case .upperTriangular(let value): writer.writeMember(value, field: 1325)
                case .whereBroadcastable(let value): writer.writeMember(value, field: 1330)
                case .layerNormalization(let value): writer.writeMember(value, field: 1350)
                case .nonMaximumSuppression(let value): writer.writeMember(value, field: 1400)
                case .oneHot(let value): writer.writeMember(value, field: 1450)
                case .cumSum(let value): writer.writeMember(value, field: 1455)
                case .clampedReLU(let value): writer.writeMember(value, field: 1460)
                case .argSort(let value): writer.writeMember(value, field: 1461)
                case .pooling3d(let value): writer.writeMember(value, field: 1465)
                case .globalPooling3d(let value): writer.writeMember(value, field: 1466)
                case .sliceBySize(let value): writer.writeMember(value, field: 1470)
                case .convolution3d(let value): writer.writeMember(value, field: 1471)
                }
            }
        }
    }
}

extension Specification {
    package struct BranchLayerParams: Message {
        @Indirect package var ifBranch: Specification.NeuralNetwork?
        @Indirect package var elseBranch: Specification.NeuralNetwork?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_ifBranch)
            case 2: try reader.decode(&_elseBranch)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(ifBranch, field: 1)
            writer.write(elseBranch, field: 2)
        }
    }
}

extension Specification {
    package struct LoopLayerParams: Message {
        package var maxLoopIterations: UInt64 = 0
        package var conditionVar: String = ""
        @Indirect package var conditionNetwork: Specification.NeuralNetwork?
        @Indirect package var bodyNetwork: Specification.NeuralNetwork?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&maxLoopIterations)
            case 2: try reader.decode(&conditionVar)
            case 3: try reader.decode(&_conditionNetwork)
            case 4: try reader.decode(&_bodyNetwork)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(maxLoopIterations, field: 1)
            writer.write(conditionVar, field: 2)
            writer.write(conditionNetwork, field: 3)
            writer.write(bodyNetwork, field: 4)
        }
    }
}

extension Specification {
    package struct LoopBreakLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LoopContinueLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct CopyLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct GreaterThanLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct GreaterEqualLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct LessThanLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct LessEqualLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 2)
        }
    }
}

extension Specification {
    package struct EqualLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct NotEqualLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct LogicalAndLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LogicalOrLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LogicalXorLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct LogicalNotLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct BorderAmounts: Message {
        package var borderAmounts: [Specification.BorderAmounts.EdgeSizes] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&borderAmounts)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(borderAmounts, field: 10)
        }

        package struct EdgeSizes: Message {
            package var startEdgeSize: UInt64 = 0
            package var endEdgeSize: UInt64 = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&startEdgeSize)
                case 2: try reader.decode(&endEdgeSize)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(startEdgeSize, field: 1)
                writer.write(endEdgeSize, field: 2)
            }
        }
    }
}

extension Specification {
    package struct ValidPadding: Message {
        @Indirect package var paddingAmounts: Specification.BorderAmounts?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_paddingAmounts)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(paddingAmounts, field: 1)
        }
    }
}

extension Specification {
    package struct SamePadding: Message {
        package var asymmetryMode = Specification.SamePadding.SamePaddingMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&asymmetryMode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(asymmetryMode, field: 1)
        }

        package enum SamePaddingMode: WireEnum {
            case bottomRightHeavy
            case topLeftHeavy
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .bottomRightHeavy
                case 1: self = .topLeftHeavy
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .bottomRightHeavy: 0
                case .topLeftHeavy: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct SamplingMode: Message {
        package var samplingMethod = Specification.SamplingMode.Method(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&samplingMethod)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(samplingMethod, field: 1)
        }

        package enum Method: WireEnum {
            case strictAlignEndpointsMode
            case alignEndpointsMode
            case upsampleMode
            case roiAlignMode
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .strictAlignEndpointsMode
                case 1: self = .alignEndpointsMode
                case 2: self = .upsampleMode
                case 3: self = .roiAlignMode
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .strictAlignEndpointsMode: 0
                case .alignEndpointsMode: 1
                case .upsampleMode: 2
                case .roiAlignMode: 3
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct BoxCoordinatesMode: Message {
        package var boxMode = Specification.BoxCoordinatesMode.Coordinates(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&boxMode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(boxMode, field: 1)
        }

        package enum Coordinates: WireEnum {
            case cornersHeightFirst
            case cornersWidthFirst
            case centerSizeHeightFirst
            case centerSizeWidthFirst
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .cornersHeightFirst
                case 1: self = .cornersWidthFirst
                case 2: self = .centerSizeHeightFirst
                case 3: self = .centerSizeWidthFirst
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .cornersHeightFirst: 0
                case .cornersWidthFirst: 1
                case .centerSizeHeightFirst: 2
                case .centerSizeWidthFirst: 3
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct WeightParams: Message {
        package var floatValue = PackedFloats()
        package var float16Value: Bytes = Bytes()
        package var rawValue: Bytes = Bytes()
        package var int8RawValue: Bytes = Bytes()
        @Indirect package var quantization: Specification.QuantizationParams?
        package var isUpdatable: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&floatValue)
            case 2: try reader.decode(&float16Value)
            case 30: try reader.decode(&rawValue)
            case 31: try reader.decode(&int8RawValue)
            case 40: try reader.decode(&_quantization)
            case 50: try reader.decode(&isUpdatable)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(floatValue, field: 1)
            writer.write(float16Value, field: 2)
            writer.write(rawValue, field: 30)
            writer.write(int8RawValue, field: 31)
            writer.write(quantization, field: 40)
            writer.write(isUpdatable, field: 50)
        }
    }
}

extension Specification {
    package struct QuantizationParams: Message {
        package var numberOfBits: UInt64 = 0
        package var quantizationType: QuantizationType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&numberOfBits)
            default:
                if let member = try QuantizationType.decode(field, from: &reader) {
                    quantizationType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(numberOfBits, field: 1)
            quantizationType?.encode(to: &writer)
        }

        package indirect enum QuantizationType: OneOf {
            case linearQuantization(Specification.LinearQuantizationParams)
            case lookupTableQuantization(Specification.LookUpTableQuantizationParams)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 101: return .linearQuantization(try reader.decode(Specification.LinearQuantizationParams.self))
                case 102: return .lookupTableQuantization(try reader.decode(Specification.LookUpTableQuantizationParams.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .linearQuantization(let value): writer.writeMember(value, field: 101)
                case .lookupTableQuantization(let value): writer.writeMember(value, field: 102)
                }
            }
        }
    }
}

extension Specification {
    package struct LinearQuantizationParams: Message {
        package var scale = PackedFloats()
        package var bias = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&scale)
            case 2: try reader.decode(&bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(scale, field: 1)
            writer.write(bias, field: 2)
        }
    }
}

extension Specification {
    package struct LookUpTableQuantizationParams: Message {
        package var floatValue = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&floatValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(floatValue, field: 1)
        }
    }
}

extension Specification {
    package struct ConvolutionLayerParams: Message {
        package var outputChannels: UInt64 = 0
        package var kernelChannels: UInt64 = 0
        package var nGroups: UInt64 = 0
        package var kernelSize: [UInt64] = []
        package var stride: [UInt64] = []
        package var dilationFactor: [UInt64] = []
        package var isDeconvolution: Bool = false
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var outputShape: [UInt64] = []
        package var convolutionPaddingType: ConvolutionPaddingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&outputChannels)
            case 2: try reader.decode(&kernelChannels)
            case 10: try reader.decode(&nGroups)
            case 20: try reader.decode(&kernelSize)
            case 30: try reader.decode(&stride)
            case 40: try reader.decode(&dilationFactor)
            case 60: try reader.decode(&isDeconvolution)
            case 70: try reader.decode(&hasBias)
            case 90: try reader.decode(&_weights)
            case 91: try reader.decode(&_bias)
            case 100: try reader.decode(&outputShape)
            default:
                if let member = try ConvolutionPaddingType.decode(field, from: &reader) {
                    convolutionPaddingType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(outputChannels, field: 1)
            writer.write(kernelChannels, field: 2)
            writer.write(nGroups, field: 10)
            writer.write(kernelSize, field: 20)
            writer.write(stride, field: 30)
            writer.write(dilationFactor, field: 40)
            convolutionPaddingType?.encode(to: &writer)
            writer.write(isDeconvolution, field: 60)
            writer.write(hasBias, field: 70)
            writer.write(weights, field: 90)
            writer.write(bias, field: 91)
            writer.write(outputShape, field: 100)
        }

        package indirect enum ConvolutionPaddingType: OneOf {
            case valid(Specification.ValidPadding)
            case same(Specification.SamePadding)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 50: return .valid(try reader.decode(Specification.ValidPadding.self))
                case 51: return .same(try reader.decode(Specification.SamePadding.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .valid(let value): writer.writeMember(value, field: 50)
                case .same(let value): writer.writeMember(value, field: 51)
                }
            }
        }
    }
}

extension Specification {
    package struct Convolution3DLayerParams: Message {
        package var outputChannels: Int32 = 0
        package var inputChannels: Int32 = 0
        package var nGroups: Int32 = 0
        package var kernelDepth: Int32 = 0
        package var kernelHeight: Int32 = 0
        package var kernelWidth: Int32 = 0
        package var strideDepth: Int32 = 0
        package var strideHeight: Int32 = 0
        package var strideWidth: Int32 = 0
        package var dilationDepth: Int32 = 0
        package var dilationHeight: Int32 = 0
        package var dilationWidth: Int32 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var paddingType = Specification.Convolution3DLayerParams.PaddingType(rawValue: 0)
        package var customPaddingFront: Int32 = 0
        package var customPaddingBack: Int32 = 0
        package var customPaddingTop: Int32 = 0
        package var customPaddingBottom: Int32 = 0
        package var customPaddingLeft: Int32 = 0
        package var customPaddingRight: Int32 = 0
        package var isDeconvolution: Bool = false
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&outputChannels)
            case 2: try reader.decode(&inputChannels)
            case 10: try reader.decode(&nGroups)
            case 20: try reader.decode(&kernelDepth)
            case 21: try reader.decode(&kernelHeight)
            case 22: try reader.decode(&kernelWidth)
            case 31: try reader.decode(&strideDepth)
            case 32: try reader.decode(&strideHeight)
            case 33: try reader.decode(&strideWidth)
            case 40: try reader.decode(&dilationDepth)
            case 41: try reader.decode(&dilationHeight)
            case 42: try reader.decode(&dilationWidth)
            case 50: try reader.decode(&hasBias)
            case 60: try reader.decode(&_weights)
            case 61: try reader.decode(&_bias)
            case 70: try reader.decode(&paddingType)
            case 80: try reader.decode(&customPaddingFront)
            case 81: try reader.decode(&customPaddingBack)
            case 82: try reader.decode(&customPaddingTop)
            case 83: try reader.decode(&customPaddingBottom)
            case 84: try reader.decode(&customPaddingLeft)
            case 85: try reader.decode(&customPaddingRight)
            case 86: try reader.decode(&isDeconvolution)
            case 87: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(outputChannels, field: 1)
            writer.write(inputChannels, field: 2)
            writer.write(nGroups, field: 10)
            writer.write(kernelDepth, field: 20)
            writer.write(kernelHeight, field: 21)
            writer.write(kernelWidth, field: 22)
            writer.write(strideDepth, field: 31)
            writer.write(strideHeight, field: 32)
            writer.write(strideWidth, field: 33)
            writer.write(dilationDepth, field: 40)
            writer.write(dilationHeight, field: 41)
            writer.write(dilationWidth, field: 42)
            writer.write(hasBias, field: 50)
            writer.write(weights, field: 60)
            writer.write(bias, field: 61)
            writer.write(paddingType, field: 70)
            writer.write(customPaddingFront, field: 80)
            writer.write(customPaddingBack, field: 81)
            writer.write(customPaddingTop, field: 82)
            writer.write(customPaddingBottom, field: 83)
            writer.write(customPaddingLeft, field: 84)
            writer.write(customPaddingRight, field: 85)
            writer.write(isDeconvolution, field: 86)
            writer.write(outputShape, field: 87)
        }

        package enum PaddingType: WireEnum {
            case custom
            case valid
            case same
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .custom
                case 1: self = .valid
                case 2: self = .same
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .custom: 0
                case .valid: 1
                case .same: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct InnerProductLayerParams: Message {
        package var inputChannels: UInt64 = 0
        package var outputChannels: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var int8DynamicQuantize: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputChannels)
            case 2: try reader.decode(&outputChannels)
            case 10: try reader.decode(&hasBias)
            case 20: try reader.decode(&_weights)
            case 21: try reader.decode(&_bias)
            case 22: try reader.decode(&int8DynamicQuantize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputChannels, field: 1)
            writer.write(outputChannels, field: 2)
            writer.write(hasBias, field: 10)
            writer.write(weights, field: 20)
            writer.write(bias, field: 21)
            writer.write(int8DynamicQuantize, field: 22)
        }
    }
}

extension Specification {
    package struct EmbeddingLayerParams: Message {
        package var inputDim: UInt64 = 0
        package var outputChannels: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputDim)
            case 2: try reader.decode(&outputChannels)
            case 10: try reader.decode(&hasBias)
            case 20: try reader.decode(&_weights)
            case 21: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputDim, field: 1)
            writer.write(outputChannels, field: 2)
            writer.write(hasBias, field: 10)
            writer.write(weights, field: 20)
            writer.write(bias, field: 21)
        }
    }
}

extension Specification {
    package struct EmbeddingNDLayerParams: Message {
        package var vocabSize: UInt64 = 0
        package var embeddingSize: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vocabSize)
            case 2: try reader.decode(&embeddingSize)
            case 3: try reader.decode(&hasBias)
            case 20: try reader.decode(&_weights)
            case 21: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vocabSize, field: 1)
            writer.write(embeddingSize, field: 2)
            writer.write(hasBias, field: 3)
            writer.write(weights, field: 20)
            writer.write(bias, field: 21)
        }
    }
}

extension Specification {
    package struct BatchnormLayerParams: Message {
        package var channels: UInt64 = 0
        package var computeMeanVar: Bool = false
        package var instanceNormalization: Bool = false
        package var epsilon: Float = 0
        @Indirect package var gamma: Specification.WeightParams?
        @Indirect package var beta: Specification.WeightParams?
        @Indirect package var mean: Specification.WeightParams?
        @Indirect package var variance: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&channels)
            case 5: try reader.decode(&computeMeanVar)
            case 6: try reader.decode(&instanceNormalization)
            case 10: try reader.decode(&epsilon)
            case 15: try reader.decode(&_gamma)
            case 16: try reader.decode(&_beta)
            case 17: try reader.decode(&_mean)
            case 18: try reader.decode(&_variance)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(channels, field: 1)
            writer.write(computeMeanVar, field: 5)
            writer.write(instanceNormalization, field: 6)
            writer.write(epsilon, field: 10)
            writer.write(gamma, field: 15)
            writer.write(beta, field: 16)
            writer.write(mean, field: 17)
            writer.write(variance, field: 18)
        }
    }
}

extension Specification {
    package struct PoolingLayerParams: Message {
        package var type = Specification.PoolingLayerParams.PoolingType(rawValue: 0)
        package var kernelSize: [UInt64] = []
        package var stride: [UInt64] = []
        package var avgPoolExcludePadding: Bool = false
        package var globalPooling: Bool = false
        package var poolingPaddingType: PoolingPaddingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 10: try reader.decode(&kernelSize)
            case 20: try reader.decode(&stride)
            case 50: try reader.decode(&avgPoolExcludePadding)
            case 60: try reader.decode(&globalPooling)
            default:
                if let member = try PoolingPaddingType.decode(field, from: &reader) {
                    poolingPaddingType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(kernelSize, field: 10)
            writer.write(stride, field: 20)
            poolingPaddingType?.encode(to: &writer)
            writer.write(avgPoolExcludePadding, field: 50)
            writer.write(globalPooling, field: 60)
        }

        package enum PoolingType: WireEnum {
            case max
            case average
            case l2
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .max
                case 1: self = .average
                case 2: self = .l2
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .max: 0
                case .average: 1
                case .l2: 2
                case .unrecognized(let number): number
                }
            }
        }

        package indirect enum PoolingPaddingType: OneOf {
            case valid(Specification.ValidPadding)
            case same(Specification.SamePadding)
            case includeLastPixel(Specification.PoolingLayerParams.ValidCompletePadding)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 30: return .valid(try reader.decode(Specification.ValidPadding.self))
                case 31: return .same(try reader.decode(Specification.SamePadding.self))
                case 32: return .includeLastPixel(try reader.decode(Specification.PoolingLayerParams.ValidCompletePadding.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .valid(let value): writer.writeMember(value, field: 30)
                case .same(let value): writer.writeMember(value, field: 31)
                case .includeLastPixel(let value): writer.writeMember(value, field: 32)
                }
            }
        }

        package struct ValidCompletePadding: Message {
            package var paddingAmounts: [UInt64] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 10: try reader.decode(&paddingAmounts)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(paddingAmounts, field: 10)
            }
        }
    }
}

extension Specification {
    package struct Pooling3DLayerParams: Message {
        package var type = Specification.Pooling3DLayerParams.PoolingType3D(rawValue: 0)
        package var kernelDepth: Int32 = 0
        package var kernelHeight: Int32 = 0
        package var kernelWidth: Int32 = 0
        package var strideDepth: Int32 = 0
        package var strideHeight: Int32 = 0
        package var strideWidth: Int32 = 0
        package var paddingType = Specification.Pooling3DLayerParams.Pooling3DPaddingType(rawValue: 0)
        package var customPaddingFront: Int32 = 0
        package var customPaddingBack: Int32 = 0
        package var customPaddingTop: Int32 = 0
        package var customPaddingBottom: Int32 = 0
        package var customPaddingLeft: Int32 = 0
        package var customPaddingRight: Int32 = 0
        package var countExcludePadding: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 2: try reader.decode(&kernelDepth)
            case 3: try reader.decode(&kernelHeight)
            case 4: try reader.decode(&kernelWidth)
            case 5: try reader.decode(&strideDepth)
            case 6: try reader.decode(&strideHeight)
            case 7: try reader.decode(&strideWidth)
            case 8: try reader.decode(&customPaddingFront)
            case 9: try reader.decode(&customPaddingBack)
            case 10: try reader.decode(&customPaddingTop)
            case 11: try reader.decode(&customPaddingBottom)
            case 12: try reader.decode(&customPaddingLeft)
            case 13: try reader.decode(&customPaddingRight)
            case 14: try reader.decode(&countExcludePadding)
            case 15: try reader.decode(&paddingType)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(kernelDepth, field: 2)
            writer.write(kernelHeight, field: 3)
            writer.write(kernelWidth, field: 4)
            writer.write(strideDepth, field: 5)
            writer.write(strideHeight, field: 6)
            writer.write(strideWidth, field: 7)
            writer.write(customPaddingFront, field: 8)
            writer.write(customPaddingBack, field: 9)
            writer.write(customPaddingTop, field: 10)
            writer.write(customPaddingBottom, field: 11)
            writer.write(customPaddingLeft, field: 12)
            writer.write(customPaddingRight, field: 13)
            writer.write(countExcludePadding, field: 14)
            writer.write(paddingType, field: 15)
        }

        package enum PoolingType3D: WireEnum {
            case max
            case average
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .max
                case 1: self = .average
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .max: 0
                case .average: 1
                case .unrecognized(let number): number
                }
            }
        }

        package enum Pooling3DPaddingType: WireEnum {
            case custom
            case valid
            case same
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .custom
                case 1: self = .valid
                case 2: self = .same
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .custom: 0
                case .valid: 1
                case .same: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct GlobalPooling3DLayerParams: Message {
        package var type = Specification.GlobalPooling3DLayerParams.GlobalPoolingType3D(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
        }

        package enum GlobalPoolingType3D: WireEnum {
            case max
            case average
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .max
                case 1: self = .average
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .max: 0
                case .average: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct PaddingLayerParams: Message {
        @Indirect package var paddingAmounts: Specification.BorderAmounts?
        package var paddingType: PaddingType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&_paddingAmounts)
            default:
                if let member = try PaddingType.decode(field, from: &reader) {
                    paddingType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            paddingType?.encode(to: &writer)
            writer.write(paddingAmounts, field: 10)
        }

        package indirect enum PaddingType: OneOf {
            case constant(Specification.PaddingLayerParams.PaddingConstant)
            case reflection(Specification.PaddingLayerParams.PaddingReflection)
            case replication(Specification.PaddingLayerParams.PaddingReplication)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .constant(try reader.decode(Specification.PaddingLayerParams.PaddingConstant.self))
                case 2: return .reflection(try reader.decode(Specification.PaddingLayerParams.PaddingReflection.self))
                case 3: return .replication(try reader.decode(Specification.PaddingLayerParams.PaddingReplication.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .constant(let value): writer.writeMember(value, field: 1)
                case .reflection(let value): writer.writeMember(value, field: 2)
                case .replication(let value): writer.writeMember(value, field: 3)
                }
            }
        }

        package struct PaddingConstant: Message {
            package var value: Float = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&value)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(value, field: 1)
            }
        }

        package struct PaddingReflection: EmptyMessage {
            package var unknownFields = UnknownFields()

            package init() {}
        }

        package struct PaddingReplication: EmptyMessage {
            package var unknownFields = UnknownFields()

            package init() {}
        }
    }
}

extension Specification {
    package struct ConcatLayerParams: Message {
        package var sequenceConcat: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 100: try reader.decode(&sequenceConcat)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(sequenceConcat, field: 100)
        }
    }
}

extension Specification {
    package struct LRNLayerParams: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var localSize: UInt64 = 0
        package var k: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            case 3: try reader.decode(&localSize)
            case 4: try reader.decode(&k)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
            writer.write(localSize, field: 3)
            writer.write(k, field: 4)
        }
    }
}

extension Specification {
    package struct SoftmaxLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SplitLayerParams: Message {
        package var nOutputs: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&nOutputs)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(nOutputs, field: 1)
        }
    }
}

extension Specification {
    package struct AddLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct MultiplyLayerParams: Message {
        package var alpha: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
        }
    }
}

extension Specification {
    package struct UnaryFunctionLayerParams: Message {
        package var type = Specification.UnaryFunctionLayerParams.Operation(rawValue: 0)
        package var alpha: Float = 0
        package var epsilon: Float = 0
        package var shift: Float = 0
        package var scale: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&type)
            case 2: try reader.decode(&alpha)
            case 3: try reader.decode(&epsilon)
            case 4: try reader.decode(&shift)
            case 5: try reader.decode(&scale)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(type, field: 1)
            writer.write(alpha, field: 2)
            writer.write(epsilon, field: 3)
            writer.write(shift, field: 4)
            writer.write(scale, field: 5)
        }

        package enum Operation: WireEnum {
            case sqrt
            case rsqrt
            case inverse
            case power
            case exp
            case log
            case abs
            case threshold
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .sqrt
                case 1: self = .rsqrt
                case 2: self = .inverse
                case 3: self = .power
                case 4: self = .exp
                case 5: self = .log
                case 6: self = .abs
                case 7: self = .threshold
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .sqrt: 0
                case .rsqrt: 1
                case .inverse: 2
                case .power: 3
                case .exp: 4
                case .log: 5
                case .abs: 6
                case .threshold: 7
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct UpsampleLayerParams: Message {
        package var scalingFactor: [UInt64] = []
        package var fractionalScalingFactor = PackedFloats()
        package var mode = Specification.UpsampleLayerParams.InterpolationMode(rawValue: 0)
        package var linearUpsampleMode = Specification.UpsampleLayerParams.LinearUpsampleMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&scalingFactor)
            case 5: try reader.decode(&mode)
            case 6: try reader.decode(&linearUpsampleMode)
            case 7: try reader.decode(&fractionalScalingFactor)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(scalingFactor, field: 1)
            writer.write(mode, field: 5)
            writer.write(linearUpsampleMode, field: 6)
            writer.write(fractionalScalingFactor, field: 7)
        }

        package enum InterpolationMode: WireEnum {
            case nn
            case bilinear
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .nn
                case 1: self = .bilinear
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .nn: 0
                case .bilinear: 1
                case .unrecognized(let number): number
                }
            }
        }

        package enum LinearUpsampleMode: WireEnum {
            case `default`
            case alignCornersTrue
            case alignCornersFalse
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .default
                case 1: self = .alignCornersTrue
                case 2: self = .alignCornersFalse
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .default: 0
                case .alignCornersTrue: 1
                case .alignCornersFalse: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct ResizeBilinearLayerParams: Message {
        package var targetSize: [UInt64] = []
        @Indirect package var mode: Specification.SamplingMode?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetSize)
            case 2: try reader.decode(&_mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetSize, field: 1)
            writer.write(mode, field: 2)
        }
    }
}

extension Specification {
    package struct CropResizeLayerParams: Message {
        package var targetSize: [UInt64] = []
        package var normalizedCoordinates: Bool = false
        @Indirect package var mode: Specification.SamplingMode?
        @Indirect package var boxIndicesMode: Specification.BoxCoordinatesMode?
        package var spatialScale: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetSize)
            case 2: try reader.decode(&normalizedCoordinates)
            case 3: try reader.decode(&_mode)
            case 4: try reader.decode(&_boxIndicesMode)
            case 5: try reader.decode(&spatialScale)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetSize, field: 1)
            writer.write(normalizedCoordinates, field: 2)
            writer.write(mode, field: 3)
            writer.write(boxIndicesMode, field: 4)
            writer.write(spatialScale, field: 5)
        }
    }
}

extension Specification {
    package struct BiasLayerParams: Message {
        package var shape: [UInt64] = []
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shape)
            case 2: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shape, field: 1)
            writer.write(bias, field: 2)
        }
    }
}

extension Specification {
    package struct ScaleLayerParams: Message {
        package var shapeScale: [UInt64] = []
        @Indirect package var scale: Specification.WeightParams?
        package var hasBias: Bool = false
        package var shapeBias: [UInt64] = []
        @Indirect package var bias: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shapeScale)
            case 2: try reader.decode(&_scale)
            case 3: try reader.decode(&hasBias)
            case 4: try reader.decode(&shapeBias)
            case 5: try reader.decode(&_bias)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shapeScale, field: 1)
            writer.write(scale, field: 2)
            writer.write(hasBias, field: 3)
            writer.write(shapeBias, field: 4)
            writer.write(bias, field: 5)
        }
    }
}

extension Specification {
    package struct LoadConstantLayerParams: Message {
        package var shape: [UInt64] = []
        @Indirect package var data: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shape)
            case 2: try reader.decode(&_data)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shape, field: 1)
            writer.write(data, field: 2)
        }
    }
}

extension Specification {
    package struct L2NormalizeLayerParams: Message {
        package var epsilon: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&epsilon)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(epsilon, field: 1)
        }
    }
}

extension Specification {
    package struct FlattenLayerParams: Message {
        package var mode = Specification.FlattenLayerParams.FlattenOrder(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
        }

        package enum FlattenOrder: WireEnum {
            case channelFirst
            case channelLast
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .channelFirst
                case 1: self = .channelLast
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .channelFirst: 0
                case .channelLast: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct ReshapeLayerParams: Message {
        package var targetShape: [Int64] = []
        package var mode = Specification.ReshapeLayerParams.ReshapeOrder(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetShape)
            case 2: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetShape, field: 1)
            writer.write(mode, field: 2)
        }

        package enum ReshapeOrder: WireEnum {
            case channelFirst
            case channelLast
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .channelFirst
                case 1: self = .channelLast
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .channelFirst: 0
                case .channelLast: 1
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct PermuteLayerParams: Message {
        package var axis: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct ReorganizeDataLayerParams: Message {
        package var mode = Specification.ReorganizeDataLayerParams.ReorganizationType(rawValue: 0)
        package var blockSize: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            case 2: try reader.decode(&blockSize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
            writer.write(blockSize, field: 2)
        }

        package enum ReorganizationType: WireEnum {
            case spaceToDepth
            case depthToSpace
            case pixelShuffle
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .spaceToDepth
                case 1: self = .depthToSpace
                case 2: self = .pixelShuffle
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .spaceToDepth: 0
                case .depthToSpace: 1
                case .pixelShuffle: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct SliceLayerParams: Message {
        package var startIndex: Int64 = 0
        package var endIndex: Int64 = 0
        package var stride: UInt64 = 0
        package var axis = Specification.SliceLayerParams.SliceAxis(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&startIndex)
            case 2: try reader.decode(&endIndex)
            case 3: try reader.decode(&stride)
            case 4: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(startIndex, field: 1)
            writer.write(endIndex, field: 2)
            writer.write(stride, field: 3)
            writer.write(axis, field: 4)
        }

        package enum SliceAxis: WireEnum {
            case channelAxis
            case heightAxis
            case widthAxis
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .channelAxis
                case 1: self = .heightAxis
                case 2: self = .widthAxis
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .channelAxis: 0
                case .heightAxis: 1
                case .widthAxis: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct ReduceLayerParams: Message {
        package var mode = Specification.ReduceLayerParams.ReduceOperation(rawValue: 0)
        package var epsilon: Float = 0
        package var axis = Specification.ReduceLayerParams.ReduceAxis(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            case 2: try reader.decode(&epsilon)
            case 3: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
            writer.write(epsilon, field: 2)
            writer.write(axis, field: 3)
        }

        package enum ReduceOperation: WireEnum {
            case sum
            case avg
            case prod
            case logsum
            case sumsquare
            case l1
            case l2
            case max
            case min
            case argmax
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .sum
                case 1: self = .avg
                case 2: self = .prod
                case 3: self = .logsum
                case 4: self = .sumsquare
                case 5: self = .l1
                case 6: self = .l2
                case 7: self = .max
                case 8: self = .min
                case 9: self = .argmax
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .sum: 0
                case .avg: 1
                case .prod: 2
                case .logsum: 3
                case .sumsquare: 4
                case .l1: 5
                case .l2: 6
                case .max: 7
                case .min: 8
                case .argmax: 9
                case .unrecognized(let number): number
                }
            }
        }

        package enum ReduceAxis: WireEnum {
            case chw
            case hw
            case c
            case h
            case w
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .chw
                case 1: self = .hw
                case 2: self = .c
                case 3: self = .h
                case 4: self = .w
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .chw: 0
                case .hw: 1
                case .c: 2
                case .h: 3
                case .w: 4
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct CropLayerParams: Message {
        @Indirect package var cropAmounts: Specification.BorderAmounts?
        package var offset: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_cropAmounts)
            case 5: try reader.decode(&offset)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(cropAmounts, field: 1)
            writer.write(offset, field: 5)
        }
    }
}

extension Specification {
    package struct AverageLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MaxLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MinLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct DotProductLayerParams: Message {
        package var cosineSimilarity: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&cosineSimilarity)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(cosineSimilarity, field: 1)
        }
    }
}

extension Specification {
    package struct MeanVarianceNormalizeLayerParams: Message {
        package var acrossChannels: Bool = false
        package var normalizeVariance: Bool = false
        package var epsilon: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&acrossChannels)
            case 2: try reader.decode(&normalizeVariance)
            case 3: try reader.decode(&epsilon)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(acrossChannels, field: 1)
            writer.write(normalizeVariance, field: 2)
            writer.write(epsilon, field: 3)
        }
    }
}

extension Specification {
    package struct SequenceRepeatLayerParams: Message {
        package var nRepetitions: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&nRepetitions)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(nRepetitions, field: 1)
        }
    }
}

extension Specification {
    package struct SimpleRecurrentLayerParams: Message {
        package var inputVectorSize: UInt64 = 0
        package var outputVectorSize: UInt64 = 0
        @Indirect package var activation: Specification.ActivationParams?
        package var sequenceOutput: Bool = false
        package var hasBiasVector: Bool = false
        @Indirect package var weightMatrix: Specification.WeightParams?
        @Indirect package var recursionMatrix: Specification.WeightParams?
        @Indirect package var biasVector: Specification.WeightParams?
        package var reverseInput: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputVectorSize)
            case 2: try reader.decode(&outputVectorSize)
            case 10: try reader.decode(&_activation)
            case 15: try reader.decode(&sequenceOutput)
            case 20: try reader.decode(&hasBiasVector)
            case 30: try reader.decode(&_weightMatrix)
            case 31: try reader.decode(&_recursionMatrix)
            case 32: try reader.decode(&_biasVector)
            case 100: try reader.decode(&reverseInput)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputVectorSize, field: 1)
            writer.write(outputVectorSize, field: 2)
            writer.write(activation, field: 10)
            writer.write(sequenceOutput, field: 15)
            writer.write(hasBiasVector, field: 20)
            writer.write(weightMatrix, field: 30)
            writer.write(recursionMatrix, field: 31)
            writer.write(biasVector, field: 32)
            writer.write(reverseInput, field: 100)
        }
    }
}

extension Specification {
    package struct GRULayerParams: Message {
        package var inputVectorSize: UInt64 = 0
        package var outputVectorSize: UInt64 = 0
        package var activations: [Specification.ActivationParams] = []
        package var sequenceOutput: Bool = false
        package var hasBiasVectors: Bool = false
        @Indirect package var updateGateWeightMatrix: Specification.WeightParams?
        @Indirect package var resetGateWeightMatrix: Specification.WeightParams?
        @Indirect package var outputGateWeightMatrix: Specification.WeightParams?
        @Indirect package var updateGateRecursionMatrix: Specification.WeightParams?
        @Indirect package var resetGateRecursionMatrix: Specification.WeightParams?
        @Indirect package var outputGateRecursionMatrix: Specification.WeightParams?
        @Indirect package var updateGateBiasVector: Specification.WeightParams?
        @Indirect package var resetGateBiasVector: Specification.WeightParams?
        @Indirect package var outputGateBiasVector: Specification.WeightParams?
        package var reverseInput: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputVectorSize)
            case 2: try reader.decode(&outputVectorSize)
            case 10: try reader.decode(&activations)
            case 15: try reader.decode(&sequenceOutput)
            case 20: try reader.decode(&hasBiasVectors)
            case 30: try reader.decode(&_updateGateWeightMatrix)
            case 31: try reader.decode(&_resetGateWeightMatrix)
            case 32: try reader.decode(&_outputGateWeightMatrix)
            case 50: try reader.decode(&_updateGateRecursionMatrix)
            case 51: try reader.decode(&_resetGateRecursionMatrix)
            case 52: try reader.decode(&_outputGateRecursionMatrix)
            case 70: try reader.decode(&_updateGateBiasVector)
            case 71: try reader.decode(&_resetGateBiasVector)
            case 72: try reader.decode(&_outputGateBiasVector)
            case 100: try reader.decode(&reverseInput)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputVectorSize, field: 1)
            writer.write(outputVectorSize, field: 2)
            writer.write(activations, field: 10)
            writer.write(sequenceOutput, field: 15)
            writer.write(hasBiasVectors, field: 20)
            writer.write(updateGateWeightMatrix, field: 30)
            writer.write(resetGateWeightMatrix, field: 31)
            writer.write(outputGateWeightMatrix, field: 32)
            writer.write(updateGateRecursionMatrix, field: 50)
            writer.write(resetGateRecursionMatrix, field: 51)
            writer.write(outputGateRecursionMatrix, field: 52)
            writer.write(updateGateBiasVector, field: 70)
            writer.write(resetGateBiasVector, field: 71)
            writer.write(outputGateBiasVector, field: 72)
            writer.write(reverseInput, field: 100)
        }
    }
}

extension Specification {
    package struct LSTMParams: Message {
        package var sequenceOutput: Bool = false
        package var hasBiasVectors: Bool = false
        package var forgetBias: Bool = false
        package var hasPeepholeVectors: Bool = false
        package var coupledInputAndForgetGate: Bool = false
        package var cellClipThreshold: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&sequenceOutput)
            case 20: try reader.decode(&hasBiasVectors)
            case 30: try reader.decode(&forgetBias)
            case 40: try reader.decode(&hasPeepholeVectors)
            case 50: try reader.decode(&coupledInputAndForgetGate)
            case 60: try reader.decode(&cellClipThreshold)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(sequenceOutput, field: 10)
            writer.write(hasBiasVectors, field: 20)
            writer.write(forgetBias, field: 30)
            writer.write(hasPeepholeVectors, field: 40)
            writer.write(coupledInputAndForgetGate, field: 50)
            writer.write(cellClipThreshold, field: 60)
        }
    }
}

extension Specification {
    package struct LSTMWeightParams: Message {
        @Indirect package var inputGateWeightMatrix: Specification.WeightParams?
        @Indirect package var forgetGateWeightMatrix: Specification.WeightParams?
        @Indirect package var blockInputWeightMatrix: Specification.WeightParams?
        @Indirect package var outputGateWeightMatrix: Specification.WeightParams?
        @Indirect package var inputGateRecursionMatrix: Specification.WeightParams?
        @Indirect package var forgetGateRecursionMatrix: Specification.WeightParams?
        @Indirect package var blockInputRecursionMatrix: Specification.WeightParams?
        @Indirect package var outputGateRecursionMatrix: Specification.WeightParams?
        @Indirect package var inputGateBiasVector: Specification.WeightParams?
        @Indirect package var forgetGateBiasVector: Specification.WeightParams?
        @Indirect package var blockInputBiasVector: Specification.WeightParams?
        @Indirect package var outputGateBiasVector: Specification.WeightParams?
        @Indirect package var inputGatePeepholeVector: Specification.WeightParams?
        @Indirect package var forgetGatePeepholeVector: Specification.WeightParams?
        @Indirect package var outputGatePeepholeVector: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_inputGateWeightMatrix)
            case 2: try reader.decode(&_forgetGateWeightMatrix)
            case 3: try reader.decode(&_blockInputWeightMatrix)
            case 4: try reader.decode(&_outputGateWeightMatrix)
            case 20: try reader.decode(&_inputGateRecursionMatrix)
            case 21: try reader.decode(&_forgetGateRecursionMatrix)
            case 22: try reader.decode(&_blockInputRecursionMatrix)
            case 23: try reader.decode(&_outputGateRecursionMatrix)
            case 40: try reader.decode(&_inputGateBiasVector)
            case 41: try reader.decode(&_forgetGateBiasVector)
            case 42: try reader.decode(&_blockInputBiasVector)
            case 43: try reader.decode(&_outputGateBiasVector)
            case 60: try reader.decode(&_inputGatePeepholeVector)
            case 61: try reader.decode(&_forgetGatePeepholeVector)
            case 62: try reader.decode(&_outputGatePeepholeVector)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputGateWeightMatrix, field: 1)
            writer.write(forgetGateWeightMatrix, field: 2)
            writer.write(blockInputWeightMatrix, field: 3)
            writer.write(outputGateWeightMatrix, field: 4)
            writer.write(inputGateRecursionMatrix, field: 20)
            writer.write(forgetGateRecursionMatrix, field: 21)
            writer.write(blockInputRecursionMatrix, field: 22)
            writer.write(outputGateRecursionMatrix, field: 23)
            writer.write(inputGateBiasVector, field: 40)
            writer.write(forgetGateBiasVector, field: 41)
            writer.write(blockInputBiasVector, field: 42)
            writer.write(outputGateBiasVector, field: 43)
            writer.write(inputGatePeepholeVector, field: 60)
            writer.write(forgetGatePeepholeVector, field: 61)
            writer.write(outputGatePeepholeVector, field: 62)
        }
    }
}

extension Specification {
    package struct UniDirectionalLSTMLayerParams: Message {
        package var inputVectorSize: UInt64 = 0
        package var outputVectorSize: UInt64 = 0
        package var activations: [Specification.ActivationParams] = []
        @Indirect package var params: Specification.LSTMParams?
        @Indirect package var weightParams: Specification.LSTMWeightParams?
        package var reverseInput: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputVectorSize)
            case 2: try reader.decode(&outputVectorSize)
            case 10: try reader.decode(&activations)
            case 15: try reader.decode(&_params)
            case 20: try reader.decode(&_weightParams)
            case 100: try reader.decode(&reverseInput)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputVectorSize, field: 1)
            writer.write(outputVectorSize, field: 2)
            writer.write(activations, field: 10)
            writer.write(params, field: 15)
            writer.write(weightParams, field: 20)
            writer.write(reverseInput, field: 100)
        }
    }
}

extension Specification {
    package struct BiDirectionalLSTMLayerParams: Message {
        package var inputVectorSize: UInt64 = 0
        package var outputVectorSize: UInt64 = 0
        package var activationsForwardLSTM: [Specification.ActivationParams] = []
        package var activationsBackwardLSTM: [Specification.ActivationParams] = []
        @Indirect package var params: Specification.LSTMParams?
        package var weightParams: [Specification.LSTMWeightParams] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&inputVectorSize)
            case 2: try reader.decode(&outputVectorSize)
            case 10: try reader.decode(&activationsForwardLSTM)
            case 11: try reader.decode(&activationsBackwardLSTM)
            case 15: try reader.decode(&_params)
            case 20: try reader.decode(&weightParams)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(inputVectorSize, field: 1)
            writer.write(outputVectorSize, field: 2)
            writer.write(activationsForwardLSTM, field: 10)
            writer.write(activationsBackwardLSTM, field: 11)
            writer.write(params, field: 15)
            writer.write(weightParams, field: 20)
        }
    }
}

extension Specification {
    package struct CustomLayerParams: Message {
        package var className: String = ""
        package var weights: [Specification.WeightParams] = []
        package var parameters = OrderedMap<String, Specification.CustomLayerParams.CustomLayerParamValue>()
        package var description: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 10: try reader.decode(&className)
            case 20: try reader.decode(&weights)
            case 30: try reader.decode(&parameters)
            case 40: try reader.decode(&description)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(className, field: 10)
            writer.write(weights, field: 20)
            writer.write(parameters, field: 30)
            writer.write(description, field: 40)
        }

        package struct CustomLayerParamValue: Message {
            package var value: Kind?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                if let member = try Kind.decode(field, from: &reader) {
                    value = member
                } else {
                    return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                value?.encode(to: &writer)
            }

            package enum Kind: OneOf {
                case doubleValue(Double)
                case stringValue(String)
                case intValue(Int32)
                case longValue(Int64)
                case boolValue(Bool)

                package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                    switch field {
                    case 10: return .doubleValue(try reader.decode(Double.self))
                    case 20: return .stringValue(try reader.decode(String.self))
                    case 30: return .intValue(try reader.decode(Int32.self))
                    case 40: return .longValue(try reader.decode(Int64.self))
                    case 50: return .boolValue(try reader.decode(Bool.self))
                    default: return nil
                    }
                }

                package func encode(to writer: inout WireWriter) {
                    switch self {
                    case .doubleValue(let value): writer.writeMember(value, field: 10)
                    case .stringValue(let value): writer.writeMember(value, field: 20)
                    case .intValue(let value): writer.writeMember(value, field: 30)
                    case .longValue(let value): writer.writeMember(value, field: 40)
                    case .boolValue(let value): writer.writeMember(value, field: 50)
                    }
                }
            }
        }
    }
}

extension Specification {
    package struct TransposeLayerParams: Message {
        package var axes: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
        }
    }
}

extension Specification {
    package struct BatchedMatMulLayerParams: Message {
        package var transposeA: Bool = false
        package var transposeB: Bool = false
        package var weightMatrixFirstDimension: UInt64 = 0
        package var weightMatrixSecondDimension: UInt64 = 0
        package var hasBias: Bool = false
        @Indirect package var weights: Specification.WeightParams?
        @Indirect package var bias: Specification.WeightParams?
        package var int8DynamicQuantize: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&transposeA)
            case 2: try reader.decode(&transposeB)
            case 5: try reader.decode(&weightMatrixFirstDimension)
            case 6: try reader.decode(&weightMatrixSecondDimension)
            case 7: try reader.decode(&hasBias)
            case 8: try reader.decode(&_weights)
            case 9: try reader.decode(&_bias)
            case 10: try reader.decode(&int8DynamicQuantize)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(transposeA, field: 1)
            writer.write(transposeB, field: 2)
            writer.write(weightMatrixFirstDimension, field: 5)
            writer.write(weightMatrixSecondDimension, field: 6)
            writer.write(hasBias, field: 7)
            writer.write(weights, field: 8)
            writer.write(bias, field: 9)
            writer.write(int8DynamicQuantize, field: 10)
        }
    }
}

extension Specification {
    package struct ConcatNDLayerParams: Message {
        package var axis: Int64 = 0
        package var interleave: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&interleave)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(interleave, field: 2)
        }
    }
}

extension Specification {
    package struct SoftmaxNDLayerParams: Message {
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct ReverseLayerParams: Message {
        package var reverseDim: [Bool] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&reverseDim)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(reverseDim, field: 1)
        }
    }
}

extension Specification {
    package struct ReverseSeqLayerParams: Message {
        package var batchAxis: Int64 = 0
        package var sequenceAxis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&batchAxis)
            case 2: try reader.decode(&sequenceAxis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(batchAxis, field: 1)
            writer.write(sequenceAxis, field: 2)
        }
    }
}

extension Specification {
    package struct LoadConstantNDLayerParams: Message {
        package var shape: [UInt64] = []
        @Indirect package var data: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shape)
            case 2: try reader.decode(&_data)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shape, field: 1)
            writer.write(data, field: 2)
        }
    }
}

extension Specification {
    package struct FillLikeLayerParams: Message {
        package var value: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&value)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(value, field: 1)
        }
    }
}

extension Specification {
    package struct FillStaticLayerParams: Message {
        package var value: Float = 0
        package var targetShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&value)
            case 2: try reader.decode(&targetShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(value, field: 1)
            writer.write(targetShape, field: 2)
        }
    }
}

extension Specification {
    package struct FillDynamicLayerParams: Message {
        package var value: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&value)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(value, field: 1)
        }
    }
}

extension Specification {
    package struct WhereBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SinLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct CosLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct TanLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AsinLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AcosLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AtanLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SinhLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct CoshLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct TanhLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AsinhLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AcoshLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AtanhLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct PowBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct Exp2LayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct WhereNonZeroLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MatrixBandPartLayerParams: Message {
        package var numLower: Int64 = 0
        package var numUpper: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&numLower)
            case 2: try reader.decode(&numUpper)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(numLower, field: 1)
            writer.write(numUpper, field: 2)
        }
    }
}

extension Specification {
    package struct UpperTriangularLayerParams: Message {
        package var k: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&k)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(k, field: 1)
        }
    }
}

extension Specification {
    package struct LowerTriangularLayerParams: Message {
        package var k: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&k)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(k, field: 1)
        }
    }
}

extension Specification {
    package struct BroadcastToLikeLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct BroadcastToStaticLayerParams: Message {
        package var targetShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetShape, field: 1)
        }
    }
}

extension Specification {
    package struct BroadcastToDynamicLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct AddBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MaxBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MinBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ModBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct FloorDivBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SubtractBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct MultiplyBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct DivideBroadcastableLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct GatherLayerParams: Message {
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct ScatterLayerParams: Message {
        package var axis: Int64 = 0
        package var mode = Specification.ScatterMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(mode, field: 2)
        }
    }
}

extension Specification {
    package struct GatherNDLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ScatterNDLayerParams: Message {
        package var mode = Specification.ScatterMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
        }
    }
}

extension Specification {
    package struct GatherAlongAxisLayerParams: Message {
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct ScatterAlongAxisLayerParams: Message {
        package var axis: Int64 = 0
        package var mode = Specification.ScatterMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(mode, field: 2)
        }
    }
}

extension Specification {
    package struct StackLayerParams: Message {
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct RankPreservingReshapeLayerParams: Message {
        package var targetShape: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetShape, field: 1)
        }
    }
}

extension Specification {
    package struct ConstantPaddingLayerParams: Message {
        package var value: Float = 0
        package var padAmounts: [UInt64] = []
        package var padToGivenOutputSizeMode: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&value)
            case 2: try reader.decode(&padAmounts)
            case 3: try reader.decode(&padToGivenOutputSizeMode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(value, field: 1)
            writer.write(padAmounts, field: 2)
            writer.write(padToGivenOutputSizeMode, field: 3)
        }
    }
}

extension Specification {
    package struct RandomNormalLikeLayerParams: Message {
        package var seed: Int64 = 0
        package var mean: Float = 0
        package var stdDev: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&mean)
            case 3: try reader.decode(&stdDev)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(mean, field: 2)
            writer.write(stdDev, field: 3)
        }
    }
}

extension Specification {
    package struct RandomNormalStaticLayerParams: Message {
        package var seed: Int64 = 0
        package var mean: Float = 0
        package var stdDev: Float = 0
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&mean)
            case 3: try reader.decode(&stdDev)
            case 4: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(mean, field: 2)
            writer.write(stdDev, field: 3)
            writer.write(outputShape, field: 4)
        }
    }
}

extension Specification {
    package struct RandomNormalDynamicLayerParams: Message {
        package var seed: Int64 = 0
        package var mean: Float = 0
        package var stdDev: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&mean)
            case 3: try reader.decode(&stdDev)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(mean, field: 2)
            writer.write(stdDev, field: 3)
        }
    }
}

extension Specification {
    package struct RandomUniformLikeLayerParams: Message {
        package var seed: Int64 = 0
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&minVal)
            case 3: try reader.decode(&maxVal)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(minVal, field: 2)
            writer.write(maxVal, field: 3)
        }
    }
}

extension Specification {
    package struct RandomUniformStaticLayerParams: Message {
        package var seed: Int64 = 0
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&minVal)
            case 3: try reader.decode(&maxVal)
            case 4: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(minVal, field: 2)
            writer.write(maxVal, field: 3)
            writer.write(outputShape, field: 4)
        }
    }
}

extension Specification {
    package struct RandomUniformDynamicLayerParams: Message {
        package var seed: Int64 = 0
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&minVal)
            case 3: try reader.decode(&maxVal)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(minVal, field: 2)
            writer.write(maxVal, field: 3)
        }
    }
}

extension Specification {
    package struct RandomBernoulliLikeLayerParams: Message {
        package var seed: Int64 = 0
        package var prob: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&prob)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(prob, field: 2)
        }
    }
}

extension Specification {
    package struct RandomBernoulliStaticLayerParams: Message {
        package var seed: Int64 = 0
        package var prob: Float = 0
        package var outputShape: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&prob)
            case 3: try reader.decode(&outputShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(prob, field: 2)
            writer.write(outputShape, field: 3)
        }
    }
}

extension Specification {
    package struct RandomBernoulliDynamicLayerParams: Message {
        package var seed: Int64 = 0
        package var prob: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&prob)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(prob, field: 2)
        }
    }
}

extension Specification {
    package struct CategoricalDistributionLayerParams: Message {
        package var seed: Int64 = 0
        package var numSamples: Int64 = 0
        package var isLogits: Bool = false
        package var eps: Float = 0
        package var temperature: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&seed)
            case 2: try reader.decode(&numSamples)
            case 3: try reader.decode(&isLogits)
            case 4: try reader.decode(&eps)
            case 5: try reader.decode(&temperature)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(seed, field: 1)
            writer.write(numSamples, field: 2)
            writer.write(isLogits, field: 3)
            writer.write(eps, field: 4)
            writer.write(temperature, field: 5)
        }
    }
}

extension Specification {
    package struct ReduceL1LayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceL2LayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceMaxLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceMinLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceSumLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceProdLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceMeanLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceLogSumLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceSumSquareLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ReduceLogSumExpLayerParams: Message {
        package var axes: [Int64] = []
        package var keepDims: Bool = false
        package var reduceAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&keepDims)
            case 3: try reader.decode(&reduceAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(keepDims, field: 2)
            writer.write(reduceAll, field: 3)
        }
    }
}

extension Specification {
    package struct ExpandDimsLayerParams: Message {
        package var axes: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
        }
    }
}

extension Specification {
    package struct FlattenTo2DLayerParams: Message {
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
        }
    }
}

extension Specification {
    package struct ReshapeStaticLayerParams: Message {
        package var targetShape: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&targetShape)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(targetShape, field: 1)
        }
    }
}

extension Specification {
    package struct ReshapeLikeLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ReshapeDynamicLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SqueezeLayerParams: Message {
        package var axes: [Int64] = []
        package var squeezeAll: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axes)
            case 2: try reader.decode(&squeezeAll)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axes, field: 1)
            writer.write(squeezeAll, field: 2)
        }
    }
}

extension Specification {
    package struct TopKLayerParams: Message {
        package var axis: Int64 = 0
        package var k: UInt64 = 0
        package var useBottomK: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&k)
            case 3: try reader.decode(&useBottomK)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(k, field: 2)
            writer.write(useBottomK, field: 3)
        }
    }
}

extension Specification {
    package struct ArgMaxLayerParams: Message {
        package var axis: Int64 = 0
        package var removeDim: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&removeDim)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(removeDim, field: 2)
        }
    }
}

extension Specification {
    package struct ArgMinLayerParams: Message {
        package var axis: Int64 = 0
        package var removeDim: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&removeDim)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(removeDim, field: 2)
        }
    }
}

extension Specification {
    package struct SplitNDLayerParams: Message {
        package var axis: Int64 = 0
        package var numSplits: UInt64 = 0
        package var splitSizes: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&numSplits)
            case 3: try reader.decode(&splitSizes)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(numSplits, field: 2)
            writer.write(splitSizes, field: 3)
        }
    }
}

extension Specification {
    package struct CeilLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct RoundLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct FloorLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SignLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ClipLayerParams: Message {
        package var minVal: Float = 0
        package var maxVal: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&minVal)
            case 2: try reader.decode(&maxVal)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(minVal, field: 1)
            writer.write(maxVal, field: 2)
        }
    }
}

extension Specification {
    package struct SliceStaticLayerParams: Message {
        package var beginIds: [Int64] = []
        package var beginMasks: [Bool] = []
        package var endIds: [Int64] = []
        package var endMasks: [Bool] = []
        package var strides: [Int64] = []
        package var squeezeMasks: [Bool] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&beginIds)
            case 2: try reader.decode(&beginMasks)
            case 3: try reader.decode(&endIds)
            case 4: try reader.decode(&endMasks)
            case 5: try reader.decode(&strides)
            case 6: try reader.decode(&squeezeMasks)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(beginIds, field: 1)
            writer.write(beginMasks, field: 2)
            writer.write(endIds, field: 3)
            writer.write(endMasks, field: 4)
            writer.write(strides, field: 5)
            writer.write(squeezeMasks, field: 6)
        }
    }
}

extension Specification {
    package struct SliceDynamicLayerParams: Message {
        package var beginMasks: [Bool] = []
        package var endIds: [Int64] = []
        package var endMasks: [Bool] = []
        package var strides: [Int64] = []
        package var squeezeMasks: [Bool] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&beginMasks)
            case 3: try reader.decode(&endIds)
            case 4: try reader.decode(&endMasks)
            case 5: try reader.decode(&strides)
            case 6: try reader.decode(&squeezeMasks)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(beginMasks, field: 2)
            writer.write(endIds, field: 3)
            writer.write(endMasks, field: 4)
            writer.write(strides, field: 5)
            writer.write(squeezeMasks, field: 6)
        }
    }
}

extension Specification {
    package struct TileLayerParams: Message {
        package var reps: [UInt64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&reps)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(reps, field: 1)
        }
    }
}

extension Specification {
    package struct GetShapeLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct ErfLayerParams: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct GeluLayerParams: Message {
        package var mode = Specification.GeluLayerParams.GeluMode(rawValue: 0)
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&mode)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(mode, field: 1)
        }

        package enum GeluMode: WireEnum {
            case exact
            case tanhApproximation
            case sigmoidApproximation
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .exact
                case 1: self = .tanhApproximation
                case 2: self = .sigmoidApproximation
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .exact: 0
                case .tanhApproximation: 1
                case .sigmoidApproximation: 2
                case .unrecognized(let number): number
                }
            }
        }
    }
}

extension Specification {
    package struct RangeStaticLayerParams: Message {
        package var endValue: Float = 0
        package var startValue: Float = 0
        package var stepSizeValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&endValue)
            case 2: try reader.decode(&startValue)
            case 3: try reader.decode(&stepSizeValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(endValue, field: 1)
            writer.write(startValue, field: 2)
            writer.write(stepSizeValue, field: 3)
        }
    }
}

extension Specification {
    package struct RangeDynamicLayerParams: Message {
        package var startValue: Float = 0
        package var stepSizeValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&startValue)
            case 3: try reader.decode(&stepSizeValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(startValue, field: 2)
            writer.write(stepSizeValue, field: 3)
        }
    }
}

extension Specification {
    package struct SlidingWindowsLayerParams: Message {
        package var axis: Int64 = 0
        package var windowSize: UInt64 = 0
        package var step: UInt64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&windowSize)
            case 3: try reader.decode(&step)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(windowSize, field: 2)
            writer.write(step, field: 3)
        }
    }
}

extension Specification {
    package struct LayerNormalizationLayerParams: Message {
        package var normalizedShape: [Int64] = []
        package var eps: Float = 0
        @Indirect package var gamma: Specification.WeightParams?
        @Indirect package var beta: Specification.WeightParams?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&normalizedShape)
            case 2: try reader.decode(&eps)
            case 3: try reader.decode(&_gamma)
            case 4: try reader.decode(&_beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(normalizedShape, field: 1)
            writer.write(eps, field: 2)
            writer.write(gamma, field: 3)
            writer.write(beta, field: 4)
        }
    }
}

extension Specification {
    package struct NonMaximumSuppressionLayerParams: Message {
        package var iouThreshold: Float = 0
        package var scoreThreshold: Float = 0
        package var maxBoxes: UInt64 = 0
        package var perClassSuppression: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&iouThreshold)
            case 2: try reader.decode(&scoreThreshold)
            case 3: try reader.decode(&maxBoxes)
            case 4: try reader.decode(&perClassSuppression)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(iouThreshold, field: 1)
            writer.write(scoreThreshold, field: 2)
            writer.write(maxBoxes, field: 3)
            writer.write(perClassSuppression, field: 4)
        }
    }
}

extension Specification {
    package struct ClampedReLULayerParams: Message {
        package var alpha: Float = 0
        package var beta: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&alpha)
            case 2: try reader.decode(&beta)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(alpha, field: 1)
            writer.write(beta, field: 2)
        }
    }
}

extension Specification {
    package struct ArgSortLayerParams: Message {
        package var axis: Int64 = 0
        package var descending: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&descending)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(descending, field: 2)
        }
    }
}

extension Specification {
    package struct SliceBySizeLayerParams: Message {
        package var size: Int64 = 0
        package var axis: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 2: try reader.decode(&size)
            case 3: try reader.decode(&axis)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(size, field: 2)
            writer.write(axis, field: 3)
        }
    }
}

extension Specification {
    package struct NeuralNetworkClassifier: Message {
        package var layers: [Specification.NeuralNetworkLayer] = []
        package var preprocessing: [Specification.NeuralNetworkPreprocessing] = []
        package var arrayInputShapeMapping = Specification.NeuralNetworkMultiArrayShapeMapping(rawValue: 0)
        package var imageInputShapeMapping = Specification.NeuralNetworkImageShapeMapping(rawValue: 0)
        @Indirect package var updateParams: Specification.NetworkUpdateParameters?
        package var labelProbabilityLayerName: String = ""
        package var classLabels: ClassLabels?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&layers)
            case 2: try reader.decode(&preprocessing)
            case 5: try reader.decode(&arrayInputShapeMapping)
            case 6: try reader.decode(&imageInputShapeMapping)
            case 10: try reader.decode(&_updateParams)
            case 200: try reader.decode(&labelProbabilityLayerName)
            default:
                if let member = try ClassLabels.decode(field, from: &reader) {
                    classLabels = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(layers, field: 1)
            writer.write(preprocessing, field: 2)
            writer.write(arrayInputShapeMapping, field: 5)
            writer.write(imageInputShapeMapping, field: 6)
            writer.write(updateParams, field: 10)
            classLabels?.encode(to: &writer)
            writer.write(labelProbabilityLayerName, field: 200)
        }

        package indirect enum ClassLabels: OneOf {
            case stringClassLabels(Specification.StringVector)
            case int64ClassLabels(Specification.Int64Vector)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 100: return .stringClassLabels(try reader.decode(Specification.StringVector.self))
                case 101: return .int64ClassLabels(try reader.decode(Specification.Int64Vector.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .stringClassLabels(let value): writer.writeMember(value, field: 100)
                case .int64ClassLabels(let value): writer.writeMember(value, field: 101)
                }
            }
        }
    }
}

extension Specification {
    package struct OneHotLayerParams: Message {
        package var oneHotVectorSize: UInt64 = 0
        package var axis: Int64 = 0
        package var onValue: Float = 0
        package var offValue: Float = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&oneHotVectorSize)
            case 2: try reader.decode(&axis)
            case 3: try reader.decode(&onValue)
            case 4: try reader.decode(&offValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(oneHotVectorSize, field: 1)
            writer.write(axis, field: 2)
            writer.write(onValue, field: 3)
            writer.write(offValue, field: 4)
        }
    }
}

extension Specification {
    package struct CumSumLayerParams: Message {
        package var axis: Int64 = 0
        package var excludeFinalSum: Bool = false
        package var reverse: Bool = false
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&axis)
            case 2: try reader.decode(&excludeFinalSum)
            case 3: try reader.decode(&reverse)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(axis, field: 1)
            writer.write(excludeFinalSum, field: 2)
            writer.write(reverse, field: 3)
        }
    }
}

extension Specification {
    package struct NeuralNetworkRegressor: Message {
        package var layers: [Specification.NeuralNetworkLayer] = []
        package var preprocessing: [Specification.NeuralNetworkPreprocessing] = []
        package var arrayInputShapeMapping = Specification.NeuralNetworkMultiArrayShapeMapping(rawValue: 0)
        package var imageInputShapeMapping = Specification.NeuralNetworkImageShapeMapping(rawValue: 0)
        @Indirect package var updateParams: Specification.NetworkUpdateParameters?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&layers)
            case 2: try reader.decode(&preprocessing)
            case 5: try reader.decode(&arrayInputShapeMapping)
            case 6: try reader.decode(&imageInputShapeMapping)
            case 10: try reader.decode(&_updateParams)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(layers, field: 1)
            writer.write(preprocessing, field: 2)
            writer.write(arrayInputShapeMapping, field: 5)
            writer.write(imageInputShapeMapping, field: 6)
            writer.write(updateParams, field: 10)
        }
    }
}

extension Specification {
    package struct NetworkUpdateParameters: Message {
        package var lossLayers: [Specification.LossLayer] = []
        @Indirect package var optimizer: Specification.Optimizer?
        @Indirect package var epochs: Specification.Int64Parameter?
        @Indirect package var shuffle: Specification.BoolParameter?
        @Indirect package var seed: Specification.Int64Parameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&lossLayers)
            case 2: try reader.decode(&_optimizer)
            case 3: try reader.decode(&_epochs)
            case 10: try reader.decode(&_shuffle)
            case 20: try reader.decode(&_seed)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(lossLayers, field: 1)
            writer.write(optimizer, field: 2)
            writer.write(epochs, field: 3)
            writer.write(shuffle, field: 10)
            writer.write(seed, field: 20)
        }
    }
}

extension Specification {
    package struct LossLayer: Message {
        package var name: String = ""
        package var lossLayerType: LossLayerType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            default:
                if let member = try LossLayerType.decode(field, from: &reader) {
                    lossLayerType = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            lossLayerType?.encode(to: &writer)
        }

        package indirect enum LossLayerType: OneOf {
            case categoricalCrossEntropyLossLayer(Specification.CategoricalCrossEntropyLossLayer)
            case meanSquaredErrorLossLayer(Specification.MeanSquaredErrorLossLayer)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .categoricalCrossEntropyLossLayer(try reader.decode(Specification.CategoricalCrossEntropyLossLayer.self))
                case 11: return .meanSquaredErrorLossLayer(try reader.decode(Specification.MeanSquaredErrorLossLayer.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .categoricalCrossEntropyLossLayer(let value): writer.writeMember(value, field: 10)
                case .meanSquaredErrorLossLayer(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct CategoricalCrossEntropyLossLayer: Message {
        package var input: String = ""
        package var target: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&input)
            case 2: try reader.decode(&target)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(input, field: 1)
            writer.write(target, field: 2)
        }
    }
}

extension Specification {
    package struct MeanSquaredErrorLossLayer: Message {
        package var input: String = ""
        package var target: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&input)
            case 2: try reader.decode(&target)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(input, field: 1)
            writer.write(target, field: 2)
        }
    }
}

extension Specification {
    package struct Optimizer: Message {
        package var optimizerType: OptimizerType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try OptimizerType.decode(field, from: &reader) {
                optimizerType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            optimizerType?.encode(to: &writer)
        }

        package indirect enum OptimizerType: OneOf {
            case sgdOptimizer(Specification.SGDOptimizer)
            case adamOptimizer(Specification.AdamOptimizer)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 10: return .sgdOptimizer(try reader.decode(Specification.SGDOptimizer.self))
                case 11: return .adamOptimizer(try reader.decode(Specification.AdamOptimizer.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .sgdOptimizer(let value): writer.writeMember(value, field: 10)
                case .adamOptimizer(let value): writer.writeMember(value, field: 11)
                }
            }
        }
    }
}

extension Specification {
    package struct SGDOptimizer: Message {
        @Indirect package var learningRate: Specification.DoubleParameter?
        @Indirect package var miniBatchSize: Specification.Int64Parameter?
        @Indirect package var momentum: Specification.DoubleParameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_learningRate)
            case 2: try reader.decode(&_miniBatchSize)
            case 3: try reader.decode(&_momentum)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(learningRate, field: 1)
            writer.write(miniBatchSize, field: 2)
            writer.write(momentum, field: 3)
        }
    }
}

extension Specification {
    package struct AdamOptimizer: Message {
        @Indirect package var learningRate: Specification.DoubleParameter?
        @Indirect package var miniBatchSize: Specification.Int64Parameter?
        @Indirect package var beta1: Specification.DoubleParameter?
        @Indirect package var beta2: Specification.DoubleParameter?
        @Indirect package var eps: Specification.DoubleParameter?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_learningRate)
            case 2: try reader.decode(&_miniBatchSize)
            case 3: try reader.decode(&_beta1)
            case 4: try reader.decode(&_beta2)
            case 5: try reader.decode(&_eps)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(learningRate, field: 1)
            writer.write(miniBatchSize, field: 2)
            writer.write(beta1, field: 3)
            writer.write(beta2, field: 4)
            writer.write(eps, field: 5)
        }
    }
}
