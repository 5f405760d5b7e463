/// What draws attention in an image.
package struct SaliencyFinding: Sendable {
    /// Over the whole image; 0 outside of the part that was looked at.
    package let heatMap: ProbabilityMap
    /// The areas that draw attention, the most prominent first; the confidence is the heat map's mean there.
    package let objects: [QuadrilateralFinding]
}
