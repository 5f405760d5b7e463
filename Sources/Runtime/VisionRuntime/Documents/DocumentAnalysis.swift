import CKernels
import CoreGraphics
import CoreVideo

/// A document in a part of an image: the corners, and a mask of the document's pixels. Sheets of paper and cards are documents.
package struct DocumentFinding: @unchecked Sendable {
    package let quadrilateral: QuadrilateralFinding
    /// The mask over the whole image: 255 inside the document, 0 elsewhere. It has 8 bits, and the top row comes first. It is never changed.
    package let mask: CVPixelBuffer
}

/// The most prominent document in a part of an image.
package struct DocumentAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect

    package init(regionOfInterest: CGRect) {
        self.regionOfInterest = regionOfInterest
    }

    /// The finder of sheets. Its limits allow narrow receipts, and sheets on a table seen at an angle.
    private static let finder = RectangleFinder(aspectRatios: 0.15...1, quadratureTolerance: 40, minimumSize: 0.12)
    private static let leastScore: Float = 0.5
    private static let candidateCount = 12
    /// The length of the mask's longer side, in pixels.
    private static let maskDimension: CGFloat = 512

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { Self.finder.demands(regionOfInterest, of: frame) }

    /// The most prominent document; empty if there is none.
    package func findings(in context: AnalysisContext) throws -> [DocumentFinding] {
        let info = context.frame.info
        let found = try Self.finder.find(
            regionOfInterest, in: context, maximumCount: Self.candidateCount, isCertain: { $0 >= Self.leastScore })
        // Printed text also has straight edges, but none as long as the sheet's.
        guard let document = found.max(by: { Self.prominence($0) < Self.prominence($1) }) else { return [] }
        return [DocumentFinding(quadrilateral: document, mask: try mask(document, in: info))]
    }

    private static func prominence(_ finding: QuadrilateralFinding) -> Double {
        let corners = finding.corners
        var area = 0.0
        for (from, to) in zip(corners, corners[1...] + corners[..<1]) { area += Double(from.x * to.y - from.y * to.x) / 2 }
        return Double(finding.confidence) * (0.5 + abs(area).squareRoot())
    }

    private func mask(_ finding: QuadrilateralFinding, in frame: FrameInfo) throws -> CVPixelBuffer {
        let scale = min(Self.maskDimension / max(frame.size.width, frame.size.height), 1)
        let (width, height) = (max(1, Int(frame.size.width * scale)), max(1, Int(frame.size.height * scale)))
        let buffer = try CVPixelBuffer.make(width: width, height: height, pixelFormatType: kCVPixelFormatType_OneComponent8)
        var quadrilateral = Quadrilateral()
        quadrilateral.corners = finding.corners.map { CGPoint(x: $0.x * CGFloat(width), y: (1 - $0.y) * CGFloat(height)) }
        let raster = try buffer.makeMutableRaster()
        let plane = raster.planes[0]
        rectangles_fill(
            &quadrilateral, plane.base.assumingMemoryBound(to: UInt8.self), Int64(plane.bytesPerRow), Int32(width), Int32(height))
        return buffer
    }
}
