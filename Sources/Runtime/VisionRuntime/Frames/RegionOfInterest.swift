import CoreGraphics

/// Checks of regions of interest. A region of interest is the part of an image to analyze, normalised to the upright image.
package enum RegionOfInterest {
    /// - Throws: `VisionFailure` of kind `invalidArgument` if the region is empty or does not lie within the image.
    package static func check(_ region: CGRect) throws {
        let numbers = [region.origin.x, region.origin.y, region.size.width, region.size.height]
        // The tolerance allows for rounding: a third plus two thirds must fit into 1.
        let bounds = CGRect(x: 0, y: 0, width: 1, height: 1).insetBy(dx: -1e-9, dy: -1e-9)
        guard numbers.allSatisfy(\.isFinite), region.size.width > 0, region.size.height > 0, bounds.contains(region) else {
            throw VisionFailure(.invalidArgument, "The region of interest \(numbers) is not within the normalized bounds of [0 0 1 1]")
        }
    }
}
