import Testing

@testable import CoreMLRuntime

/// Resized and resampled planes, against their samples taken one by one.
@Suite struct SamplingKernelTests {
    static let modes = ["STRICT_ALIGN_CORNERS", "ALIGN_CORNERS", "DEFAULT", "OFFSET_CORNERS", "UNALIGN_CORNERS"]

    @Test("Resized planes are mixed of four neighbours", arguments: modes)
    func resizedPlanesAreMixedOfFourNeighbours(mode: String) throws {
        var noise = Noise(41)
        for (shape, height, width) in [
            ([2, 3, 5, 7], 11, 16), ([2, 3, 5, 7], 3, 2), ([1, 1, 1, 1], 4, 3), ([4, 9], 9, 4), ([3, 60, 40], 90, 130), ([2, 8, 8], 8, 8),
            ([5, 2, 3], 1, 1),
        ] {
            let x = noise.tensor(shape)
            let call = OperationRun.call(
                "resize_bilinear", ["x": x, "target_size_height": .scalar(height), "target_size_width": .scalar(width)],
                ["sampling_mode": mode])
            Threads.setLimit(3)
            let y = try call.results()[0]
            let (rows, columns) = (shape[shape.count - 2], shape[shape.count - 1])
            let vertical = try ResizeBilinear.line(call, from: rows, to: height, vertical: true)
            let horizontal = try ResizeBilinear.line(call, from: columns, to: width, vertical: false)
            var expected: [UInt32] = []
            for plane in 0..<x.count / (rows * columns) {
                func pixel(_ row: Int, _ column: Int) -> Float { x.floats[(plane * rows + row) * columns + column] }
                for row in 0..<height {
                    for column in 0..<width {
                        let (top, bottom, v) = (vertical.lower[row], vertical.upper[row], vertical.fraction[row])
                        let (left, right, u) = (horizontal.lower[column], horizontal.upper[column], horizontal.fraction[column])
                        let above = pixel(top, left) + (pixel(top, right) - pixel(top, left)) * u
                        let below = pixel(bottom, left) + (pixel(bottom, right) - pixel(bottom, left)) * u
                        expected.append((above + (below - above) * v).bitPattern)
                    }
                }
            }
            let isRight = zip(y.bits, expected).allSatisfy { Float(bitPattern: $0) == Float(bitPattern: $1) }
            #expect(y.count == expected.count && isRight, "\(mode) from \(shape) to \(height) × \(width)")
        }
    }

    @Test("The nearest neighbour is taken as it is")
    func theNearestNeighbourIsTakenAsItIs() throws {
        let x = Tensor.numbers([1, .infinity, -0.0, 2, .nan, -3], [1, 2, 3])
        let y = try OperationRun.result(
            "resize_nearest_neighbor", ["x": x, "target_size_height": .scalar(4), "target_size_width": .scalar(6)])
        let expected: [UInt32] = [0, 0, 1, 1].flatMap { row in [0, 0, 1, 1, 2, 2].map { x.bits[3 * row + $0] } }
        #expect(y.bits == expected)
        let fewer = try OperationRun.result(
            "upsample_nearest_neighbor", ["x": x, "scale_factor_height": .scalar(Float(0.5)), "scale_factor_width": .scalar(Float(0.7))])
        #expect(fewer.shape == [1, 1, 2] && fewer.bits == [x.bits[0], x.bits[1]])
    }

    @Test("Every box is cut as if it were alone")
    func everyBoxIsCutAsIfItWereAlone() throws {
        var noise = Noise(42)
        let x = noise.tensor([3, 3, 20, 30])
        let count = 41
        let boxes = noise.tensor([count, 4], scale: 25)
        let images: [Int] = (0..<count).map { $0 % 3 }
        func cut(_ boxes: Tensor, _ images: [Int]) throws -> Tensor {
            let tensors: [String: Tensor] = [
                "x": x, "boxes": boxes, "box_indices": .ints(images), "target_height": .scalar(24), "target_width": .scalar(17),
                "pad_value": .scalar(Float(0.5)),
            ]
            return try OperationRun.result("crop_resize", tensors, ["sampling_mode": "ALIGN_CORNERS"])
        }
        let all = try cut(boxes, images)
        #expect(all.shape == [count, 3, 24, 17])
        let numbers = all.bits
        for box in 0..<count {
            let own = Tensor((0..<4).map { boxes.floats[box * 4 + $0] }, shape: [1, 4])
            let alone = try cut(own, [images[box]])
            #expect(alone.bits.elementsEqual(numbers[box * 1224..<(box + 1) * 1224]), "box \(box)")
        }
    }

    /// Bilinear samples of a plane 2x + 3y lie on it.
    @Test("Samples of an inclined plane lie on it")
    func samplesOfAnInclinedPlaneLieOnIt() throws {
        let (height, width) = (13, 17)
        let slopes: [(Float, Float)] = [(2, 3), (-1, 0.5), (0, 4)]
        var pixels: [Float] = []
        for (a, b) in slopes { for row in 0..<height { for column in 0..<width { pixels.append(a * Float(column) + b * Float(row)) } } }
        var noise = Noise(43)
        let count = 90 * 100
        var places: [Float] = []
        for _ in 0..<count { places += [(noise.next() + 1) * 8, (noise.next() + 1) * 6] }
        let y = try OperationRun.result(
            "resample",
            [
                "x": Tensor(pixels, shape: [1, 3, height, width]), "coordinates": Tensor(places, shape: [1, 90, 100, 2]),
                "align_corners": .scalar(true),
            ], ["coordinates_mode": "unnormalized", "sampling_mode": "bilinear", "padding_mode": "border"])
        let values = y.doubles
        var worst = 0.0
        for (channel, slope) in slopes.enumerated() {
            for index in 0..<count {
                let truth = slope.0 * places[2 * index] + slope.1 * places[2 * index + 1]
                worst = max(worst, abs(values[channel * count + index] - Double(truth)))
            }
        }
        #expect(values.count == 3 * count && worst < 1e-4)
    }

    @Test("Samples outside are the padding in every channel")
    func samplesOutsideAreThePaddingInEveryChannel() throws {
        let x = Tensor((0..<8).map { Float($0) }, shape: [1, 2, 2, 2])
        let places = Tensor([-5, 0, .nan, 0, 0.5, 0.5, 1, 1], shape: [1, 1, 4, 2])
        let strings = ["coordinates_mode": "unnormalized", "sampling_mode": "bilinear", "padding_mode": "constant"]
        let y = try OperationRun.result("resample", ["x": x, "coordinates": places, "padding_value": .scalar(Float(9))], strings)
        #expect(y.doubles == [9, 9, 1.5, 3, 9, 9, 5.5, 7])
    }

    @Test("An affine map moves each image of a batch")
    func anAffineMapMovesEachImageOfABatch() throws {
        let x = Tensor((0..<12).map { Float($0) }, shape: [2, 1, 2, 3])
        // The identity, and a turn by half a circle.
        let maps = Tensor([1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0] as [Float], shape: [2, 6])
        let y = try OperationRun.result(
            "affine", ["x": x, "transform_matrix": maps, "output_height": .scalar(2), "output_width": .scalar(3)])
        #expect(y.doubles == [0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6])
    }
}
