import CoreML
import Foundation
import Testing

extension MLTensor {
    /// The scalars in row-major order.
    func scalars<Scalar: MLShapedArrayScalar & MLTensorScalar>(_ type: Scalar.Type = Scalar.self) async -> [Scalar] {
        await shapedArray(of: type).scalars
    }

    static func counting(_ shape: [Int]) -> MLTensor {
        MLTensor(shape: shape, scalars: (0..<shape.reduce(1, *)).map(Float.init))
    }
}

/// How tensors are made and read.
@Suite struct TensorTests {
    @Test("Scalars, shapes and types are those given")
    func scalarsShapesAndTypesAreThoseGiven() async {
        let matrix = MLTensor(shape: [2, 3], scalars: [1, 2, 3, 4, 5, 6], scalarType: Int32.self)
        #expect(matrix.shape == [2, 3] && matrix.rank == 2 && matrix.scalarCount == 6 && !matrix.isScalar)
        #expect(matrix.scalarType is Int32.Type)
        #expect(await matrix.scalars(Int32.self) == [1, 2, 3, 4, 5, 6])
        #expect(await matrix.scalars(Float.self) == [1, 2, 3, 4, 5, 6])
        #expect(MLTensor([1.0, 2.5]).scalarType is Float.Type)
        #expect(MLTensor([1, 2], scalarType: UInt8.self).scalarType is UInt8.Type)
        #expect(MLTensor([true, false], scalarType: Bool.self).scalarType is Bool.Type)
        #expect(MLTensor(Float16(2)).isScalar)
        #expect(matrix.description == "MLTensor(shape: [2, 3], scalarType: Int32)")
    }

    @Test("Literals become tensors")
    func literalsBecomeTensors() async {
        let half: MLTensor = 0.5
        let seven: MLTensor = 7
        let yes: MLTensor = true
        #expect(half.scalarType is Float.Type && seven.scalarType is Int32.Type && yes.scalarType is Bool.Type)
        let matrix: MLTensor = [[1, 2], [3, 4]]
        #expect(matrix.shape == [2, 2])
        #expect(await matrix.scalars(Int32.self) == [1, 2, 3, 4])
    }

