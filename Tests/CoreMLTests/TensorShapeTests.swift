import CoreML
import Testing

/// Changes of shape, reductions and selections; expected values are NumPy's.
@Suite struct TensorShapeTests {
    let cube = MLTensor.counting([2, 3, 4])

    @Test("Shapes change without changing scalars")
    func shapesChangeWithoutChangingScalars() async {
        #expect(cube.reshaped(to: [4, -1]).shape == [4, 6])
        #expect(cube.flattened().shape == [24])
        #expect(await cube.reshaped(to: [6, 4]).scalars(Float.self) == cube.scalars(Float.self))
        let ones = MLTensor.counting([1, 2, 1])
        #expect(ones.squeezingShape().shape == [2])
        #expect(ones.squeezingShape(at: 0).shape == [2, 1])
        #expect(ones.squeezingShape(at: -1, 0).shape == [2])
        #expect(ones.squeezingShape(at: 1).shape == [1, 2, 1])
        #expect(cube.expandingShape(at: 0, -1).shape == [1, 2, 3, 4, 1])
        #expect(MLTensor(Float(1)).expandingShape(at: 0).shape == [1])
        let mask = MLTensor.counting([2, 5])
        #expect(mask.expandingShape(at: 1, 1).shape == [2, 1, 1, 5] && mask.expandingShape(at: 0, 2).shape == [1, 2, 1, 5])
        #expect(mask.expandingShape(at: -1, -1).shape == [2, 5, 1, 1] && mask.expandingShape(at: 2, 0).shape == [1, 2, 5, 1])
        #expect(MLTensor(zeros: [0, 3], scalarType: Float.self).reshaped(to: [3, 0]).shape == [3, 0])
    }

    @Test("Axes change places")
    func axesChangePlaces() async {
        #expect(cube.transposed().shape == [4, 3, 2])
        #expect(await cube.transposed()[3, 2].scalars(Float.self) == [11, 23])
        #expect(cube.transposed(permutation: 1, 0, -1).shape == [3, 2, 4])
        #expect(await MLTensor.counting([2, 3]).reversed(alongAxes: 1).scalars(Float.self) == [2, 1, 0, 5, 4, 3])
        #expect(await MLTensor.counting([2, 3]).reversed(alongAxes: 0, -1).scalars(Float.self) == [5, 4, 3, 2, 1, 0])
    }

    @Test("Tiles repeat")
    func tilesRepeat() async {
        let tensor = MLTensor.counting([2])
        #expect(await tensor.tiled(multiples: [3]).scalars(Float.self) == [0, 1, 0, 1, 0, 1])
        #expect(tensor.tiled(multiples: [2, 2]).shape == [2, 4])
        #expect(MLTensor.counting([2, 2]).tiled(multiples: [2]).shape == [2, 4])
    }

    @Test("Joining and splitting undo each other")
    func joiningAndSplittingUndoEachOther() async {
        let other = MLTensor(repeating: 9, shape: [2, 1, 4])
        #expect(cube.concatenated(with: other, alongAxis: 1).shape == [2, 4, 4])
        #expect(await cube.concatenated(with: other, alongAxis: 1)[1, 3].scalars(Float.self) == [9, 9, 9, 9])
        let stacked = MLTensor(stacking: [MLTensor([1.0, 2]), MLTensor([3.0, 4])], alongAxis: -1)
        #expect(await stacked.scalars(Float.self) == [1, 3, 2, 4])
        #expect(await stacked.unstacked(alongAxis: 1)[1].scalars(Float.self) == [3, 4])
        #expect(cube.split(count: 2, alongAxis: -1).map(\.shape) == [[2, 3, 2], [2, 3, 2]])
        let parts = cube.split(sizes: [1, 2], alongAxis: 1)
        #expect(parts.map(\.shape) == [[2, 1, 4], [2, 2, 4]])
        #expect(await MLTensor(concatenating: parts, alongAxis: 1).scalars(Float.self) == cube.scalars(Float.self))
        let mixed = MLTensor(concatenating: [MLTensor([1, 2], scalarType: Int32.self), MLTensor([0.5])])
        #expect(await mixed.scalars(Float.self) == [1, 2, 0.5])
    }

