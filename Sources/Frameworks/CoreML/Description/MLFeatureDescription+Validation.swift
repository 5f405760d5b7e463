import CoreVideo
import Foundation

extension MLFeatureDescription {
    /// Checks that a value fits the description. If not, throws `MLModelError.featureType` that names the feature and the mismatch.
    ///
    /// - Parameter acceptsLeadingAxes: whether a multi-array may have a sequence and a batch axis before the axes of the description.
    package func validate(_ value: MLFeatureValue, acceptsLeadingAxes: Bool = false) throws {
        if value.isUndefined {
            guard isOptional else { throw MLModelError(.featureType, "Feature \(name) is required but not specified.") }
            return
        }
        guard accepts(value.type) else {
            throw MLModelError(.featureType, "Feature \(name) is of type \(value.type.name) but the model expects \(type.name).")
        }
        if let array = value.multiArrayValue, let constraint = multiArrayConstraint {
            try validate(array.dimensions, constraint, acceptsLeadingAxes: acceptsLeadingAxes)
        } else if let image = value.imageBufferValue, let constraint = imageConstraint {
            try validate(image, constraint)
        } else if let constraint = dictionaryConstraint {
            try validate(value, constraint)
        } else if let sequence = value.sequenceValue, let constraint = sequenceConstraint {
            guard sequence.type == constraint.valueDescription.type, constraint.counts.contains(sequence.count) else {
                throw MLModelError(
                    .featureType, "Sequence feature \(name) does not match the model description, which expects \(constraint).")
            }
        }
    }

    private func accepts(_ other: MLFeatureType) -> Bool {
        type == other || (type == .double && other == .int64)
    }

    private func validate(_ shape: [Int], _ constraint: MLMultiArrayConstraint, acceptsLeadingAxes: Bool) throws {
        // A model that gives no shape takes any.
        if constraint.extents.isEmpty && constraint.shapeConstraint.type == .unspecified { return }
        if constraint.shapeConstraint.allows(shape) { return }
        if acceptsLeadingAxes, shape.count == constraint.extents.count + 2, !shape.contains(0),
            constraint.shapeConstraint.allows(Array(shape.dropFirst(2)))
        {
            return
        }
        let text = "MultiArray shape (\(ArrayGeometry.text(shape)))"
        let reason =
            switch constraint.shapeConstraint.type {
            case .unspecified: "does not match the shape (\(constraint.shapeConstraint)) specified in the model description"
            case .enumerated: "was not in enumerated set of allowed shapes: \(constraint.shapeConstraint)"
            case .range: "is outside the allowed range \(constraint.shapeConstraint)"
            }
        throw MLModelError(.featureType, "\(text) of feature \(name) \(reason).")
    }

    private func validate(_ image: CVPixelBuffer, _ constraint: MLImageConstraint) throws {
        let width = CVPixelBufferGetWidth(image)
        let height = CVPixelBufferGetHeight(image)
        guard constraint.sizeConstraint.allows(width: width, height: height) else {
            throw mismatch("Image size \(width) x \(height) not in allowed set of image sizes: \(constraint.sizeConstraint)")
        }
        let format = CVPixelBufferGetPixelFormatType(image)
        guard ImageFormats.accepts(format, for: constraint.pixelFormatType) else {
            throw mismatch(
                "Image is not expected type \(ImageFormats.name(constraint.pixelFormatType)), instead is \(ImageFormats.name(format))")
        }
    }

    private func mismatch(_ reason: String) -> MLModelError {
        MLModelError(.featureType, "Input image feature \(name) does not match model description. \(reason).")
    }

    private func validate(_ value: MLFeatureValue, _ constraint: MLDictionaryConstraint) throws {
        guard case .dictionary(let dictionary) = value.content else { return }
        let fits =
            constraint.keyType == .string
            ? dictionary.keys.allSatisfy { $0.base is String } : dictionary.keys.allSatisfy { MLFeatureValue.int64($0) != nil }
        guard fits else {
            throw MLModelError(.featureType, "Dictionary feature \(name) must have keys of type \(constraint.keyType.name).")
        }
    }
}

/// The pixel formats that image features accept for colour and for gray images.
enum ImageFormats {
    static func accepts(_ format: OSType, for expected: OSType) -> Bool {
        switch expected {
        case kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent16Half:
            gray.contains(format)
        default:
            color.contains(format)
        }
    }

    static let gray: Set<OSType> = [
        kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_OneComponent32Float,
    ]

    static let color: Set<OSType> = [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_24RGB,
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]

    static func name(_ format: OSType) -> String {
        switch format {
        case kCVPixelFormatType_OneComponent8: "8-Gray"
        case kCVPixelFormatType_OneComponent16Half: "16-Gray-Half"
        case kCVPixelFormatType_32BGRA: "32-BGRA"
        case kCVPixelFormatType_32ARGB: "32-ARGB"
        case kCVPixelFormatType_32RGBA: "32-RGBA"
        default:
            if format < 0x2020_2020 { "Unsupported (\(format))" } else { "Unsupported ('\(code(format))')" }
        }
    }

    private static func code(_ format: OSType) -> String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: format >> $0) }
        return String(decoding: bytes.map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
