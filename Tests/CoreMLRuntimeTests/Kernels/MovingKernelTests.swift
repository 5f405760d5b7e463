import Testing

@testable import CoreMLRuntime

/// Kernels that move elements as they are, against their places counted one by one.
@Suite struct MovingKernelTests {
    // MARK: Copies

    private func permutations(_ count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return permutations(count - 1).flatMap { order in
            (0...order.count).map { place in Array(order[..<place]) + [count - 1] + Array(order[place...]) }
        }
    }

    private func noise(_ scalar: ScalarType, _ shape: [Int]) -> Tensor {
        let tensor = Tensor(uninitialized: TensorType(scalar, shape))
        for index in 0..<tensor.rawBytes.count { tensor.rawBytes[index] = UInt8(truncatingIfNeeded: index * 31 + index / 251 * 7) }
        return tensor
    }

    /// Whether each element of `copy` has the bytes of the one that its index leads to in `source`.
    private func agrees(_ copy: Tensor, with source: Tensor, _ region: StridedRegion) -> Bool {
        let size = copy.scalar.size
        return withExtendedLifetime((copy, source)) {
            for (place, index) in OperationRun.indices(copy.shape).enumerated() {
                let from = zip(index, region.strides).reduce(region.offset) { $0 + $1.0 * $1.1 }
                for byte in 0..<size where copy.rawBytes[place * size + byte] != source.rawBytes[from * size + byte] { return false }
            }
            return true
        }
    }

    @Test("Dimensions in any order are copied", arguments: [ScalarType.uint8, .float16, .float32, .int64])
    func dimensionsInAnyOrderAreCopied(scalar: ScalarType) {
        for shape in [[], [1], [7], [3, 1, 5], [17, 19], [40, 3], [3, 40], [33, 2, 9], [600, 2], [2, 600], [2, 3, 4, 5], [0, 4]] {
            let source = noise(scalar, shape)
            for order in permutations(shape.count) {
                let copy = Tensor(uninitialized: TensorType(scalar, order.map { shape[$0] }))
                let region = StridedRegion(strides: order.map { source.type.strides[$0] })
                copy.fill(from: source, region)
                #expect(agrees(copy, with: source, region), "\(shape) in the order \(order)")
            }
        }
    }

    @Test("Steps, repetitions and reversals are copied")
    func stepsRepetitionsAndReversalsAreCopied() {
        let source = noise(.float32, [24, 25])
        let regions: [(shape: [Int], region: StridedRegion)] = [
            ([24, 25], StridedRegion(offset: 599, strides: [-25, -1])), ([12, 13], StridedRegion(strides: [50, 2])),
            ([5, 25], StridedRegion(strides: [0, 1])), ([25, 20], StridedRegion(strides: [1, 0])),
            ([25, 3], StridedRegion(strides: [1, 0])),
            ([3, 4, 5], StridedRegion(offset: 7, strides: [0, 0, 0])), ([21, 4, 25], StridedRegion(strides: [25, 25, 1])),
            ([24, 22, 4], StridedRegion(strides: [25, 1, 1])), ([24, 5, 5], StridedRegion(offset: 4, strides: [25, 5, -1])),
        ]
        for (shape, region) in regions {
            let copy = Tensor(uninitialized: .float32(shape))
            copy.fill(from: source, region)
            #expect(agrees(copy, with: source, region), "\(shape) \(region)")
        }
    }

    @Test("Only the target's elements are written")
    func onlyTheTargetsElementsAreWritten() {
        let target = Tensor(uninitialized: .float32([6, 10]))
        target.fill(with: -1)
        let source = Tensor((0..<6).map { Float($0) }, shape: [2, 3])
        target.copy([2, 3], from: source, StridedRegion(strides: [3, 1]), to: StridedRegion(offset: 12, strides: [20, 3]))
        var expected = [Double](repeating: -1, count: 60)
        for row in 0..<2 { for column in 0..<3 { expected[12 + 20 * row + 3 * column] = Double(3 * row + column) } }
        #expect(target.doubles == expected)
    }

    @Test("Tensors of any type are filled")
    func tensorsOfAnyTypeAreFilled() {
        for scalar in ScalarType.allCases {
            let tensor = Tensor(uninitialized: TensorType(scalar, [3, 7]))
            tensor.fill(with: 1)
            #expect(tensor.doubles == [Double](repeating: 1, count: 21), "\(scalar)")
        }
    }

