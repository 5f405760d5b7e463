import CoreGraphics

/// The barcodes in a part of an image. The findings' corners are normalised to the upright image, origin at the lower left.
package struct BarcodeAnalysis: Analysis {
    package var kinds: Set<BarcodeKind>
    /// The region to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect

    package init(kinds: Set<BarcodeKind>, regionOfInterest: CGRect) {
        self.kinds = kinds
        self.regionOfInterest = regionOfInterest
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        [FrameDemand(region: frame.wholePixels(in: regionOfInterest), size: nil, isGray: true)]
    }

    package func findings(in context: AnalysisContext) throws -> [BarcodeFinding] {
        let info = context.frame.info
        let region = info.wholePixels(in: regionOfInterest)
        let plane = try context.frame.gray(region)
        return try BarcodeReader(kinds: kinds).read(plane, check: context.cancellation.check).map { finding in
            var finding = finding
            // The corners are at the middles of pixels.
            finding.corners = finding.corners.map { corner in
                CGPoint(
                    x: min(max((corner.x + 0.5 + region.minX) / info.size.width, 0), 1),
                    y: min(max(1 - (corner.y + 0.5 + region.minY) / info.size.height, 0), 1))
            }
            return finding
        }
    }
}
