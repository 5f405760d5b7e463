/// The parts of an image that draw attention.
package struct SaliencyFinding: Sendable {
    /// The heat map of the whole image. It is 0 outside of the region of interest.
    package let heatMap: ProbabilityMap
    /// The salient areas, the most salient first. The confidence of an area is the mean of the heat map in it.
    package let objects: [QuadrilateralFinding]
}