    @Test("Blocks of pixels are made and taken apart", arguments: [("pixel_shuffle", "upscale_factor"), ("depth_to_space", "block_size")])
    func blocksOfPixelsAreMadeAndTakenApart(kind: String, argument: String) throws {
        for (channels, height, width, block) in [(12, 5, 9, 2), (18, 3, 130, 3), (16, 1, 1, 4), (3, 4, 5, 1)] {
            var noise = Noise(3)
            let x = noise.tensor([2, channels, height, width])
            let y = try OperationRun.result(kind, ["x": x, argument: .scalar(block)])
            let planes = channels / (block * block)
            #expect(y.shape == [2, planes, height * block, width * block])
            let isRight = OperationRun.indices(y.shape).enumerated().allSatisfy { place, index in
                let (row, column) = (index[2] % block, index[3] % block)
                let channel =
                    kind == "pixel_shuffle"
                    ? index[1] * block * block + row * block + column : (row * block + column) * planes + index[1]
                let from = OperationRun.place([index[0], channel, index[2] / block, index[3] / block], in: x.shape)
                return y.floats[place] == x.floats[from]
            }
            #expect(isRight, "\(kind) by \(block) of \(x.shape)")
        }
    }

    // MARK: Choices

    @Test("Choices broadcast")
    func choicesBroadcast() throws {
        let shape = [2, 3, 5]
        var noise = Noise(4)
        var shapes: [[Int]] = [[5], []]
        for mask in 0..<8 { shapes.append(shape.indices.map { axis in mask >> axis & 1 == 0 ? shape[axis] : 1 }) }
        for conditionShape in shapes {
            let truths: [Bool] = (0..<conditionShape.reduce(1, *)).map { _ in noise.next() > 0 }
            let condition = Tensor(truths, shape: conditionShape)
            for aShape in shapes {
                for bShape in shapes {
                    let (a, b) = (noise.tensor(aShape), noise.tensor(bShape))
                    let result = try OperationRun.result("select", ["cond": condition, "a": a, "b": b])
                    let isRight = OperationRun.indices(result.shape).enumerated().allSatisfy { place, index in
                        let holds = truths[OperationRun.place(index, in: conditionShape)]
                        let (first, second) = (OperationRun.place(index, in: aShape), OperationRun.place(index, in: bShape))
                        return result.floats[place] == (holds ? a.floats[first] : b.floats[second])
                    }
                    #expect(isRight, "\(conditionShape), \(aShape), \(bShape)")
                }
            }
        }
    }

    @Test("Many elements of any type are chosen")
    func manyElementsOfAnyTypeAreChosen() throws {
        let count = 100_003
        let truths: [Bool] = (0..<count).map { $0 % 3 == 0 }
        let condition = Tensor(truths)
        let expected: [Double] = (0..<count).map { index in Double(truths[index] ? index % 2 : index / 2 % 2) }
        for scalar in [ScalarType.float32, .float16, .int32, .bool] {
            let a = Tensor((0..<count).map { Float($0 % 2) }).converted(to: scalar)
            let b = Tensor((0..<count).map { Float($0 / 2 % 2) }).converted(to: scalar)
            let result = try OperationRun.result("select", ["cond": condition, "a": a, "b": b])
            let isRight = result.scalar == scalar && result.doubles == expected
            #expect(isRight, "\(scalar)")
        }
    }

    @Test("Operands of a comparison broadcast")
    func operandsOfAComparisonBroadcast() throws {
        var noise = Noise(5)
        let pairs: [([Int], [Int])] = [
            ([4, 9], [4, 9]), ([4, 9], [9]), ([9], [4, 9]), ([4, 1], [4, 9]), ([], [4, 9]), ([4, 9], []), ([4, 1], [9]),
        ]
        for (xShape, yShape) in pairs {
            let (x, y) = (noise.tensor(xShape), noise.tensor(yShape))
            let result = try OperationRun.result("less", ["x": x, "y": y])
            let quotients = try OperationRun.result("floor_div", ["x": x, "y": try OperationRun.result("abs", ["x": y])])
            for (place, index) in OperationRun.indices([4, 9]).enumerated() {
                let (a, b) = (x.floats[OperationRun.place(index, in: xShape)], y.floats[OperationRun.place(index, in: yShape)])
                #expect(result.elements(as: Bool.self)[place] == (a < b))
                let quotient = (a / abs(b)).rounded(.down)
                #expect(quotients.floats[place] == quotient || (quotient.isNaN && quotients.floats[place].isNaN))
            }
        }
    }

    @Test("Powers of one exponent agree", arguments: [3, 0.5, -1, 2.5, 0] as [Float])
    func powersOfOneExponentAgree(exponent: Float) throws {
        var noise = Noise(6)
        let x = noise.tensor([40_001], scale: 3)
        (x.floats[0], x.floats[1], x.floats[2]) = (.infinity, -.infinity, .nan)
        let y = try OperationRun.result("pow", ["x": x, "y": .scalar(exponent)])
        for index in [1, 2] + Array(stride(from: 0, to: x.count, by: 13)) {
            let truth = Power.apply(x.floats[index], exponent)
            let answer = y.floats[index]
            #expect(answer == truth || (answer.isNaN && truth.isNaN) || abs(answer - truth) <= 3e-7 * abs(truth))
        }
    }

    // MARK: Indices

