import CLCMS
import Foundation
import Locks

/// A conversion of pixels between two colour spaces through Little CMS. It is made once for each pair of spaces and is thread-safe.
package final class ColorTransform: @unchecked Sendable {
    /// The layouts of pixels that a transform reads and writes. Components are interleaved, without alpha.
    package enum PixelFormat: Hashable, Sendable {
        case gray8, rgb8, cmyk8, invertedCMYK8, gray16, rgb16, grayFloat, rgbFloat, cmykFloat

        var code: CLCMSFormat {
            switch self {
            case .gray8: CLCMSFormatGray8
            case .rgb8: CLCMSFormatRGB8
            case .cmyk8: CLCMSFormatCMYK8
            case .invertedCMYK8: CLCMSFormatInvertedCMYK8
            case .gray16: CLCMSFormatGray16
            case .rgb16: CLCMSFormatRGB16
            case .grayFloat: CLCMSFormatGrayFloat
            case .rgbFloat: CLCMSFormatRGBFloat
            case .cmykFloat: CLCMSFormatCMYKFloat
            }
        }

        var model: CGColorSpaceModel {
            switch self {
            case .gray8, .gray16, .grayFloat: .monochrome
            case .rgb8, .rgb16, .rgbFloat: .rgb
            case .cmyk8, .invertedCMYK8, .cmykFloat: .cmyk
            }
        }
    }

    private let handle: OpaquePointer

    private init(handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { clcms_transform_destroy(handle) }

    /// Converts pixels. Both pointers may be the same if a pixel has the same size in both formats.
    package func apply(_ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int) {
        clcms_transform_apply(handle, source, destination, count)
    }
}

// MARK: - Lookup

extension ColorTransform {
    private struct Key: Hashable {
        let source: CGColorSpace
        let sourceFormat: PixelFormat
        let destination: CGColorSpace?
        let destinationFormat: PixelFormat
    }

    private static let lock = Lock()
    nonisolated(unsafe) private static var made: [Key: ColorTransform?] = [:]
    private static let capacity = 16

    /// The transform from one space to another. `nil` if pixels need not be converted, because the colours of both spaces differ by at most one
    /// step of 8 bits. Also `nil` if a space has no profile, or does not match its pixel format. The pixels cannot be converted then.
    ///
    /// - Parameters:
    ///   - source: the space of the source; `nil` for sRGB.
    ///   - destination: the space of the result; `nil` for sRGB.
    package static func between(
        _ source: CGColorSpace?, _ sourceFormat: PixelFormat, _ destination: CGColorSpace?, _ destinationFormat: PixelFormat
    ) -> ColorTransform? {
        let given = source ?? (sourceFormat.model == .rgb ? CGColorSpaceCreateDeviceRGB() : nil)
        guard let source = given, source.model == sourceFormat.model else { return nil }
        let target = destination.flatMap { $0.isNominallySRGB ? nil : $0 }
        if let target, target.model != destinationFormat.model { return nil }
        if target == nil, source.isNominallySRGB { return nil }
        if let target, target == source { return nil }
        let key = Key(source: source, sourceFormat: sourceFormat, destination: target, destinationFormat: destinationFormat)
        lock.lock()
        defer { lock.unlock() }
        if let known = made[key] { return known }
        let transform = make(source: source, sourceFormat, destination: target, destinationFormat)
        if made.count >= capacity { made.removeAll() }
        made[key] = .some(transform)
        return transform
    }

    private static func make(
        source: CGColorSpace, _ sourceFormat: PixelFormat, destination: CGColorSpace?, _ destinationFormat: PixelFormat
    ) -> ColorTransform? {
        // A device RGB or gray source is treated as sRGB. Another function converts CMYK without a profile by a formula.
        let sourceProfile: Data?
        if source.isNominallySRGB {
            sourceProfile = nil
        } else {
            guard let profile = source.iccProfile else { return nil }
            sourceProfile = profile
        }
        var destinationProfile: Data?
        if let destination {
            guard let profile = destination.iccProfile else { return nil }
            destinationProfile = profile
        }
        let handle = withBytes(sourceProfile) { source, sourceCount in
            withBytes(destinationProfile) { destination, destinationCount in
                clcms_transform_create(
                    source, sourceCount, sourceFormat.code, destination, destinationCount, destinationFormat.code, 0)
            }
        }
        guard let handle else { return nil }
        let transform = ColorTransform(handle: handle)
        return transform.isIdentity(from: sourceFormat, to: destinationFormat) ? nil : transform
    }

    private static func withBytes<Result>(_ data: Data?, _ body: (UnsafeRawPointer?, Int) -> Result) -> Result {
        guard let data else { return body(nil, 0) }
        return data.withUnsafeBytes { body($0.baseAddress, $0.count) }
    }

    /// Whether the transform leaves a grid of colours unchanged.
    private func isIdentity(from source: PixelFormat, to destination: PixelFormat) -> Bool {
        switch (source, destination) {
        case (.rgb8, .rgb8), (.rgb16, .rgb16):
            let steps: [UInt8] = [0, 32, 64, 96, 128, 160, 192, 224, 255]
            var colours: [UInt8] = []
            for r in steps {
                for g in steps {
                    for b in steps { colours += [r, g, b] }
                }
            }
            if source == .rgb16 {
                let wide = colours.map { UInt16($0) * 257 }
                var result = wide
                apply(wide, &result, count: wide.count / 3)
                return zip(wide, result).allSatisfy { abs(Int($0) - Int($1)) <= 257 }
            }
            var result = colours
            apply(colours, &result, count: colours.count / 3)
            return zip(colours, result).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
        case (.gray8, .rgb8):
            let grays = (0...255).map { UInt8($0) }
            var result = [UInt8](repeating: 0, count: 768)
            apply(grays, &result, count: 256)
            return (0..<768).allSatisfy { abs(Int(result[$0]) - $0 / 3) <= 1 }
        default:
            return false
        }
    }
}
