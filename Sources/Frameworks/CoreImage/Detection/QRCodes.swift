import CZXing
import CoreGraphics

/// QR codes in a picture.
enum QRCodes {
    /// The codes in the image's extent, in every orientation; empty if the image cannot be drawn.
    static func features(in image: CIImage) -> [CIQRCodeFeature] {
        let area = image.extent.integral
        guard image.pixelSize != nil,
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
        return (0..<czxing_count(findings)).map { feature(czxing_finding(findings, $0), in: area) }
    }

    private static func feature(_ finding: CZXingFinding, in area: CGRect) -> CIQRCodeFeature {
        let (x, y) = (finding.x, finding.y)
        let corners = [(x.0, y.0), (x.1, y.1), (x.2, y.2), (x.3, y.3)].map {
            CGPoint(x: area.minX + CGFloat($0.0), y: area.maxY - CGFloat($0.1))
        }
        let text = finding.text.map { text in
            text.withMemoryRebound(to: UInt8.self, capacity: finding.textCount) {
                String(decoding: UnsafeBufferPointer(start: $0, count: finding.textCount), as: UTF8.self)
            }
        }
        // Most QR code generators write UTF-8 without declaring it. The library then decodes the bytes as ISO 8859-1.
        let bytes = UnsafeBufferPointer(start: finding.bytes, count: finding.bytes == nil ? 0 : finding.byteCount)
        return CIQRCodeFeature(corners, message: bytes.isEmpty ? text : String(validating: bytes, as: UTF8.self) ?? text)
    }
}