    @Test("Slices are gathered along any axis", arguments: [ScalarType.float32, .int8, .float16])
    func slicesAreGatheredAlongAnyAxis(
        scalar: ScalarType
    ) throws {
        let shape = [4, 5, 6]
        let x = Tensor((0..<120).map { Float($0) }, shape: shape).converted(to: scalar)
        let picked = [3, -1, 0, 3, 2, -4]
        for axis in -3..<3 {
            let own = axis < 0 ? axis + 3 : axis
            let indices = Tensor(picked.map { Int32($0) }, shape: [2, 3])
            let y = try OperationRun.result("gather", ["x": x, "indices": indices, "axis": .scalar(axis)])
            var wanted = shape
            wanted.replaceSubrange(own...own, with: [2, 3])
            #expect(y.shape == wanted)
            let expected: [Double] = OperationRun.indices(y.shape).map { index in
                let position = picked[index[own] * 3 + index[own + 1]]
                var from = index
                from.replaceSubrange(own...own + 1, with: [position < 0 ? position + shape[own] : position])
                return Double(OperationRun.place(from, in: shape))
            }
            #expect(y.doubles == expected, "axis \(axis)")
        }
    }

    @Test("Elements are gathered along any axis", arguments: [ScalarType.float32, .bool, .float16])
    func elementsAreGatheredAlongAnyAxis(
        scalar: ScalarType
    ) throws {
        let shape = [3, 4, 5]
        let x = Tensor((0..<60).map { Float($0 * $0 % 7 % 2) }, shape: shape).converted(to: scalar)
        for axis in 0..<3 {
            var taken = shape
            taken[axis] = 7
            let (count, size) = (taken.reduce(1, *), shape[axis])
            let picked: [Int] = (0..<count).map { $0 * 11 % (2 * size) - size }
            let indices = Tensor(picked.map { Int32($0) }, shape: taken)
            let y = try OperationRun.result("gather_along_axis", ["x": x, "indices": indices, "axis": .scalar(axis)])
            let numbers = x.doubles
            let expected: [Double] = OperationRun.indices(taken).enumerated().map { place, index in
                var from = index
                from[axis] = picked[place] < 0 ? picked[place] + shape[axis] : picked[place]
                return numbers[OperationRun.place(from, in: shape)]
            }
            #expect(y.doubles == expected, "axis \(axis)")
        }
    }

    @Test("Slices are gathered and scattered at multi indices")
    func slicesAreGatheredAndScatteredAtMultiIndices() throws {
        let x = Tensor((0..<60).map { Float($0) }, shape: [3, 4, 5])
        let indices = Tensor([0, -1, 2, 3, 1, 0, 2, 3] as [Int32], shape: [4, 2])
        let y = try OperationRun.result("gather_nd", ["x": x, "indices": indices])
        let starts = [15, 55, 20, 55]
        let slices: [Double] = starts.flatMap { start in (0..<5).map { Double(start + $0) } }
        #expect(y.doubles == slices)
        let sums = try OperationRun.result("scatter_nd", ["data": x, "indices": indices, "updates": y], ["mode": "add"])
        var expected = x.doubles
        for start in starts { for index in start..<start + 5 { expected[index] += Double(index) } }
        #expect(sums.doubles == expected)
        let outside = Tensor([0, 4] as [Int32], shape: [1, 2])
        #expect(throws: RuntimeError.self) { try OperationRun.result("gather_nd", ["x": x, "indices": outside]) }
    }

    // MARK: Types

    @Test("Halves are rounded to the nearest")
    func halvesAreRoundedToTheNearest() {
        let halves = (UInt16.min...UInt16.max).map { Float16(bitPattern: $0) }.filter { !$0.isNaN }
        let changed = halves.filter { UInt16(truncatingIfNeeded: Float($0).roundedHalf) != $0.bitPattern }
        #expect(changed.isEmpty)
        var state: UInt32 = 1
        var wrong: [Float] = []
        for _ in 0..<100_000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let number = Float(bitPattern: state)
            let rounded = Float16(bitPattern: UInt16(truncatingIfNeeded: number.roundedHalf))
            let isRight = number.isNaN ? rounded.isNaN : rounded.bitPattern == Float16(number).bitPattern
            if !isRight { wrong.append(number) }
        }
        #expect(wrong.isEmpty)
        for number: Float in [65519.996, 65520, -65520, 0x1p-25, 0x1.000002p-25, 0x1.8p-24, 6.1035e-05, .leastNonzeroMagnitude] {
            #expect(UInt16(truncatingIfNeeded: number.roundedHalf) == Float16(number).bitPattern)
        }
    }

    @Test("Casts to and from halves agree")
    func castsToAndFromHalvesAgree() throws {
        var noise = Noise(9)
        let x = noise.tensor([3, 333], scale: 70000)
        let halves = try OperationRun.result("cast", ["x": x], ["dtype": "fp16"])
        let expected: [UInt16] = x.floats.map { Float16($0).bitPattern }
        #expect(halves.elements(as: Float16.self).map(\.bitPattern) == expected)
        let back = try OperationRun.result("cast", ["x": halves], ["dtype": "fp32"])
        #expect(back.doubles == halves.doubles)
    }
}
