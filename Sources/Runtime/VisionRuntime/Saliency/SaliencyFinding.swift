/// The parts of an image that draw attention.
package struct SaliencyFinding: Sendable {
    /// The heat map over the whole image; 0 outside of the region of interest.
    package let heatMap: ProbabilityMap
    /// The salient areas, the most salient first. Their confidence is the mean of the heat map in the area.
    package let objects: [QuadrilateralFinding]
}
