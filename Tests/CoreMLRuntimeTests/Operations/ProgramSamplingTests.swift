import Testing

@testable import CoreMLRuntime

/// Operations of programs that sample images between their pixels.
struct ProgramSamplingTests {
    /// 4 · row + column: bilinear samples inside lie on that plane.
    private let plane = counting([1, 1, 4, 4])

    // MARK: Affine maps

    private func affine(_ x: Tensor, _ matrix: [Float], _ height: Int, _ width: Int) -> ProgramCheck {
        ProgramCheck(
            "affine", ["x": x, "transform_matrix": .numbers(matrix, [matrix.count / 6, 6])],
            with: [
                "output_height": .int(height), "output_width": .int(width), "sampling_mode": .string("bilinear"),
                "padding_mode": .string("constant"), "padding_value": .float(0), "align_corners": .bool(true),
                "coordinates_mode": .string("normalized_minus_one_to_one"),
            ])
    }

    @Test("An affine map moves the coordinates of the output")
    func anAffineMapMovesTheCoordinatesOfTheOutput() throws {
        let x = counting([1, 1, 3, 3])
        try affine(x, [1, 0, 0, 0, 1, 0], 3, 3).expect([([1, 1, 3, 3], x.doubles)])
        // Mirrored, turned, and half of the size.
        try affine(x, [-1, 0, 0, 0, 1, 0], 3, 3).expect([([1, 1, 3, 3], [2, 1, 0, 5, 4, 3, 8, 7, 6])])
        try affine(x, [0, 1, 0, 1, 0, 0], 3, 3).expect([([1, 1, 3, 3], [0, 3, 6, 1, 4, 7, 2, 5, 8])])
        try affine(x, [0.5, 0, 0, 0, 0.5, 0], 2, 2).expect([([1, 1, 2, 2], [2, 3, 5, 6])])
        // Moved by one pixel to the right: the last column lies outside.
        try affine(x, [1, 0, 1, 0, 1, 0], 3, 3).expect([([1, 1, 3, 3], [1, 2, 0, 4, 5, 0, 7, 8, 0])])
        // By half a pixel, the border is mixed with what is outside.
        try affine(x, [1, 0, 0.5, 0, 1, 0], 3, 3).expect([([1, 1, 3, 3], [0.5, 1.5, 1, 3.5, 4.5, 2.5, 6.5, 7.5, 4])])
        // An output of one pixel is the middle.
        try affine(x, [1, 0, 0, 0, 1, 0], 1, 1).expect([([1, 1, 1, 1], [4])])
    }

