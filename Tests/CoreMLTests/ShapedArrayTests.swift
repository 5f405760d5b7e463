import CoreML
import Foundation
import Testing

@Suite struct ShapedArrayTests {
    let array = MLShapedArray<Float>(scalars: (0..<24).map(Float.init), shape: [2, 3, 4])

    @Test("Indices select parts and scalars")
    func indicesSelectPartsAndScalars() {
        #expect(array.shape == [2, 3, 4])
        #expect(array.strides == [12, 4, 1])
        #expect(array.count == 2)
        #expect(array.scalarCount == 24)
        #expect(array[1].shape == [3, 4])
        #expect(array[1, 2].scalars == [20, 21, 22, 23])
        #expect(array[1][2][3].scalar == 23)
        #expect(array[scalarAt: 0, 1, 2] == 6)
        #expect(array[scalarAt: [1, 0, 1]] == 13)
    }

    @Test("Ranges select parts")
    func rangesSelectParts() {
        #expect(array[0..<1].shape == [1, 3, 4])
        #expect(array[0...1, 1..., ..<2].scalars == [4, 5, 8, 9, 16, 17, 20, 21])
        #expect(array[1..., 2...2].shape == [1, 1, 4])
        #expect(array[...].scalars == array.scalars)
    }

    @Test("Copies are independent")
    func copiesAreIndependent() {
        var copy = array
        copy[scalarAt: 0, 0, 0] = 100
        #expect(array[scalarAt: 0, 0, 0] == 0)
        #expect(copy[scalarAt: 0, 0, 0] == 100)
        var slice = copy[1]
        slice.fill(with: 0)
        #expect(copy[scalarAt: 1, 0, 0] == 12)
        copy[1] = slice
        #expect(copy[1].scalars.allSatisfy { $0 == 0 })
        #expect(copy[0].scalars.dropFirst() == array[0].scalars.dropFirst())
    }

    @Test("Slices can be assigned through ranges")
    func slicesCanBeAssignedThroughRanges() {
        var matrix = MLShapedArray<Int32>(repeating: 0, shape: [3, 3])
        matrix[0..<2, 1...] = MLShapedArraySlice(scalars: [1, 2, 3, 4], shape: [2, 2])
        #expect(matrix.scalars == [0, 1, 2, 0, 3, 4, 0, 0, 0])
    }

    @Test("Collections iterate over the first axis")
    func collectionsIterateOverTheFirstAxis() {
        #expect(array.map(\.shape) == [[3, 4], [3, 4]])
        #expect(array[0].map { $0.scalars.first } == [0, 4, 8])
        #expect(MLShapedArray<Double>(scalar: 3).isScalar)
        #expect(([1, 2, 3] as MLShapedArray<Float>).scalars == [1, 2, 3])
    }

    @Test("Shapes change without changing scalars")
    func shapesChangeWithoutChangingScalars() {
        #expect(array.reshaped(to: [6, 4])[scalarAt: 5, 3] == 23)
        #expect(array.transposed().shape == [4, 3, 2])
        #expect(array.transposed()[scalarAt: 3, 2, 1] == 23)
        #expect(array.transposed(permutation: [1, 0, 2])[scalarAt: 2, 1, 0] == 20)
        #expect(array.transposed(permutation: [1, 0, 2]).reshaped(to: [24]).scalars.prefix(8) == [0, 1, 2, 3, 12, 13, 14, 15])
        #expect(array.expandingShape(at: 1).shape == [2, 1, 3, 4])
        #expect(array.expandingShape(at: 1).squeezingShape().shape == [2, 3, 4])
        let columns = array.changingLayout(to: .lastMajorContiguous)
        #expect(columns.strides == [1, 2, 6])
        #expect(columns == array)
    }

    @Test("Layouts are those asked for")
    func layoutsAreThoseAskedFor() {
        var matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
        let flat = matrix.withUnsafeMutableShapedBufferPointer(using: .lastMajorContiguous) { elements, _, strides in
            #expect(strides == [1, 2])
            return Array(elements)
        }
        #expect(flat == [1, 4, 2, 5, 3, 6])
    }

    @Test("Concatenation joins along an axis")
    func concatenationJoinsAlongAnAxis() {
        let joined = MLShapedArray<Float>(concatenating: [array[0], array[1]], alongAxis: -1)
        #expect(joined.shape == [3, 8])
        #expect(joined[0].scalars == [0, 1, 2, 3, 12, 13, 14, 15])
    }

    @Test("Conversions round trip through multi arrays")
    func conversionsRoundTripThroughMultiArrays() {
        let multiArray = MLMultiArray(array.transposed())
        #expect(multiArray.shape == [4, 3, 2])
        #expect(MLShapedArray<Float>(multiArray) == array.transposed())
        #expect(MLShapedArray<Double>(converting: multiArray)[scalarAt: 3, 2, 1] == 23)
        #expect(MLShapedArray<Int32>(converting: array).scalars.last == 23)
    }

    @Test("Bytes without copy are read and given back and never written")
    func bytesWithoutCopyAreReadAndGivenBackAndNeverWritten() {
        let bytes = UnsafeMutablePointer<Float>.allocate(capacity: 4)
        for index in 0..<4 { bytes[index] = Float(index) }
        var isReleased = false
        do {
            var lent = MLShapedArray<Float>(
                bytesNoCopy: bytes, shape: [2, 2],
                deallocator: .custom { pointer, _ in
                    isReleased = true
                    pointer.deallocate()
                })
            #expect(lent[1].scalars == [2, 3])
            let before = lent
            lent[scalarAt: 0, 0] = 9
            #expect(bytes[0] == 0)
            #expect(before[scalarAt: 0, 0] == 0)
        }
        #expect(isReleased)
    }

    @Test("Coding round trips and refuses contradictions")
    func codingRoundTripsAndRefusesContradictions() throws {
        let data = try JSONEncoder().encode(array[1])
        #expect(try JSONDecoder().decode(MLShapedArray<Float>.self, from: data) == MLShapedArray(converting: array[1]))
        let broken = Data(#"{"shape": [3], "scalars": [1]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(MLShapedArray<Float>.self, from: broken) }
    }

    @Test("Fills, identities and random scalars")
    func fillsIdentitiesAndRandomScalars() {
        var filled = MLShapedArray<Float>(repeating: 1, shape: [2, 2])
        filled.fill(with: [1, 2, 3, 4])
        #expect(filled.scalars == [1, 2, 3, 4])
        filled.scalars = [4, 3, 2, 1]
        #expect(filled[0].scalars == [4, 3])
        #expect(MLShapedArray<Double>(identityMatrixOfSize: 2).scalars == [1, 0, 0, 1])
        #expect(MLShapedArray<Int32>(identityMatrixOfSize: 2).scalars == [1, 0, 0, 1])
        #expect(MLShapedArray<Int8>(randomScalarsIn: -2..<3, shape: [50]).scalars.allSatisfy { (-2..<3).contains($0) })
        #expect(MLShapedArray<Float>(randomScalarsIn: 2..<3, shape: [50]).scalars.allSatisfy { (2..<3).contains($0) })
        #expect(MLShapedArray<Float>(scalars: [1, 2], shape: [2]).description == "[1.0, 2.0]")
    }
}
