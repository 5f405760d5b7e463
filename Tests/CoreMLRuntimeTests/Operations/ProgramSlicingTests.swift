import Testing

@testable import CoreMLRuntime

/// Operations of programs that take parts of tensors, move them about and make new ones.
struct ProgramSlicingTests {
    // MARK: Parts

    @Test("Parts are taken by size")
    func partsAreTakenBySize() throws {
        let x = counting([3, 4])
        func arguments(_ begin: [Int], _ size: [Int]) -> [String: ProgramArgument] { ["begin": .ints(begin), "size": .ints(size)] }
        try expectProgram("slice_by_size", ["x": x], with: arguments([1, 2], [2, 1]), [2, 1], [6, 10])
        // All that is left.
        try expectProgram("slice_by_size", ["x": x], with: arguments([1, 2], [-1, -1]), [2, 2], [6, 7, 10, 11])
        let begins = Tensor.wholeNumbers([2, 0])
        try expectProgram("slice_by_size", ["x": x, "begin": begins], with: ["size": .ints([1, 4])], [1, 4], [8, 9, 10, 11])
        try expectProgram("slice_by_size", ["x": x, "begin": begins], with: ["size": .ints([-1, 2])], [1, 2], [8, 9])
        for (begin, size) in [([0, 0], [4, 1]), ([2, 0], [2, 1]), ([4, 0], [0, 1]), ([0], [1]), ([0, 0], [-2, 1])] {
            expectProgramRefusal("slice_by_size", ["x": x], with: arguments(begin, size))
        }
        expectProgramRefusal("slice_by_size", ["x": x, "begin": .wholeNumbers([3, 1])], with: ["size": .ints([1, 1])])
    }

    @Test("Windows slide along an axis")
    func windowsSlideAlongAnAxis() throws {
        func arguments(_ axis: Int, _ size: Int, _ stride: Int) -> [String: ProgramArgument] {
            ["axis": .int(axis), "size": .int(size), "stride": .int(stride)]
        }
        try expectProgram("sliding_windows", ["x": counting([2, 5])], with: arguments(1, 2, 2), [2, 2, 2], [0, 1, 2, 3, 5, 6, 7, 8])
        try expectProgram("sliding_windows", ["x": counting([3, 2])], with: arguments(-2, 2, 1), [2, 2, 2], [0, 1, 2, 3, 2, 3, 4, 5])
        let whole = Tensor.wholeNumbers([16_777_217, 2, 3])
        try expectProgram("sliding_windows", ["x": whole], with: ["axis": .int(0), "size": .int(2)], [2, 2], [16_777_217, 2, 2, 3])
        for wrong in [arguments(1, 6, 1), arguments(1, 0, 1), arguments(1, 2, 0), arguments(1, 2, -1), arguments(2, 1, 1)] {
            expectProgramRefusal("sliding_windows", ["x": counting([2, 5])], with: wrong)
        }
    }

