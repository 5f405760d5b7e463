import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Layers that resize, crop, pad and normalise images.
struct LayerImageTests {
    private typealias Layer = LayerCheck.Layer

    // MARK: Crops

    /// An image of four by four pixels, 4 · row + column: bilinear samples inside it lie on that plane.
    private let plane = counting([1, 1, 1, 4, 4])

    private func crop(
        _ mode: Specification.SamplingMode.Method, _ boxes: Specification.BoxCoordinatesMode.Coordinates = .cornersHeightFirst,
        to size: [UInt64] = [2, 2], _ body: (inout Specification.CropResizeLayerParams) -> Void = { _ in }
    ) -> Layer {
        var p = Specification.CropResizeLayerParams()
        p.targetSize = size
        p.mode = .with { $0.samplingMethod = mode }
        p.boxIndicesMode = .with { $0.boxMode = boxes }
        body(&p)
        return .cropResize(p)
    }

    private func box(_ values: [Float]) -> Tensor { .numbers(values, [1, 1, values.count, 1, 1]) }

    /// Rows 0.5 to 2.5 and columns 1 to 3.
    @Test("Samples of a crop lie where their mode says")
    func samplesOfACropLieWhereTheirModeSays() throws {
        let corners = box([0.5, 1, 2.5, 3])
        func check(_ mode: Specification.SamplingMode.Method, rows: [Double], columns: [Double], to size: [UInt64] = [2, 2]) throws {
            let expected = rows.flatMap { row in columns.map { 4 * row + $0 } }
            try expectLayer(crop(mode, to: size), [plane, corners], [1, 1, 1, rows.count, columns.count], expected)
        }
        try check(.strictAlignEndpointsMode, rows: [0.5, 2.5], columns: [1, 3])
        try check(.alignEndpointsMode, rows: [0.5, 2.5], columns: [1, 3])
        // Where there is one sample, it is the first or the one in the middle.
        try check(.strictAlignEndpointsMode, rows: [0.5], columns: [1], to: [1, 1])
        try check(.alignEndpointsMode, rows: [1.5], columns: [2], to: [1, 1])
        // Both ends count: three rows and columns in two steps.
        try check(.upsampleMode, rows: [0.5, 2], columns: [1, 2.5])
        try check(.roiAlignMode, rows: [1, 2], columns: [1.5, 2.5])
        try check(.roiAlignMode, rows: [0.75, 1.25, 1.75, 2.25], columns: [2], to: [4, 1])
    }

    @Test("Boxes are written in four ways")
    func boxesAreWrittenInFourWays() throws {
        let expected: [Double] = [3, 5, 11, 13]
        for (boxes, values) in [
            (.cornersHeightFirst, [0.5, 1, 2.5, 3]), (.cornersWidthFirst, [1, 0.5, 3, 2.5]), (.centerSizeHeightFirst, [1.5, 2, 2, 2]),
            (.centerSizeWidthFirst, [2, 1.5, 2, 2]),
        ] as [(Specification.BoxCoordinatesMode.Coordinates, [Float])] {
            try expectLayer(crop(.strictAlignEndpointsMode, boxes), [plane, box(values)], [1, 1, 1, 2, 2], expected)
            // In parts of the way from the first to the last pixel, and in another scale.
            let normalized = crop(.strictAlignEndpointsMode, boxes) { $0.normalizedCoordinates = true }
            try expectLayer(normalized, [plane, box(values.map { $0 / 3 })], [1, 1, 1, 2, 2], expected, tolerance: 1e-4)
            let scaled = crop(.strictAlignEndpointsMode, boxes) { $0.spatialScale = 0.5 }
            try expectLayer(scaled, [plane, box(values.map { 2 * $0 })], [1, 1, 1, 2, 2], expected)
        }
    }

    @Test("Samples outside are those of the border")
    func samplesOutsideAreThoseOfTheBorder() throws {
        let expected: [Double] = [0, 3, 12, 15]
        try expectLayer(crop(.strictAlignEndpointsMode), [plane, box([-2, -5, 9, 7])], [1, 1, 1, 2, 2], expected)
    }