    @Test("Ranges select parts")
    func rangesSelectParts() async {
        #expect(await cube[1, ..., 1...2].scalars(Float.self) == [13, 14, 17, 18, 21, 22])
        #expect(await cube[..., 0].scalars(Float.self) == [0, 4, 8, 12, 16, 20])
        #expect(cube[..., 0].shape == [2, 3])
        #expect(await cube[0..., -1].scalars(Float.self) == [8, 9, 10, 11, 20, 21, 22, 23])
        #expect(await cube[..<2, .range(0..<3, stride: 2), 3].scalars(Float.self) == [3, 11, 15, 23])
        #expect(cube[0, nil, ..., 1...].shape == [3, 3])
        #expect(await cube[nil, 1, nil].scalars(Float.self) == [4, 5, 6, 7, 16, 17, 18, 19])
        #expect(cube[nil, 1, nil].shape == [2, 4] && cube[nil, nil, -1].shape == [2, 3] && cube[nil].shape == [2, 3, 4])
        #expect(await MLTensor.counting([1, 3])[nil, -1].scalars(Float.self) == [2])
        #expect(cube[.newAxis, ...].shape == [1, 2, 3, 4])
        #expect(cube[.fillAll, .newAxis].shape == [2, 3, 4, 1])
        #expect(MLTensor.counting([1, 3])[.squeezeAxis, ...].shape == [3])
        #expect(await MLTensor.counting([5])[...(-2)].scalars(Float.self) == [0, 1, 2, 3])
        #expect(await MLTensor.counting([5])[(-2)...(-1)].scalars(Float.self) == [3, 4])
        #expect(cube[5..<9].shape == [0, 3, 4])
        #expect(cube[0].shape == [3, 4])
        #expect(cube[0, 1, 2].isScalar)
    }

    @Test("Reductions leave out or keep their axes")
    func reductionsLeaveOutOrKeepTheirAxes() async {
        let tensor = MLTensor(shape: [3, 2], scalars: [2, 3, 4, 5, 6, 7])
        #expect(tensor.sum().shape == [] && tensor.sum(keepRank: true).shape == [1, 1])
        #expect(await tensor.sum().scalars(Float.self) == [27])
        #expect(await tensor.sum(alongAxes: 0).scalars(Float.self) == [12, 15])
        #expect(tensor.sum(alongAxes: -1, keepRank: true).shape == [3, 1])
        #expect(await tensor.mean(alongAxes: 1).scalars(Float.self) == [2.5, 4.5, 6.5])
        #expect(await tensor.mean().scalars(Float.self) == [4.5])
        #expect(await tensor.min().scalars(Float.self) == [2])
        #expect(await tensor.max(alongAxes: 0).scalars(Float.self) == [6, 7])
        #expect(await tensor.min(alongAxes: 0, 1).scalars(Float.self) == [2])
        #expect(await tensor.product(alongAxes: 1).scalars(Float.self) == [6, 20, 42])
        #expect(await tensor.product().scalars(Float.self) == [5040])
        #expect(await MLTensor(zeros: [0], scalarType: Float.self).sum().scalars(Float.self) == [0])
    }

    @Test("Sums of integers and booleans are integers")
    func sumsOfIntegersAndBooleansAreIntegers() async {
        let flags = MLTensor([true, true, false], scalarType: Bool.self)
        #expect(await flags.sum().scalars(Int32.self) == [2])
        #expect(await flags.cumulativeSum().scalars(Int32.self) == [1, 2, 2])
        #expect(MLTensor([1, 2], scalarType: Int32.self).sum().scalarType is Int32.Type)
    }

