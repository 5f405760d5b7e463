import CoreML
import CoreMLSpecification
import CoreVideo
import Foundation
import Testing

/// Networks whose inputs have several shapes, or may be left out.
@Suite struct FlexibleInputTests {
    private static func predict(_ model: MLModel, _ inputs: [String: Any]) throws -> MLFeatureValue {
        let result = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
        return try #require(result.featureValue(for: "output"))
    }

    private static func flexible(_ flexibility: Specification.ArrayFeatureType.ShapeFlexibility, _ shape: [Int64]) throws -> MLModel {
        var array = Specification.ArrayFeatureType()
        array.shape = shape
        array.dataType = .float32
        array.shapeFlexibility = flexibility
        var output = Specification.ArrayFeatureType()
        output.dataType = .float32
        return try TestModels.load(
            TestModels.linear(input: .multiArrayType(array), output: .multiArrayType(output), alpha: 2, isExact: true))
    }

    @Test("Enumerated shapes are taken and others refused")
    func enumeratedShapesAreTakenAndOthersRefused() throws {
        var enumerated = Specification.ArrayFeatureType.EnumeratedShapes()
        enumerated.shapes = ([[2, 3], [4], [1, 1, 5]] as [[Int64]]).map { extents in
            var shape = Specification.ArrayFeatureType.Shape()
            shape.shape = extents
            return shape
        }
        let model = try Self.flexible(.enumeratedShapes(enumerated), [2, 3])
        for shape in [[2, 3], [4], [1, 1, 5], [2, 3]] {
            let x = MLShapedArray<Float>(repeating: 1.5, shape: shape)
            let y = try #require(try Self.predict(model, ["input": x]).shapedArrayValue(of: Float.self))
            #expect(y == MLShapedArray<Float>(repeating: 3, shape: shape))
        }
        #expect(throws: MLModelError.self) { try Self.predict(model, ["input": MLShapedArray<Float>(repeating: 1, shape: [3, 2])]) }
    }

    @Test("Every shape of a range is taken and memory of plans is bounded")
    func everyShapeOfARangeIsTakenAndMemoryOfPlansIsBounded() throws {
        var range = Specification.ArrayFeatureType.ShapeRange()
        range.sizeRanges = ([(1, 40), (3, -1)] as [(UInt64, Int64)]).map { lower, upper in
            var size = Specification.SizeRange()
            (size.lowerBound, size.upperBound) = (lower, upper)
            return size
        }
        let model = try Self.flexible(.shapeRange(range), [1, 3])
        for rows in [1, 40, 7, 1, 2, 3, 4, 5, 6, 8, 9, 10, 40] {
            let x = MLShapedArray<Float>(repeating: Float(rows), shape: [rows, rows + 2])
            let y = try #require(try Self.predict(model, ["input": x]).shapedArrayValue(of: Float.self))
            #expect(y == MLShapedArray<Float>(repeating: Float(2 * rows), shape: [rows, rows + 2]))
        }
        for shape in [[41, 3], [1, 2], [3], [1, 3, 1]] {
            #expect(throws: MLModelError.self) { try Self.predict(model, ["input": MLShapedArray<Float>(repeating: 1, shape: shape)]) }
        }
    }

    @Test("An image of several sizes has a default", arguments: [0, 640] as [Int64])
    func anImageOfSeveralSizesHasADefault(width: Int64)
        throws
    {
        var image = Specification.ImageFeatureType()
        (image.width, image.height, image.colorSpace) = (width, width, .rgb)
        var sizes = Specification.ImageFeatureType.EnumeratedImageSizes()
        sizes.sizes = ([(32, 24), (64, 48)] as [(UInt64, UInt64)]).map { width, height in
            var size = Specification.ImageFeatureType.ImageSize()
            (size.width, size.height) = (width, height)
            return size
        }
        image.sizeFlexibility = .enumeratedSizes(sizes)
        var description = try MLFeatureDescription(TestModels.feature("image", .imageType(image)))
        var constraint = try #require(description.imageConstraint)
        #expect((constraint.pixelsWide, constraint.pixelsHigh) == (width == 0 ? (32, 24) : (640, 640)))
        #expect(constraint.sizeConstraint.allows(width: 64, height: 48))

        var range = Specification.ImageFeatureType.ImageSizeRange()
        var sides = Specification.SizeRange()
        (sides.lowerBound, sides.upperBound) = (16, -1)
        (range.widthRange, range.heightRange) = (sides, sides)
        image.sizeFlexibility = .imageSizeRange(range)
        description = try MLFeatureDescription(TestModels.feature("image", .imageType(image)))
        constraint = try #require(description.imageConstraint)
        #expect(constraint.pixelsWide == (width == 0 ? 16 : 640))
        #expect(constraint.sizeConstraint.allows(width: 4000, height: 16))
        #expect(!constraint.sizeConstraint.allows(width: 4000, height: 15))
    }

    @Test("Sides that no image has are an error of the model, but for upper bounds", arguments: [1 << 21, 1 << 63 - 1, .max] as [UInt64])
    func hugeSides(side: UInt64) throws {
        var image = Specification.ImageFeatureType()
        image.colorSpace = .rgb
        func description(_ flexibility: Specification.ImageFeatureType.SizeFlexibility, own: Int64) throws -> MLFeatureDescription {
            var image = image
            (image.width, image.height, image.sizeFlexibility) = (own, own, flexibility)
            return try MLFeatureDescription(TestModels.feature("image", .imageType(image)))
        }
        func range(_ lower: UInt64, _ upper: Int64) -> Specification.ImageFeatureType.SizeFlexibility {
            var (range, sides) = (Specification.ImageFeatureType.ImageSizeRange(), Specification.SizeRange())
            (sides.lowerBound, sides.upperBound) = (lower, upper)
            (range.widthRange, range.heightRange) = (sides, sides)
            return .imageSizeRange(range)
        }
        var size = Specification.ImageFeatureType.ImageSize()
        (size.width, size.height) = (32, side)
        var sizes = Specification.ImageFeatureType.EnumeratedImageSizes()
        sizes.sizes = [size]
        for own in [0, 512] as [Int64] {
            #expect(throws: MLModelError.self) { try description(range(side, -1), own: own) }
            #expect(throws: MLModelError.self) { try description(.enumeratedSizes(sizes), own: own) }
        }
        let constraint = try #require(try description(range(64, .max), own: 512).imageConstraint)
        let chosen = constraint.size(for: 4_000, 3_000)
        let sides: [Int] = [chosen.width, chosen.height]
        #expect(sides == [608, 448])
    }

