import CoreGraphics

/// Finds the salient regions of a heat map.
enum SalientRegions {
    /// The maximum number of regions. It is the same as in Apple's requests.
    private static func maximumCount(_ kind: SaliencyKind) -> Int { kind == .attention ? 1 : 3 }
    /// The least size of a region, as a fraction of all cells.
    private static let minimumShare = 0.004
    /// The least value of a region's cells. The value is 0.25 for attention, which has a peaked distribution. Around a face, for example,
    /// attention falls to a quarter at the edge of the head.
    private static func threshold(_ kind: SaliencyKind) -> Float { kind == .attention ? 0.25 : 0.5 }

    /// - Parameters:
    ///   - map: the heat map of the region.
    ///   - region: the region of interest, normalised to the upright image, origin at the lower left.
    static func objects(of map: ProbabilityMap, _ kind: SaliencyKind, in region: CGRect) -> [QuadrilateralFinding] {
        let minimumArea = max(1, Int(Double(map.width * map.height) * minimumShare))
        let regions = MapRegions(map, threshold: threshold(kind), minimumArea: minimumArea).regions
        // The sum of the values reflects both a region's size and its certainty.
        return regions.sorted { $0.sum > $1.sum }.prefix(maximumCount(kind)).map { found in
            let (across, down) = (region.width / CGFloat(map.width), region.height / CGFloat(map.height))
            let box = CGRect(
                x: region.minX + found.box.minX * across, y: region.maxY - found.box.maxY * down, width: found.box.width * across,
                height: found.box.height * down)
            return QuadrilateralFinding(box: box, confidence: found.mean)
        }
    }
}