    @Test("Boxes are cut from all images or their own")
    func boxesAreCutFromAllImagesOrTheirOwn() throws {
        let images = Tensor.numbers((0..<32).map { Float($0 < 16 ? $0 : $0 + 84) }, [1, 2, 1, 4, 4])
        let one = crop(.strictAlignEndpointsMode, to: [1, 1])
        let boxes = Tensor.numbers([0, 0, 3, 3, 1, 2, 3, 3], [2, 1, 4, 1, 1])
        try expectLayer(one, [images, boxes], [2, 2, 1, 1, 1], [0, 100, 6, 106])
        let own = Tensor.numbers([1, 0, 0, 3, 3, 0, 1, 2, 3, 3], [2, 1, 5, 1, 1])
        try expectLayer(one, [images, own], [2, 1, 1, 1, 1], [100, 6])
        expectRefusal(one, [images, box([2, 0, 0, 3, 3])])
        expectRefusal(one, [images, box([0, 0, 3])])
        expectRefusal(crop(.strictAlignEndpointsMode, to: [1]), [images, box([0, 0, 3, 3])])
        expectRefusal(crop(.strictAlignEndpointsMode, to: [0, 1]), [images, box([0, 0, 3, 3])])
        expectRefusal(one, [images])
    }

    // MARK: Sizes

    @Test("Samples of a resized image lie where their mode says")
    func samplesOfAResizedImageLieWhereTheirModeSays() throws {
        let x = Tensor.numbers([0, 6, 12], [1, 1, 3])
        func resize(_ mode: Specification.SamplingMode.Method?, to size: [UInt64] = [1, 5]) -> Layer {
            .resizeBilinear(
                .with {
                    $0.targetSize = size
                    if let mode { $0.mode = .with { $0.samplingMethod = mode } }
                })
        }
        for exact in [false, true] {
            try expectLayer(resize(.strictAlignEndpointsMode), [x], [1, 1, 5], [0, 3, 6, 9, 12], exact: exact)
            try expectLayer(resize(nil), [x], [1, 1, 5], [0, 3, 6, 9, 12], exact: exact)
            try expectLayer(resize(.alignEndpointsMode, to: [1, 1]), [x], [1, 1, 1], [6], exact: exact)
            try expectLayer(resize(.upsampleMode), [x], [1, 1, 5], [0, 3.6, 7.2, 10.8, 12], exact: exact)
            try expectLayer(resize(.roiAlignMode), [x], [1, 1, 5], [1.2, 3.6, 6, 8.4, 10.8], exact: exact)
        }
        expectRefusal(resize(nil, to: [0, 1]), [x])
        expectRefusal(resize(nil, to: [1, 1, 1]), [x])
        expectRefusal(resize(nil), [.numbers([1, 2])])
    }

    @Test("Pixels are repeated by whole factors")
    func pixelsAreRepeatedByWholeFactors() throws {
        let x = Tensor.numbers([1, 2, 3, 4], [1, 2, 2])
        let layer = Layer.upsample(.with { ($0.scalingFactor, $0.mode) = ([1, 3], .nn) })
        let expected: [Double] = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
        try expectLayer(layer, [x], [1, 2, 6], expected)
        try expectLayer(layer, [x], [1, 2, 6], expected, exact: false)
        let fraction = Layer.upsample(.with { ($0.fractionalScalingFactor, $0.mode) = (PackedFloats([0.5, 1]), .nn) })
        try expectLayer(fraction, [x], [1, 1, 2], [1, 2])
        expectRefusal(.upsample(.with { $0.scalingFactor = [1, 0] }), [x])
        expectRefusal(.upsample(.with { $0.scalingFactor = [2] }), [x])
    }