    @Test("The beginnings of sequences are reversed")
    func theBeginningsOfSequencesAreReversed() throws {
        let lines = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8], [2, 4])
        let along: [String: ProgramArgument] = ["seq_axis": .int(1), "batch_axis": .int(0)]
        try expectProgram(
            "reverse_sequence", ["x": lines, "lengths": .wholeNumbers([3, 2])], with: along, [2, 4], [3, 2, 1, 4, 6, 5, 7, 8])
        let flags = Tensor.flags([true, false, false, false, true, true], [2, 3])
        try expectProgram(
            "reverse_sequence", ["x": flags, "lengths": .wholeNumbers([2, 3])], with: along, [2, 3], [0, 1, 0, 1, 1, 0])
        // The first axis is the one to reverse where none is named.
        let columns = Tensor.numbers([1, 2, 3, 4, 5, 6], [3, 2])
        let named: [String: ProgramArgument] = ["batch_axis": .int(1)]
        try expectProgram(
            "reverse_sequence", ["x": columns, "lengths": .wholeNumbers([2, 3])], with: named, [3, 2], [3, 6, 1, 4, 5, 2])
        expectProgramRefusal("reverse_sequence", ["x": lines, "lengths": .wholeNumbers([1, 1, 1])], with: along)
        let same: [String: ProgramArgument] = ["seq_axis": .int(0), "batch_axis": .int(-2)]
        expectProgramRefusal("reverse_sequence", ["x": lines, "lengths": .wholeNumbers([1, 1])], with: same)
    }

    @Test("Edges are cropped")
    func edgesAreCropped() throws {
        let x = counting([1, 3, 4])
        let arguments: [String: ProgramArgument] = ["crop_height": .ints([1, 0]), "crop_width": .ints([0, 2])]
        try expectProgram("crop", ["x": x], with: arguments, [1, 2, 2], [4, 5, 8, 9])
        for (height, width) in [([2, 2], [0, 0]), ([-1, 0], [0, 0]), ([0, 0], [5, 0]), ([1], [0, 0])] {
            expectProgramRefusal("crop", ["x": x], with: ["crop_height": .ints(height), "crop_width": .ints(width)])
        }
    }

    // MARK: Blocks

    @Test("Pixels become channels in their two orders")
    func pixelsBecomeChannelsInTheirTwoOrders() throws {
        let x = counting([1, 2, 2, 4])
        // The channel changes slowest, or the place in the block does.
        let unshuffled: [Double] = [0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15]
        try expectProgram("pixel_unshuffle", ["x": x], with: ["downscale_factor": .int(2)], [1, 8, 1, 2], unshuffled)
        let deep: [Double] = [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15]
        try expectProgram("space_to_depth", ["x": x], with: ["block_size": .int(2)], [1, 8, 1, 2], deep)
        let back = Tensor.numbers(deep.map { Float($0) }, [1, 8, 1, 2])
        try expectProgram("depth_to_space", ["x": back], with: ["block_size": .int(2)], [1, 2, 2, 4], x.doubles)
        let shuffled = Tensor.numbers(unshuffled.map { Float($0) }, [1, 8, 1, 2])
        try expectProgram("pixel_shuffle", ["x": shuffled], with: ["upscale_factor": .int(2)], [1, 2, 2, 4], x.doubles)
        for factor in [3, 0, -2, 1 << 20] {
            expectProgramRefusal("pixel_unshuffle", ["x": x], with: ["downscale_factor": .int(factor)])
            expectProgramRefusal("space_to_depth", ["x": x], with: ["block_size": .int(factor)])
        }
        expectProgramRefusal("pixel_shuffle", ["x": x], with: ["upscale_factor": .int(2)])
        expectProgramRefusal("depth_to_space", ["x": x], with: ["block_size": .int(2)])
    }

    @Test("Blocks become images and back")
    func blocksBecomeImagesAndBack() throws {
        let x = counting([1, 1, 3, 4])
        let split: [String: ProgramArgument] = ["block_shape": .ints([2, 2]), "paddings": .ints([0, 1, 0, 0], [2, 2])]
        // The images of even and odd rows and columns; the last row is padding.
        let images: [Double] = [0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 0, 0, 5, 7, 0, 0]
        try expectProgram("space_to_batch", ["x": x], with: split, [4, 1, 2, 2], images)
        let joined: [String: ProgramArgument] = ["block_shape": .ints([2, 2]), "crops": .ints([0, 1, 0, 0], [2, 2])]
        let parts = Tensor.numbers(images.map { Float($0) }, [4, 1, 2, 2])
        try expectProgram("batch_to_space", ["x": parts], with: joined, [1, 1, 3, 4], x.doubles)
        expectProgramRefusal(
            "space_to_batch", ["x": x], with: ["block_shape": .ints([2, 2]), "paddings": .ints([0, 0, 0, 0], [2, 2])])
        expectProgramRefusal("batch_to_space", ["x": x], with: joined)
        let much: [String: ProgramArgument] = ["block_shape": .ints([2, 2]), "crops": .ints([3, 2, 0, 0], [2, 2])]
        expectProgramRefusal("batch_to_space", ["x": parts], with: much)
    }

    // MARK: Making

    @Test("Shapes are filled with values of any type")
    func shapesAreFilledWithValuesOfAnyType() throws {
        try expectProgram("fill", [:], with: ["shape": .ints([2, 2]), "value": .float(1.5)], [2, 2], [1.5, 1.5, 1.5, 1.5])
        try expectProgram("fill", [:], with: ["shape": .ints([3])], [3], [0, 0, 0])
        try expectProgram("fill", ["shape": .wholeNumbers([1, 2])], with: ["value": .int(16_777_217)], [1, 2], [16_777_217, 16_777_217])
        let like = ["ref_tensor": Tensor.wholeNumbers([1, 2, 3])]
        let flags = ProgramCheck("fill_like", like, with: ["value": .bool(true)])
        try flags.expect([([3], [1, 1, 1])])
        #expect(try flags.run(.predictor)[0].scalar == .bool)
        let floats = ProgramCheck("fill_like", like)
        try floats.expect([([3], [0, 0, 0])])
        #expect(try floats.run(.predictor)[0].scalar == .float32)
        try expectProgram("fill_like", ["ref_tensor": counting([2, 1])], with: ["value": .float(-2)], [2, 1], [-2, -2])
        expectProgramRefusal("fill", ["shape": .wholeNumbers([2, -1])])
        expectProgramRefusal("fill", [:], with: ["shape": .ints([1 << 30, 1 << 30])])
        expectProgramRefusal("fill_like", [:])
    }

    @Test("Ranges have the type of their start")
    func rangesHaveTheTypeOfTheirStart() throws {
        func arguments(_ start: Int, _ end: Int, _ step: Int) -> [String: ProgramArgument] {
            ["start": .int(start), "end": .int(end), "step": .int(step)]
        }
        try expectProgram("range_1d", [:], with: arguments(16_777_216, 16_777_219, 1), [3], [16_777_216, 16_777_217, 16_777_218])
        try expectProgram("range_1d", [:], with: arguments(5, 0, -2), [3], [5, 3, 1])
        let floats: [String: ProgramArgument] = ["start": .float(0), "step": .float(0.25)]
        try expectProgram("range_1d", ["end": .numbers([1], [])], with: floats, [4], [0, 0.25, 0.5, 0.75])
        expectProgramRefusal("range_1d", [:], with: arguments(0, 1, 0))
        expectProgramRefusal("range_1d", ["end": .numbers([.infinity], [])], with: floats)
    }

    @Test("Bands of matrices are kept")
    func bandsOfMatricesAreKept() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
        func band(_ lower: Int, _ upper: Int) -> [String: ProgramArgument] { ["lower": .int(lower), "upper": .int(upper)] }
        try expectProgram("band_part", ["x": x], with: band(1, 0), [3, 3], [1, 0, 0, 4, 5, 0, 0, 8, 9])
        try expectProgram("band_part", ["x": x], with: band(0, -1), [3, 3], [1, 2, 3, 0, 5, 6, 0, 0, 9])
        try expectProgram("band_part", ["x": x], [3, 3], x.doubles)
        try expectProgram("band_part", ["x": .flags([true, true, true, true], [2, 2])], with: band(0, 0), [2, 2], [1, 0, 0, 1])
        expectProgramRefusal("band_part", ["x": .numbers([1, 2])])
    }

    @Test("A shape may be put together from others")
    func aShapeMayBePutTogetherFromOthers() throws {
        var check = ProgramCheck()
        let references: [ProgramArgument] = [check.input("a", counting([2, 5])), check.input("b", counting([7, 3]))]
        let arguments: [String: ProgramArgument] = [
            "x": check.input("x", counting([6])), "ref_tensors": .several(references), "begins": .several([.int(0), .int(-1)]),
            "ends": .several([.int(1), .int(0)]), "end_masks": .several([.bool(false), .bool(true)]),
        ]
        check.call("reshape_like", arguments)
        try check.expect([([2, 3], [0, 1, 2, 3, 4, 5])])
        // The first dimension of the one and both of the other make 42.
        var wrong = arguments
        wrong["begins"] = .several([.int(0), .int(0)])
        var refused = ProgramCheck()
        refused.input("a", counting([2, 5]))
        refused.input("b", counting([7, 3]))
        refused.input("x", counting([6]))
        refused.call("reshape_like", wrong)
        refused.expectRefusal()
    }
}