    @Test("All and any")
    func allAndAny() async {
        func flags(_ tensor: MLTensor) async -> [Int32] { await tensor.cast(to: Int32.self).scalars(Int32.self) }
        let tensor = MLTensor(shape: [2, 2], scalars: [true, true, false, true], scalarType: Bool.self)
        #expect(await flags(tensor.all()) == [0])
        #expect(await flags(tensor.any()) == [1])
        #expect(await flags(tensor.all(alongAxes: 1)) == [1, 0])
        #expect(await flags(tensor.any(alongAxes: 0)) == [1, 1])
        let nothing = MLTensor(shape: [0], scalars: [], scalarType: Bool.self)
        #expect(await flags(nothing.all()) == [1])
        #expect(await flags(nothing.any()) == [0])
    }

    @Test("Places of extremes")
    func placesOfExtremes() async {
        let tensor = MLTensor(shape: [2, 3], scalars: [1, 7, 3, 9, 0, 9])
        #expect(await tensor.argmax().scalars(Int32.self) == [3])
        #expect(await tensor.argmin().scalars(Int32.self) == [4])
        #expect(await tensor.argmax(alongAxis: 1).scalars(Int32.self) == [1, 0])
        #expect(await tensor.argmin(alongAxis: 0).scalars(Int32.self) == [0, 1, 0])
        #expect(tensor.argmax(alongAxis: -1, keepRank: true).shape == [2, 1])
        #expect(await MLTensor([3.0, 1, 2, 1]).argsort().scalars(Int32.self) == [1, 3, 2, 0])
        #expect(await MLTensor([3.0, 1, 2, 1]).argsort(descendingOrder: true).scalars(Int32.self) == [0, 2, 1, 3])
        let (values, places) = tensor.topK(2)
        #expect(await values.scalars(Float.self) == [7, 3, 9, 9])
        #expect(await places.scalars(Int32.self) == [1, 2, 0, 2])
    }

    @Test("Large integers are reduced and sorted exactly")
    func largeIntegersAreReducedAndSortedExactly() async {
        let tensor = MLTensor([16_777_217, 16_777_216, 16_777_218], scalarType: Int32.self)
        #expect(await tensor.sum().scalars(Int32.self) == [50_331_651])
        #expect(await tensor.max().scalars(Int32.self) == [16_777_218])
        #expect(await tensor.argmax().scalars(Int32.self) == [2])
        #expect(await tensor.argsort().scalars(Int32.self) == [1, 0, 2])
        #expect(await tensor.topK(2).values.scalars(Int32.self) == [16_777_218, 16_777_217])
    }

    @Test("Running sums and products")
    func runningSumsAndProducts() async {
        let tensor = MLTensor(shape: [2, 3], scalars: [1, 2, 3, 4, 5, 6])
        #expect(await tensor.cumulativeSum(alongAxis: 0).scalars(Float.self) == [1, 2, 3, 5, 7, 9])
        #expect(await tensor.cumulativeProduct(alongAxis: 1).scalars(Float.self) == [1, 2, 6, 4, 20, 120])
    }

    @Test("Gathering takes slices or elements")
    func gatheringTakesSlicesOrElements() async {
        let tensor = MLTensor(shape: [3, 3], scalars: [0, 1, 2, 10, 11, 12, 20, 21, 22])
        let indices = MLTensor([2, 1], scalarType: Int32.self)
        #expect(await tensor.gathering(atIndices: indices, alongAxis: 0).scalars(Float.self) == [20, 21, 22, 10, 11, 12])
        #expect(await tensor.gathering(atIndices: indices, alongAxis: -1).scalars(Float.self) == [2, 1, 12, 11, 22, 21])
        let matrix = MLTensor(shape: [2, 2], scalars: [2, 0, 1, 1], scalarType: Int32.self)
        #expect(tensor.gathering(atIndices: matrix, alongAxis: 1).shape == [3, 2, 2])
        #expect(await tensor.gathering(atIndices: matrix).scalars(Float.self) == [20, 11])
        #expect(tensor.gathering(atIndices: MLTensor(shape: [1, 1], scalars: [2], scalarType: Int32.self)).shape == [1, 3])
    }

