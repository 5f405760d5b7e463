import CoreMedia

/// The trajectories to look for.
package struct TrajectorySettings: Sendable {
    /// How many points a trajectory has before it is found.
    package let length: Int
    /// The radii of objects, as parts of the frame's longer side.
    package let radii: ClosedRange<Double>
    /// The time that the analysis of a frame may take. After a frame that took longer, the next one is analyzed at half the size. Indefinite for no
    /// limit.
    package let targetTime: CMTime

    /// The least number of points that distinguishes a parabola from chance.
    package static let smallestLength = FlightSearch.length

    /// - Throws: `VisionFailure` of kind `invalidArgument`.
    package init(length: Int, smallestRadius: Float, largestRadius: Float, targetTime: CMTime = .indefinite) throws {
        guard length >= Self.smallestLength else {
            throw VisionFailure(.invalidArgument, "a trajectory has \(Self.smallestLength) points at least, not \(length)")
        }
        // Not-a-number is not within the bounds.
        guard smallestRadius >= 0, smallestRadius <= largestRadius, largestRadius <= 1 else {
            throw VisionFailure(
                .invalidArgument, "an object's radius, normalized from 0 to 1, cannot be from \(smallestRadius) to \(largestRadius)")
        }
        self.length = length
        radii = Double(smallestRadius)...Double(largestRadius)
        self.targetTime = targetTime
    }
}
