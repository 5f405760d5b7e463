import CoreML
import Foundation
import Testing

@Suite struct MultiArrayTests {
    @Test("A new array is zero, row major and contiguous")
    func aNewArrayIsZeroRowMajorAndContiguous() throws {
        let array = try MLMultiArray(shape: [2, 3, 4], dataType: .float32)
        #expect(array.shape == [2, 3, 4])
        #expect(array.strides == [12, 4, 1])
        #expect(array.count == 24)
        #expect((0..<24).allSatisfy { array[$0] == 0 })
    }

    @Test("Every data type stores and returns numbers", arguments: [MLMultiArrayDataType.double, .float32, .float16, .int32, .int8])
    func everyDataTypeStoresAndReturnsNumbers(type: MLMultiArrayDataType) throws {
        let array = try MLMultiArray(shape: [2, 2], dataType: type)
        array[[1, 0] as [NSNumber]] = 7
        array[[0, 1]] = -3
        #expect(array[2] == 7)
        #expect(array[1] == -3)
        #expect(array.withUnsafeBytes { $0.count } == 4 * type.byteSize)
    }

    @Test("Integers truncate and saturate")
    func integersTruncateAndSaturate() throws {
        let array = try MLMultiArray(shape: [4], dataType: .int8)
        for (index, value) in [1.9, -1.9, 400, -400].enumerated() { array[index] = NSNumber(value: value) }
        #expect((0..<4).map { array[$0].intValue } == [1, -1, 127, -128])
    }

    @Test("A lent pointer is read with its strides and given back")
    func aLentPointerIsReadWithItsStridesAndGivenBack() throws {
        let memory = UnsafeMutablePointer<Double>.allocate(capacity: 12)
        for index in 0..<12 { memory[index] = Double(index) }
        var isReleased = false
        do {
            let array = try MLMultiArray(
                dataPointer: memory, shape: [2, 3], dataType: .double, strides: [1, 4],
                deallocator: { pointer in
                    isReleased = true
                    pointer.deallocate()
                })
            #expect((0..<6).map { array[$0].doubleValue } == [0, 4, 8, 1, 5, 9])
            #expect(!isReleased)
        }
        #expect(isReleased)
    }

    @Test("Transfer converts type and layout")
    func transferConvertsTypeAndLayout() throws {
        let source = MLMultiArray(shape: [2, 3], dataType: .float32, strides: [1, 2])
        for index in 0..<6 { source[index] = NSNumber(value: Double(index) + 0.5) }
        let target = try MLMultiArray(shape: [2, 3], dataType: .double)
        source.transfer(to: target)
        #expect(target.withUnsafeBufferPointer(ofType: Double.self) { Array($0) } == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5])
    }

    @Test("Concatenation joins along the axis in the wanted type")
    func concatenationJoinsAlongTheAxisInTheWantedType() throws {
        let first = MLMultiArray(MLShapedArray<Float>(scalars: [1, 2, 3, 4], shape: [2, 2]))
        let second = MLMultiArray(MLShapedArray<Int32>(scalars: [5, 6], shape: [2, 1]))
        let joined = MLMultiArray(concatenating: [first, second], axis: 1, dataType: .float16)
        #expect(joined.shape == [2, 3])
        #expect((0..<6).map { joined[$0].intValue } == [1, 2, 5, 3, 4, 6])
    }

    @Test("Collections become vectors")
    func collectionsBecomeVectors() throws {
        #expect(try MLMultiArray([1, 2, 3]).dataType == .int32)
        #expect(try MLMultiArray([1.5, 2]).dataType == .double)
        #expect(try MLMultiArray([1.5, 2] as [Float]).dataType == .float32)
        #expect(throws: MLModelError.self) { try MLMultiArray([Int64.max]) }
    }

    @Test("Impossible shapes are errors")
    func impossibleShapesAreErrors() {
        #expect(throws: MLModelError.self) { try MLMultiArray(shape: [-1], dataType: .double) }
        #expect(throws: MLModelError.self) {
            try MLMultiArray(shape: [NSNumber(value: 1 << 40), NSNumber(value: 1 << 40)], dataType: .double)
        }
        #expect(throws: MLModelError.self) {
            try MLMultiArray(shape: [NSNumber(value: 1 << 31), NSNumber(value: 1 << 31)], dataType: .int8)
        }
        #expect(throws: MLModelError.self) {
            try MLMultiArray(
                dataPointer: UnsafeMutableRawPointer(bitPattern: 64)!, shape: [2, 2], dataType: .double, strides: [1], deallocator: nil)
        }
    }

    @Test("A pixel buffer shares its memory with an array")
    func aPixelBufferSharesItsMemoryWithAnArray() throws {
        var buffer: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, 5, 4, kCVPixelFormatType_OneComponent16Half, nil, &buffer)
        let pixels = try #require(buffer)
        let array = MLMultiArray(pixelBuffer: pixels, shape: [2, 2, 5])
        #expect(array.dataType == .float16)
        #expect(array.pixelBuffer === pixels)
        array[[1, 1, 3]] = 2.5
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        let row = try #require(CVPixelBufferGetBaseAddress(pixels)) + 3 * CVPixelBufferGetBytesPerRow(pixels)
        #expect(row.assumingMemoryBound(to: Float16.self)[3] == 2.5)
        CVPixelBufferUnlockBaseAddress(pixels, .readOnly)
    }

    @Test("Buffer pointers need the right type and no gaps")
    func bufferPointersNeedTheRightTypeAndNoGaps() throws {
        let array = try MLMultiArray([1.5, 2.5])
        #expect(Array(try UnsafeBufferPointer<Double>(array)) == [1.5, 2.5])
        #expect(throws: MLModelError.self) { try UnsafeBufferPointer<Float>(array) }
        let strided = MLMultiArray(shape: [2], dataType: .double, strides: [3])
        #expect(throws: MLModelError.self) { try UnsafeMutableBufferPointer<Double>(strided) }
    }

    @Test("Equality compares type, shape and elements")
    func equalityComparesTypeShapeAndElements() throws {
        let first = try MLMultiArray([1.0, 2.0])
        let second = MLMultiArray(shape: [2], dataType: .double, strides: [5])
        first.transfer(to: second)
        #expect(first == second)
        second[1] = 3
        #expect(first != second)
        #expect(first != (try MLMultiArray([1, 2] as [Float])))
    }
}