    @Test("Replacing by mask and by index")
    func replacingByMaskAndByIndex() async {
        let tensor = MLTensor(shape: [2, 3], scalars: [10, 30, 20, 60, 40, 50])
        let indices = MLTensor(shape: [2, 1], scalars: [1, 0], scalarType: Int32.self)
        let values = MLTensor(shape: [2, 1], scalars: [99, 98])
        #expect(await tensor.replacing(with: values, atIndices: indices, alongAxis: 1).scalars(Float.self) == [10, 99, 20, 98, 40, 50])
        #expect(
            await tensor.replacing(atIndices: indices, with: Float(7), alongAxis: -1).scalars(Float.self) == [10, 7, 20, 7, 40, 50])
        #expect(await tensor.replacing(with: Float(0), where: tensor .> 35).scalars(Float.self) == [10, 30, 20, 0, 0, 0])
        let mask = MLTensor([false, true, false], scalarType: Bool.self)
        #expect(await tensor.replacing(with: -tensor, where: mask).scalars(Float.self) == [10, -30, 20, 60, -40, 50])
    }

    @Test("Bands keep their diagonals")
    func bandsKeepTheirDiagonals() async {
        let expected: [Float] = [0, 0, 0, 0, 4, 5, 0, 0, 0, 9, 10, 0, 0, 0, 14, 15]
        let matrix = MLTensor.counting([4, 4])
        #expect(await matrix.bandPart(lowerBandCount: 1, upperBandCount: 0).scalars(Float.self) == expected)
        let integers = matrix.cast(to: Int32.self) + 16_777_217
        let kept = await integers.bandPart(lowerBandCount: 0, upperBandCount: -1).scalars(Int32.self)
        #expect(kept.prefix(6) == [16_777_217, 16_777_218, 16_777_219, 16_777_220, 0, 16_777_222])
    }

    @Test("Padding repeats mirrors or fills")
    func paddingRepeatsMirrorsOrFills() async {
        let square = MLTensor(shape: [2, 2], scalars: [1, 2, 3, 4])
        #expect(await square.padded(forSizes: [(0, 1), (1, 0)], with: 7).scalars(Float.self) == [7, 1, 2, 7, 3, 4, 7, 7, 7])
        let symmetric = square.padded(forSizes: [(1, 0), (2, 1)], mode: .symmetric)
        #expect(await symmetric.scalars(Float.self) == [2, 1, 1, 2, 2, 2, 1, 1, 2, 2, 4, 3, 3, 4, 4])
        let wide = MLTensor(shape: [2, 3], scalars: [1, 2, 3, 4, 5, 6])
        let reflected = wide.padded(forSizes: [(1, 0), (2, 1)], mode: .reflection)
        #expect(await reflected.scalars(Float.self) == [6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5])
    }

    @Test("Images are resized as PyTorch does")
    func imagesAreResizedAsPyTorchDoes() async {
        let image = MLTensor(shape: [1, 1, 2, 2], scalars: [1, 0, 0, 1])
        let nearest = await image.resized(to: (4, 4)).scalars(Float.self)
        #expect(nearest == [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1])
        let smooth = await image.resized(to: (4, 4), method: .bilinear()).scalars(Float.self)
        #expect(smooth == [1, 0.75, 0.25, 0, 0.75, 0.625, 0.375, 0.25, 0.25, 0.375, 0.625, 0.75, 0, 0.25, 0.75, 1])
        let row = MLTensor(shape: [1, 1, 3], scalars: [1, 2, 3])
        #expect(await row.resized(to: (1, 5), method: .bilinear(alignCorners: true)).scalars(Float.self) == [1, 1.5, 2, 2.5, 3])
    }
}
