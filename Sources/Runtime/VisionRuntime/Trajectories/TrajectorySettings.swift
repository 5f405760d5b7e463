import CoreMedia

/// Settings of the search for trajectories.
package struct TrajectorySettings: Sendable {
    /// The number of points that a trajectory must have before it is reported.
    package let length: Int
    /// The allowed radii of objects, as fractions of the frame's longer side.
    package let radii: ClosedRange<Double>
    /// The time that the analysis of a frame may take. If a frame takes longer, the next frame is analyzed at half the size. `indefinite` means no
    /// limit.
    package let targetTime: CMTime

    /// The least number of points with which a parabola can be distinguished from chance.
    package static let smallestLength = FlightSearch.length

    /// - Throws: `VisionFailure` of kind `invalidArgument`.
    package init(length: Int, smallestRadius: Float, largestRadius: Float, targetTime: CMTime = .indefinite) throws {
        guard length >= Self.smallestLength else {
            throw VisionFailure(.invalidArgument, "a trajectory has \(Self.smallestLength) points at least, not \(length)")
        }
        // NaN is not within the bounds.
        guard smallestRadius >= 0, smallestRadius <= largestRadius, largestRadius <= 1 else {
            throw VisionFailure(
                .invalidArgument, "an object's radius, normalized from 0 to 1, cannot be from \(smallestRadius) to \(largestRadius)")
        }
        self.length = length
        radii = Double(smallestRadius)...Double(largestRadius)
        self.targetTime = targetTime
    }
}
