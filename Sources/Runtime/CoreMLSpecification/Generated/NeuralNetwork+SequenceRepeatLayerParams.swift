// Written by Scripts/generate_specification.py from the messages of NeuralNetwork.proto.

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
