import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@Suite struct InputCheckingTests {
    private static func buffer(_ width: Int, _ height: Int, _ format: OSType) throws -> MLFeatureValue {
        var buffer: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, width, height, format, nil, &buffer)
        return MLFeatureValue(pixelBuffer: try #require(buffer))
    }

    private func message(_ body: () throws -> some Any) -> String {
        do {
            _ = try body()
            return ""
        } catch {
            #expect((error as? MLModelError)?.code == .featureType)
            return error.localizedDescription
        }
    }

    @Test("Missing and mistyped inputs are named")
    func missingAndMistypedInputsAreNamed() throws {
        let model = try MLModel(contentsOf: Fixtures.url("predictors/linear_regression.mlmodel"))
        let missing = message { try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["a": 1.0, "b": 1.0, "c": 1.0])) }
        #expect(missing.contains("Feature d is required"))
        let mistyped = message {
            try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["a": "x", "b": 1.0, "c": 1.0, "d": 1.0]))
        }
        #expect(mistyped.contains("a") && mistyped.contains("String") && mistyped.contains("Double"))
        // Integers are numbers too.
        _ = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["a": 1, "b": 1, "c": 1, "d": 1]))
    }

    @Test("Shapes must be those of the description")
    func shapesMustBeThoseOfTheDescription() throws {
        var type = Specification.ArrayFeatureType()
        type.shape = [1, 3]
        type.dataType = .double
        let exact = try feature(.multiArrayType(type))
        #expect(exact.isAllowedValue(try array([1, 3])))
        #expect(message { try exact.validate(try array([3])) }.contains("(3) of feature input does not match the shape (1 x 3)"))

        var shapes = Specification.ArrayFeatureType.EnumeratedShapes()
        shapes.shapes = ([[1, 3], [2, 3]] as [[Int64]]).map { shape in
            var message = Specification.ArrayFeatureType.Shape()
            message.shape = shape
            return message
        }
        type.shapeFlexibility = .enumeratedShapes(shapes)
        let enumerated = try feature(.multiArrayType(type))
        #expect(enumerated.multiArrayConstraint?.shapeConstraint.type == .enumerated)
        #expect(enumerated.multiArrayConstraint?.shapeConstraint.enumeratedShapes == [[1, 3], [2, 3]])
        #expect(enumerated.isAllowedValue(try array([2, 3])))
        #expect(message { try enumerated.validate(try array([3, 3])) }.contains("enumerated set of allowed shapes"))

        var ranges = Specification.ArrayFeatureType.ShapeRange()
        ranges.sizeRanges = ([(1, 4), (3, -1)] as [(UInt64, Int64)]).map { bounds in
            var range = Specification.SizeRange()
            range.lowerBound = bounds.0
            range.upperBound = bounds.1
            return range
        }
        type.shapeFlexibility = .shapeRange(ranges)
        let ranged = try feature(.multiArrayType(type))
        #expect(ranged.multiArrayConstraint?.shapeConstraint.sizeRangeForDimension[0].rangeValue == NSRange(location: 1, length: 4))
        #expect(ranged.isAllowedValue(try array([4, 100])))
        #expect(!ranged.isAllowedValue(try array([5, 3])))
        #expect(!ranged.isAllowedValue(try array([1, 2])))
    }

    @Test("Images must have the size and format of the description")
    func imagesMustHaveTheSizeAndFormatOfTheDescription() throws {
        var type = Specification.ImageFeatureType()
        type.width = 8
        type.height = 6
        type.colorSpace = .rgb
        let color = try feature(.imageType(type))
        #expect(color.imageConstraint?.pixelFormatType == kCVPixelFormatType_32BGRA)
        #expect(color.isAllowedValue(try Self.buffer(8, 6, kCVPixelFormatType_32BGRA)))
        #expect(color.isAllowedValue(try Self.buffer(8, 6, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)))
        let size = message { try color.validate(try Self.buffer(6, 8, kCVPixelFormatType_32BGRA)) }
        #expect(size.contains("input") && size.contains("6 x 8") && size.contains("8 x 6"))
        let format = message { try color.validate(try Self.buffer(8, 6, kCVPixelFormatType_OneComponent8)) }
        #expect(format.contains("32-BGRA") && format.contains("8-Gray"))

        var range = Specification.ImageFeatureType.ImageSizeRange()
        range.widthRange = Specification.SizeRange()
        range.widthRange?.lowerBound = 4
        range.widthRange?.upperBound = 16
        range.heightRange = range.widthRange
        type.sizeFlexibility = .imageSizeRange(range)
        let flexible = try feature(.imageType(type))
        #expect(flexible.imageConstraint?.sizeConstraint.pixelsWideRange == NSRange(location: 4, length: 13))
        #expect(flexible.isAllowedValue(try Self.buffer(16, 4, kCVPixelFormatType_32BGRA)))
        #expect(!flexible.isAllowedValue(try Self.buffer(17, 4, kCVPixelFormatType_32BGRA)))
    }

    @Test("Optional inputs may be left out")
    func optionalInputsMayBeLeftOut() throws {
        var type = Specification.FeatureType()
        type.isOptional = true
        type.type = .doubleType(Specification.DoubleFeatureType())
        var description = Specification.FeatureDescription()
        description.name = "threshold"
        description.type = type
        let feature = try MLFeatureDescription(description)
        #expect(feature.isOptional)
        #expect(feature.isAllowedValue(MLFeatureValue(undefined: .double)))
        #expect(!feature.isAllowedValue(MLFeatureValue(string: "x")))
    }

    @Test("Hostile extents are errors")
    func hostileExtentsAreErrors() throws {
        var array = Specification.ArrayFeatureType()
        array.shape = [-1]
        #expect(throws: MLModelError.self) { try feature(.multiArrayType(array)) }
        array.shape = [.max]
        #expect(throws: MLModelError.self) { try feature(.multiArrayType(array)) }
        var image = Specification.ImageFeatureType()
        image.width = .max
        #expect(throws: MLModelError.self) { try feature(.imageType(image)) }
    }

    private func array(_ shape: [Int]) throws -> MLFeatureValue {
        MLFeatureValue(multiArray: try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .double))
    }

    private func feature(_ kind: Specification.FeatureType.Kind) throws -> MLFeatureDescription {
        var type = Specification.FeatureType()
        type.type = kind
        var description = Specification.FeatureDescription()
        description.name = "input"
        description.type = type
        return try MLFeatureDescription(description)
    }
}