    @Test("Bytes are copied or lent and given back")
    func bytesAreCopiedOrLentAndGivenBack() async {
        let values: [Float] = [1, 2, 3, 4]
        let data = values.withUnsafeBytes { Data($0) }
        #expect(await MLTensor(shape: [2, 2], data: data, scalarType: Float.self).scalars(Float.self) == values)
        // One byte further the floats are not aligned.
        let shifted = (Data([0]) + data).dropFirst()
        #expect(await MLTensor(shape: [4], data: shifted, scalarType: Float.self).scalars(Float.self) == values)

        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 17, alignment: 16)
        for offset in [0, 1] {
            bytes.baseAddress?.advanced(by: offset).copyMemory(from: values, byteCount: 16)
            let isReleased = Released()
            do {
                let lent = MLTensor(
                    bytesNoCopy: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[offset..<offset + 16]), shape: [4],
                    scalarType: Float.self, deallocator: .custom { _, _ in isReleased.value = true })
                #expect(await lent.reshaped(to: [2, 2]).scalars(Float.self) == values)
            }
            #expect(isReleased.value)
        }
        bytes.deallocate()
    }

    private final class Released: @unchecked Sendable {
        var value = false
    }

    @Test("Memory can be initialised by the caller")
    func memoryCanBeInitialisedByTheCaller() async {
        let tensor = MLTensor(unsafeUninitializedShape: [3], scalarType: Int8.self) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(index + 5) }
        }
        #expect(await tensor.scalars(Int8.self) == [5, 6, 7])
    }

    @Test("Shaped arrays become tensors whatever their layout")
    func shapedArraysBecomeTensorsWhateverTheirLayout() async {
        let array = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
        #expect(await MLTensor(array.transposed()).scalars(Float.self) == [1, 4, 2, 5, 3, 6])
        #expect(await MLTensor(array[1]).scalars(Float.self) == [4, 5, 6])
    }

    @Test("A shaped array outlives its tensor and changes alone")
    func aShapedArrayOutlivesItsTensorAndChangesAlone() async {
        let tensor = MLTensor([1.0, 2.0])
        var array = await (tensor + 1).shapedArray(of: Float.self)
        array[scalarAt: 0] = 9
        #expect(array.scalars == [9, 3])
        var same = await tensor.shapedArray(of: Float.self)
        same[scalarAt: 0] = 9
        #expect(await tensor.scalars(Float.self) == [1, 2])
    }

    @Test("Constants and sequences")
    func constantsAndSequences() async {
        #expect(await MLTensor(repeating: 2.5, shape: [2]).scalars(Float.self) == [2.5, 2.5])
        #expect(await MLTensor(zeros: [2], scalarType: Int32.self).scalars(Int32.self) == [0, 0])
        #expect(await MLTensor(ones: [2], scalarType: Float16.self).scalars(Float16.self) == [1, 1])
        #expect(await MLTensor(rangeFrom: 0, to: 1, by: 0.25).scalars(Float.self) == [0, 0.25, 0.5, 0.75])
        #expect(await MLTensor(rangeFrom: 5, to: 0, by: -2, scalarType: Int32.self).scalars(Int32.self) == [5, 3, 1])
        #expect(await MLTensor(linearSpaceFrom: -1, through: 1, count: 5).scalars(Float.self) == [-1, -0.5, 0, 0.5, 1])
        #expect(await MLTensor(linearSpaceFrom: 3, through: 9, count: 1).scalars(Float.self) == [3])
        #expect(MLTensor(zeros: [3, 0], scalarType: Float.self).scalarCount == 0)
    }

    @Test("Random numbers follow their distribution and their seed")
    func randomNumbersFollowTheirDistributionAndTheirSeed() async {
        let normal = MLTensor(randomNormal: [20_000], mean: 3, standardDeviation: 2, seed: 7, scalarType: Float.self)
        let mean = await normal.mean().scalars(Float.self)[0]
        let deviation = await (normal - mean).squared().mean().squareRoot().scalars(Float.self)[0]
        #expect(abs(mean - 3) < 0.06 && abs(deviation - 2) < 0.06)
        let again = MLTensor(randomNormal: [20_000], mean: 3, standardDeviation: 2, seed: 7, scalarType: Float.self)
        #expect(await normal.scalars(Float.self) == again.scalars(Float.self))
        let other = MLTensor(randomNormal: [20_000], mean: 3, standardDeviation: 2, seed: 8, scalarType: Float.self)
        #expect(await normal.scalars(Float.self) != other.scalars(Float.self))
        let large = [UInt64.max, UInt64.max - 1].map { MLTensor(randomUniform: [8], seed: $0, scalarType: Float.self) }
        #expect(await large[0].scalars(Float.self) != large[1].scalars(Float.self))

        let uniform = await MLTensor(randomUniform: [20_000], in: -1..<3, seed: 1, scalarType: Float.self).scalars(Float.self)
        #expect(uniform.allSatisfy { $0 >= -1 && $0 < 3 })
        #expect(abs(uniform.reduce(0, +) / 20_000 - 1) < 0.04)
        let dice = await MLTensor(randomUniform: [6_000], in: 1...6, seed: 1, scalarType: Int32.self).scalars(Int32.self)
        let counts = Dictionary(grouping: dice) { $0 }.mapValues(\.count)
        #expect(counts.keys.sorted() == [1, 2, 3, 4, 5, 6])
        #expect(counts.values.allSatisfy { abs($0 - 1000) < 150 })
    }

    @Test("Casts cut off and clamp")
    func castsCutOffAndClamp() async {
        let tensor = MLTensor([-1.9, 1.9, 300, .nan])
        #expect(await tensor.cast(to: Int32.self).scalars(Int32.self) == [-1, 1, 300, 0])
        #expect(await tensor.cast(to: Int8.self).scalars(Int8.self) == [-1, 1, 127, 0])
        #expect(await tensor.cast(to: UInt8.self).cast(to: Int32.self).scalars(Int32.self) == [0, 1, 255, 0])
        #expect(await MLTensor([0.0, -0.5]).cast(to: Bool.self).cast(to: Int32.self).scalars(Int32.self) == [0, 1])
        #expect(MLTensor([1.0]).cast(like: MLTensor([1], scalarType: Int16.self)).scalarType is Int16.Type)
    }

    @Test("Policies hold for their task")
    func policiesHoldForTheirTask() async {
        let tensor = MLTensor.counting([2, 2])
        let product = withMLTensorComputePolicy(.cpuOnly) { tensor.matmul(tensor) }
        #expect(await product.scalars(Float.self) == [2, 3, 6, 11])
        let other = await withMLTensorComputePolicy(MLComputePolicy(.all)) { await tensor.matmul(tensor).scalars(Float.self) }
        #expect(other == [2, 3, 6, 11])
        #expect(MLComputePolicy.cpuOnly == MLComputePolicy(.cpuOnly) && MLComputePolicy.cpuOnly != .cpuAndGPU)
    }
}