    @Test("Every image may have its own map")
    func everyImageMayHaveItsOwnMap() throws {
        let pair = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 2, 2])
        let same: [Float] = [1, 0, 0, 0, 1, 0]
        let mirrored: [Float] = [-1, 0, 0, 0, 1, 0]
        try affine(pair, same + mirrored, 2, 2).expect([([2, 1, 2, 2], [1, 2, 3, 4, 6, 5, 8, 7])])
        try affine(pair, mirrored, 2, 2).expect([([2, 1, 2, 2], [2, 1, 4, 3, 6, 5, 8, 7])])
        affine(counting([3, 1, 2, 2]), same + mirrored, 2, 2).expectRefusal()
        affine(counting([1, 2, 2]), same, 2, 2).expectRefusal()
        affine(pair, same, 0, 2).expectRefusal()
        affine(pair, same, 2, -1).expectRefusal()
        let far: [Float] = [.nan, 0, 0, 0, 1e30, 0]
        try affine(pair, far, 2, 2).expect([([2, 1, 2, 2], Array(repeating: 0, count: 8))])
    }

    // MARK: Samples at given places

    private func resample(_ places: Tensor, of x: Tensor? = nil, _ changes: [String: ProgramArgument] = [:]) -> ProgramCheck {
        let arguments: [String: ProgramArgument] = [
            "sampling_mode": .string("bilinear"), "padding_mode": .string("constant"), "padding_value": .float(9),
            "coordinates_mode": .string("unnormalized"), "align_corners": .bool(true),
        ]
        return ProgramCheck("resample", ["x": x ?? plane, "coordinates": places], with: arguments.merging(changes) { $1 })
    }

    /// Places (x, y) in one row.
    private func places(_ values: [Float]) -> Tensor { .numbers(values, [1, 1, values.count / 2, 2]) }

    @Test("Coordinates are in pixels or parts")
    func coordinatesAreInPixelsOrParts() throws {
        // Column 1, row 2; column 2.5, row 0.5; the last pixel.
        let expected: [Double] = [9, 4.5, 15]
        try resample(places([1, 2, 2.5, 0.5, 3, 3])).expect([([1, 1, 1, 3], expected)])
        let parts: [String: ProgramArgument] = ["coordinates_mode": .string("normalized_zero_to_one")]
        try resample(places([1.0 / 3, 2.0 / 3, 2.5 / 3, 0.5 / 3, 1, 1]), parts).expect([([1, 1, 1, 3], expected)])
        let halves: [String: ProgramArgument] = ["coordinates_mode": .string("normalized_minus_one_to_one")]
        try resample(places([-1.0 / 3, 1.0 / 3, 2.0 / 3, -2.0 / 3, 1, 1]), halves).expect([([1, 1, 1, 3], expected)])
        // Where corners are not aligned, the parts are of the pixels' area.
        let area = parts.merging(["align_corners": .bool(false)]) { $1 }
        try resample(places([1.5 / 4, 2.5 / 4, 3.0 / 4, 1.0 / 4, 3.5 / 4, 3.5 / 4]), area).expect([([1, 1, 1, 3], expected)])
        // Whole numbers are pixels.
        let whole = Tensor.wholeNumbers([0, 1, 3, 2], [1, 1, 2, 2])
        try resample(whole).expect([([1, 1, 1, 2], [4, 11])])
    }

    @Test("Places outside are padded as asked")
    func placesOutsideArePaddedAsAsked() throws {
        let line = Tensor.numbers([1, 2, 3], [1, 1, 1, 3])
        // Columns −4 to 6 of the only row.
        let all = places((-4...6).flatMap { [Float($0), 0] })
        func check(_ mode: String, _ expected: [Double]) throws {
            try resample(all, of: line, ["padding_mode": .string(mode)]).expect([([1, 1, 1, 11], expected)])
            let nearest: [String: ProgramArgument] = ["padding_mode": .string(mode), "sampling_mode": .string("nearest")]
            try resample(all, of: line, nearest).expect([([1, 1, 1, 11], expected)])
        }
        try check("constant", [9, 9, 9, 9, 1, 2, 3, 9, 9, 9, 9])
        try check("border", [1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3])
        try check("reflection", [1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3])
        try check("symmetric", [3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1])
    }

    @Test("Places that do not fit are refused")
    func placesThatDoNotFitAreRefused() throws {
        resample(.numbers([0, 0, 0], [1, 1, 1, 3])).expectRefusal()
        resample(.numbers([0, 0, 0, 0], [2, 1, 1, 2])).expectRefusal()
        resample(.numbers([0, 0])).expectRefusal()
        resample(places([0, 0]), of: counting([4, 4])).expectRefusal()
        let lost = places([.nan, 0, .infinity, 1, -.infinity, 0, 1e30, 1e30])
        try resample(lost).expect([([1, 1, 1, 4], [9, 9, 9, 9])])
    }

    // MARK: Crops

    @Test("Boxes are cut from their images")
    func boxesAreCutFromTheirImages() throws {
        let images = Tensor.numbers((0..<32).map { Float($0 < 16 ? $0 : $0 + 84) }, [2, 1, 4, 4])
        let arguments: [String: ProgramArgument] = [
            "target_height": .int(2), "target_width": .int(2), "sampling_mode": .string("STRICT_ALIGN_CORNERS"),
        ]
        let roi = Tensor.numbers([0.5, 1, 2.5, 3], [1, 1, 4, 1, 1])
        try expectProgram(
            "crop_resize", ["x": images, "roi": roi], with: arguments, [1, 2, 1, 2, 2], [3, 5, 11, 13, 103, 105, 111, 113])
        let boxes = Tensor.numbers([0.5, 1, 2.5, 3, 0, 0, 3, 3], [2, 4])
        let own = arguments.merging(["box_indices": .ints([1, 0])]) { $1 }
        try expectProgram(
            "crop_resize", ["x": images, "boxes": boxes], with: own, [2, 1, 2, 2], [103, 105, 111, 113, 0, 3, 12, 15])
        // Without indices, each box is of the next image.
        try expectProgram(
            "crop_resize", ["x": images, "boxes": boxes], with: arguments, [2, 1, 2, 2], [3, 5, 11, 13, 100, 103, 112, 115])
        for indices in [[0, 2], [0, -3], [0]] {
            let wrong = arguments.merging(["box_indices": .ints(indices)]) { $1 }
            expectProgramRefusal("crop_resize", ["x": images, "boxes": boxes], with: wrong)
        }
        expectProgramRefusal("crop_resize", ["x": images, "boxes": .numbers([0, 0, 3], [1, 3])], with: arguments)
        expectProgramRefusal("crop_resize", ["x": images, "roi": boxes], with: arguments)
        expectProgramRefusal("crop_resize", ["x": images], with: arguments)
        let nobody = arguments.merging(["sampling_mode": .string("CORNERS")]) { $1 }
        expectProgramRefusal("crop_resize", ["x": images, "boxes": boxes], with: nobody)
    }

    @Test("Samples of a crop lie where their mode says")
    func samplesOfACropLieWhereTheirModeSays() throws {
        let box = Tensor.numbers([0.5, 1, 2.5, 3], [1, 4])
        for (mode, rows, columns) in [
            ("STRICT_ALIGN_CORNERS", [0.5, 2.5], [1, 3]), ("ALIGN_CORNERS", [0.5, 2.5], [1, 3]), ("DEFAULT", [0.5, 2], [1, 2.5]),
            ("OFFSET_CORNERS", [1, 2], [1.5, 2.5]), ("UNALIGN_CORNERS", [0.75, 2.25], [1.25, 2.75]),
        ] as [(String, [Double], [Double])] {
            let arguments: [String: ProgramArgument] = [
                "target_height": .int(2), "target_width": .int(2), "sampling_mode": .string(mode),
            ]
            let expected = rows.flatMap { row in columns.map { 4 * row + $0 } }
            try expectProgram("crop_resize", ["x": plane, "boxes": box], with: arguments, [1, 1, 2, 2], expected)
        }
    }

    // MARK: Sizes

    @Test("Images are resized as their mode says")
    func imagesAreResizedAsTheirModeSays() throws {
        let x = Tensor.numbers([0, 10], [1, 1, 1, 2])
        // The positions that the format's own documentation lists.
        for (mode, expected) in [
            ("STRICT_ALIGN_CORNERS", [0, 2.5, 5, 7.5, 10]), ("ALIGN_CORNERS", [0, 2.5, 5, 7.5, 10]), ("DEFAULT", [0, 4, 8, 10, 10]),
            ("OFFSET_CORNERS", [1, 3, 5, 7, 9]), ("UNALIGN_CORNERS", [0, 1, 5, 9, 10]),
        ] as [(String, [Double])] {
            let size: [String: ProgramArgument] = ["target_size_height": .int(1), "target_size_width": .int(5)]
            let arguments = size.merging(["sampling_mode": .string(mode)]) { $1 }
            try expectProgram("resize_bilinear", ["x": x], with: arguments, [1, 1, 1, 5], expected)
            let resize: [String: ProgramArgument] = [
                "shape": .ints([1, 5]), "resized_dims": .int(2), "sampling_mode": .string(mode), "interpolation_mode": .string("LINEAR"),
            ]
            try expectProgram("resize", ["x": x], with: resize, [1, 1, 1, 5], expected)
        }
        // Zero keeps a dimension; the shape may be an input.
        let flexible: [String: ProgramArgument] = ["resized_dims": .int(2), "sampling_mode": .string("STRICT_ALIGN_CORNERS")]
        try expectProgram("resize", ["x": x, "shape": .wholeNumbers([7, 0, 3])], with: flexible, [1, 1, 1, 3], [0, 5, 10])
        expectProgramRefusal("resize", ["x": x], with: ["shape": .ints([1, -5]), "resized_dims": .int(2)])
        expectProgramRefusal("resize", ["x": x], with: ["shape": .ints([5]), "resized_dims": .int(2)])
        let zero: [String: ProgramArgument] = ["target_size_height": .int(0), "target_size_width": .int(5)]
        expectProgramRefusal("resize_bilinear", ["x": x], with: zero)
        expectProgramRefusal("resize_nearest_neighbor", ["x": x], with: zero)
    }

    @Test("Images are enlarged")
    func imagesAreEnlarged() throws {
        let x = Tensor.numbers([0, 10], [1, 1, 1, 2])
        func scale(_ width: Float, _ changes: [String: ProgramArgument] = [:]) -> [String: ProgramArgument] {
            let factors: [String: ProgramArgument] = ["scale_factor_height": .float(1), "scale_factor_width": .float(width)]
            return factors.merging(changes) { $1 }
        }
        let aligned = scale(2.5, ["align_corners": .bool(true)])
        try expectProgram("upsample_bilinear", ["x": x], with: aligned, [1, 1, 1, 5], [0, 2.5, 5, 7.5, 10])
        let areas = scale(2.5, ["align_corners": .bool(false)])
        try expectProgram("upsample_bilinear", ["x": x], with: areas, [1, 1, 1, 5], [0, 1, 5, 9, 10])
        let edges = scale(2, ["align_corners": .bool(false), "half_pixel_centers": .bool(false)])
        try expectProgram("upsample_bilinear", ["x": x], with: edges, [1, 1, 1, 4], [0, 5, 10, 10])
        try expectProgram("upsample_nearest_neighbor", ["x": x], with: scale(2), [1, 1, 1, 4], [0, 0, 10, 10])
        let size: [String: ProgramArgument] = ["target_size_height": .int(2), "target_size_width": .int(4)]
        try expectProgram("resize_nearest_neighbor", ["x": x], with: size, [1, 1, 2, 4], [0, 0, 10, 10, 0, 0, 10, 10])
        for factor: Float in [0, -1, .nan, 1e30] {
            expectProgramRefusal("upsample_bilinear", ["x": x], with: scale(factor))
            expectProgramRefusal("upsample_nearest_neighbor", ["x": x], with: scale(factor))
        }
    }

    @Test("A bilinear resize without target sizes gives one pixel")
    func aBilinearResizeIsToOnePixelUnlessAskedOtherwise() throws {
        let arguments: [String: ProgramArgument] = ["sampling_mode": .string("ALIGN_CORNERS")]
        try expectProgram("resize_bilinear", ["x": plane], with: arguments, [1, 1, 1, 1], [7.5])
    }

    // MARK: Unknown modes

    @Test(
        "Modes of a resampling are known when it is built",
        arguments: [("sampling_mode", "cubic"), ("padding_mode", "wrap"), ("coordinates_mode", "degrees")])
    func modesOfAResamplingAreKnownWhenItIsBuilt(argument: String, mode: String) throws {
        resample(places([0, 0]), [argument: .string(mode)]).expectRefusal()
        var builder = ProgramBuilder()
        var arguments: [String: Argument] = [
            "x": try builder.input("x", .float32([1, 1, 4, 4])), "coordinates": try builder.input("places", .float32([1, 1, 1, 2])),
        ]
        let y = try builder.emitOne("resample", arguments)
        #expect(try builder.type(of: y).shape == [1, 1, 1, 1])
        arguments[argument] = .string(mode)
        #expect(throws: RuntimeError.invalidModel("resample 'resample': unknown \(argument) '\(mode)'")) {
            _ = try builder.emitOne("resample", arguments)
        }
    }

    @Test("Unknown modes are refused")
    func unknownModesAreRefused() {
        let box = Tensor.numbers([0, 0, 3, 3], [1, 4])
        expectProgramRefusal("crop_resize", ["x": plane, "boxes": box], with: ["box_coordinate_mode": .string("DIAGONALS")])
        let resize: [String: ProgramArgument] = ["shape": .ints([2, 2]), "resized_dims": .int(2), "interpolation_mode": .string("CUBIC")]
        expectProgramRefusal("resize", ["x": plane], with: resize)
        let arguments: [String: ProgramArgument] = ["output_height": .int(2), "output_width": .int(2)]
        for (name, value) in [
            ("sampling_mode", "nearest"), ("padding_mode", "border"), ("coordinates_mode", "unnormalized"),
        ] {
            let matrix = Tensor.numbers([1, 0, 0, 0, 1, 0], [1, 6])
            let wrong = arguments.merging([name: .string(value)]) { $1 }
            expectProgramRefusal("affine", ["x": plane, "transform_matrix": matrix], with: wrong)
        }
    }
}