    @Test("A picture keeps its shape where a model takes other sizes than its own")
    func shapes() {
        func size(_ constraint: MLImageSizeConstraint?, own: (Int, Int) = (512, 512), for width: Int, _ height: Int) -> [Int] {
            let image = MLImageConstraint(
                pixelsWide: own.0, pixelsHigh: own.1, pixelFormatType: kCVPixelFormatType_32BGRA, sizeConstraint: constraint)
            let size = image.size(for: width, height)
            #expect(image.sizeConstraint.allows(width: size.width, height: size.height))
            return [size.width, size.height]
        }
        func range(_ lower: Int, _ upper: Int?) -> MLImageSizeConstraint {
            MLImageSizeConstraint(widths: SizeRange(lower: lower, upper: upper), heights: SizeRange(lower: lower, upper: upper))
        }
        #expect(size(nil, for: 4_000, 3_000) == [512, 512])
        #expect(size(range(64, 2_048), for: 4_000, 3_000) == [608, 448] && size(range(64, 2_048), for: 30, 40) == [448, 608])
        #expect(size(range(64, nil), for: 100, 100) == [512, 512])
        #expect(size(range(64, 600), for: 5_000, 1_000) == [576, 128], "the wider side is at its bound")
        #expect(size(range(64, 2_048), for: 100_000, 1) == [2_048, 64] && size(range(1, nil), own: (7, 5), for: 70, 50) == [7, 5])
        #expect(size(range(33, 63), own: (32, 32), for: 2, 1) == [63, 33], "no side is a multiple of 32")
        let listed = MLImageSizeConstraint(
            enumerated: [(512, 512), (640, 480), (480, 640)].map { MLImageSize(pixelsWide: $0.0, pixelsHigh: $0.1) })
        #expect(
            size(listed, for: 4_000, 3_000) == [640, 480] && size(listed, for: 9, 16) == [480, 640]
                && size(listed, for: 9, 9) == [512, 512])
    }

    /// `output = input + other`, where the other may be left out.
    private static func sum(_ value: Specification.ArrayFeatureType.DefaultOptionalValue?) throws -> MLModel {
        var layer = Specification.NeuralNetworkLayer()
        (layer.name, layer.input, layer.output) = ("sum", ["input", "other"], ["output"])
        layer.layer = .add(Specification.AddLayerParams())
        var network = Specification.NeuralNetwork()
        network.layers = [layer]
        network.arrayInputShapeMapping = .exactArrayMapping
        guard case .multiArrayType(var other) = TestModels.array([3], .double) else { throw CocoaError(.coderInvalidValue) }
        other.defaultOptionalValue = value
        return try TestModels.load(
            TestModels.model(
                .neuralNetwork(network),
                [
                    TestModels.feature("input", TestModels.array([3])),
                    TestModels.feature("other", .multiArrayType(other), isOptional: true),
                ],
                [TestModels.feature("output", TestModels.array([3]))]))
    }

    @Test("An input that is left out has its default")
    func anInputThatIsLeftOutHasItsDefault() throws {
        let x = MLShapedArray<Float>(scalars: [1, 2, 3], shape: [3])
        for (value, added) in [(nil, 0), (.doubleDefaultValue(0.5), 0.5), (.intDefaultValue(2), 2), (.floatDefaultValue(-1), -1)]
            as [(Specification.ArrayFeatureType.DefaultOptionalValue?, Float)]
        {
            let model = try Self.sum(value)
            let left = try Self.predict(model, ["input": x]).shapedArrayValue(of: Float.self)
            #expect(left?.scalars == [1 + added, 2 + added, 3 + added])
            let given = try Self.predict(model, ["input": x, "other": x]).shapedArrayValue(of: Float.self)
            #expect(given?.scalars == [2, 4, 6])
        }
    }

    @Test("Half precision gray pixels go through as they are")
    func halfPrecisionGrayPixelsGoThroughAsTheyAre() throws {
        let model = try TestModels.load(
            TestModels.linear(
                input: TestModels.image(2, 2, .grayscaleFloat16), output: TestModels.image(2, 2, .grayscaleFloat16), alpha: 2, beta: -1))
        let values: [Float16] = [0.25, -3, 700, 0]
        let rows = [values[..<2], values[2...]].map { row in row.flatMap { value in withUnsafeBytes(of: value) { Array($0) } } }
        let buffer = try TestModels.buffer(2, 2, kCVPixelFormatType_OneComponent16Half, rows)
        let output = try #require(try Self.predict(model, ["input": buffer]).imageBufferValue)
        #expect(CVPixelBufferGetPixelFormatType(output) == kCVPixelFormatType_OneComponent16Half)
        let bytes = try TestModels.bytes(output, 4).joined()
        let results = Array(bytes).withUnsafeBytes { Array($0.bindMemory(to: Float16.self)) }
        #expect(results == [-0.5, -7, 1399, -1])
    }
}
