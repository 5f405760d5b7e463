import CZXing
import CoreGraphics

/// Finds things of a kind in images. Here that is QR codes; for faces, rectangles and text, which need the module Vision, use Vision's
/// requests.
public final class CIDetector: NSObject, @unchecked Sendable {
    /// A detector of a kind; `nil` for kinds other than `CIDetectorTypeQRCode`. The context and the options are not needed.
    public init?(ofType type: String, context: CIContext?, options: [String: Any]? = nil) {
        guard type == CIDetectorTypeQRCode else { return nil }
    }

    /// The features in the image's extent, in the image's coordinates; nothing if the image cannot be drawn.
    public func features(in image: CIImage) -> [CIFeature] { features(in: image, options: nil) }

    /// As ``features(in:)``. QR codes are found in every orientation, whatever the options say.
    public func features(in image: CIImage, options: [String: Any]? = nil) -> [CIFeature] {
        let area = image.extent.integral
        guard !image.isNothing, !area.isInfinite,
            let raster = try? CIContext().makeRaster(image.composited(over: .white), from: area, format: .L8, colorSpace: nil)
        else { return [] }
        let options = CZXingOptions(
            kinds: UInt32(czxing_qr), binarizer: Int32(czxing_local), triesHarder: 1, triesRotations: 1, isPure: 0,
            maximumFindingCount: 255)
        var findings: OpaquePointer?
        let pixels = raster.planes[0].base.assumingMemoryBound(to: UInt8.self)
        let status = withUnsafePointer(to: options) {
            czxing_read(pixels, Int32(raster.width), Int32(raster.height), raster.planes[0].bytesPerRow, $0, &findings)
        }
        guard status == Int32(czxing_success), let findings else { return [] }
        defer { czxing_free(findings) }
        return (0..<czxing_count(findings)).map { index in CIQRCodeFeature(czxing_finding(findings, index), in: area) }
    }
}

/// A thing that was found in an image.
public class CIFeature: NSObject, @unchecked Sendable {
    /// The kind, such as `CIFeatureTypeQRCode`.
    public let type: String
    /// The upright rectangle around it, in the image's coordinates.
    public let bounds: CGRect

    init(type: String, bounds: CGRect) {
        self.type = type
        self.bounds = bounds
    }
}

/// A QR code.
public final class CIQRCodeFeature: CIFeature, @unchecked Sendable {
    /// The code's own top left corner, in the image's coordinates.
    public let topLeft: CGPoint
    /// The code's own top right corner.
    public let topRight: CGPoint
    /// The code's own bottom left corner.
    public let bottomLeft: CGPoint
    /// The code's own bottom right corner.
    public let bottomRight: CGPoint
    /// The text.
    public let messageString: String?

    fileprivate init(_ finding: CZXingFinding, in area: CGRect) {
        let (x, y) = (finding.x, finding.y)
        let point = { (x: Int32, y: Int32) in CGPoint(x: area.minX + CGFloat(x), y: area.maxY - CGFloat(y)) }
        topLeft = point(x.0, y.0)
        topRight = point(x.1, y.1)
        bottomRight = point(x.2, y.2)
        bottomLeft = point(x.3, y.3)
        let text = finding.text.map { text in
            text.withMemoryRebound(to: UInt8.self, capacity: finding.textCount) {
                String(decoding: UnsafeBufferPointer(start: $0, count: finding.textCount), as: UTF8.self)
            }
        }
        // Most writers mean UTF-8 and do not say so; the library then takes the bytes for ISO 8859-1.
        let bytes = UnsafeBufferPointer(start: finding.bytes, count: finding.bytes == nil ? 0 : finding.byteCount)
        messageString = bytes.isEmpty ? text : String(validating: bytes, as: UTF8.self) ?? text
        let corners = [topLeft, topRight, bottomRight, bottomLeft]
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 0)
        super.init(type: CIFeatureTypeQRCode, bounds: CGRect(x: left, y: bottom, width: right - left, height: top - bottom))
    }
}

/// The kind of detector for faces.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// The kind of detector for rectangles.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// The kind of detector for QR codes.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// The kind of detector for text.
public let CIDetectorTypeText = "CIDetectorTypeText"
/// The option for the accuracy.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// The accuracy that takes less time.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// The accuracy that takes more time.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// The option for the orientation of the image.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// The option for the least size of what is found.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// The option for the most things that are found.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// The option for the ratio of a rectangle's sides.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// The kind of a feature that is a QR code.
public let CIFeatureTypeQRCode = "QRCode"