    @Test("Borders are constant or taken from the image")
    func bordersAreConstantOrTakenFromTheImage() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6], [1, 2, 3])
        func border(_ top: UInt64, _ bottom: UInt64, _ left: UInt64, _ right: UInt64) -> Specification.BorderAmounts {
            .with {
                $0.borderAmounts = [
                    .with { ($0.startEdgeSize, $0.endEdgeSize) = (top, bottom) },
                    .with { ($0.startEdgeSize, $0.endEdgeSize) = (left, right) },
                ]
            }
        }
        func pad(_ kind: Specification.PaddingLayerParams.PaddingType?, _ amounts: Specification.BorderAmounts) -> Layer {
            .padding(.with { ($0.paddingType, $0.paddingAmounts) = (kind, amounts) })
        }
        let amounts = border(1, 0, 2, 1)
        for exact in [false, true] {
            let constant: [Double] = [9, 9, 9, 9, 9, 9, 9, 9, 1, 2, 3, 9, 9, 9, 4, 5, 6, 9]
            try expectLayer(pad(.constant(.with { $0.value = 9 }), amounts), [x], [1, 3, 6], constant, exact: exact)
            let reflected: [Double] = [6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5]
            try expectLayer(pad(.reflection(.with { _ in }), amounts), [x], [1, 3, 6], reflected, exact: exact)
            let replicated: [Double] = [1, 1, 1, 2, 3, 3, 1, 1, 1, 2, 3, 3, 4, 4, 4, 5, 6, 6]
            try expectLayer(pad(.replication(.with { _ in }), amounts), [x], [1, 3, 6], replicated, exact: exact)
        }
        try expectLayer(pad(nil, border(0, 0, 1, 0)), [x], [1, 2, 4], [0, 1, 2, 3, 0, 4, 5, 6])
        // A mirror shows no more than there is.
        expectRefusal(pad(.reflection(.with { _ in }), border(0, 0, 3, 0)), [x])
        expectRefusal(pad(.reflection(.with { _ in }), border(0, 2, 0, 0)), [x])
        expectRefusal(pad(nil, .with { $0.borderAmounts = [.with { $0.startEdgeSize = 1 }] }), [x])
    }

    // MARK: Scale

    @Test("Scales and biases are for everything channels or pixels")
    func scalesAndBiasesAreForEverythingChannelsOrPixels() throws {
        let x = Tensor.numbers([1, 2, 3, 4], [2, 1, 2])
        func scale(_ shape: [UInt64], _ values: [Float], bias: [Float]? = nil) -> Layer {
            .scale(
                .with {
                    ($0.shapeScale, $0.scale) = (shape, weightParams(values))
                    if let bias { ($0.hasBias, $0.shapeBias, $0.bias) = (true, [UInt64(bias.count)], weightParams(bias)) }
                })
        }
        for exact in [false, true] {
            try expectLayer(scale([1], [2]), [x], [2, 1, 2], [2, 4, 6, 8], exact: exact)
            try expectLayer(scale([2], [10, 100], bias: [1]), [x], [2, 1, 2], [11, 21, 301, 401], exact: exact)
            try expectLayer(scale([1, 1, 2], [2, 3], bias: [1, -1]), [x], [2, 1, 2], [3, 7, 5, 11], exact: exact)
            try expectLayer(scale([2, 1, 2], [1, 2, 3, 4]), [x], [2, 1, 2], [1, 4, 9, 16], exact: exact)
            let bias = Layer.bias(.with { ($0.shape, $0.bias) = ([2], weightParams([5, -5])) })
            try expectLayer(bias, [x], [2, 1, 2], [6, 7, -2, -1], exact: exact)
        }
        expectRefusal(scale([2, 2], [1, 2, 3, 4]), [x])
        expectRefusal(scale([2], [1, 2, 3]), [x])
        expectRefusal(scale([3], [1, 2, 3]), [x])
        expectRefusal(.scale(.with { $0.shapeScale = [1] }), [x])
    }

    @Test("L2 and local response normalisation divide by the norm of the values around")
    func normalisationsDivideByWhatIsAround() throws {
        let x = Tensor.numbers([1, 2, 2, 4], [2, 1, 2])
        try expectLayer(.l2normalize(.with { $0.epsilon = 1e-9 }), [x], [2, 1, 2], [0.2, 0.4, 0.4, 0.8])
        try expectLayer(.l2normalize(.with { $0.epsilon = 11 }), [x], [2, 1, 2], x.doubles.map { $0 / 6 }, exact: false)
        let channels = Tensor.numbers([1, 2, 3], [3, 1, 1])
        let layer = Layer.lrn(.with { ($0.alpha, $0.beta, $0.localSize, $0.k) = (0.3, 1, 3, 2) })
        let expected: [Double] = [1 / 2.5, 2 / 3.4, 3 / 3.3]
        try expectLayer(layer, [channels], [3, 1, 1], expected)
        try expectLayer(layer, [channels], [3, 1, 1], expected, exact: false)
        expectRefusal(.lrn(.with { ($0.alpha, $0.beta) = (0.3, 1) }), [channels])
        expectRefusal(.l2normalize(.with { _ in }), [.numbers([1, 2])])
        let normal = Layer.layerNormalization(
            .with {
                ($0.normalizedShape, $0.eps) = ([2], 1e-9)
                ($0.gamma, $0.beta) = (weightParams([2, 3]), weightParams([10, 20]))
            })
        try expectLayer(normal, [.numbers([1, 3, 2, 6], [2, 2])], [2, 2], [8, 23, 8, 23])
        expectRefusal(normal, [.numbers([1, 2, 3], [1, 3])])
        expectRefusal(.layerNormalization(.with { $0.normalizedShape = [2] }), [.numbers([1, 2])])
    }
}
