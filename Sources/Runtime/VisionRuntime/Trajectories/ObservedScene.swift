import CKernels
import CoreGraphics

/// A background model of a still camera's view. It finds the regions that differ from the background.
struct ObservedScene: Sendable {
    private let width: Int
    private let height: Int
    private var luminance: [Int16]
    private var deviation: [Int16]
    private var count: Int32 = 1

    /// Planes are looked at with no longer sides than this.
    static let longestSide = 960
    /// A plane with a shorter side shows no flight.
    static let shortestSide = 16
    /// The most moving things in which a throw is looked for.
    private static let greatestCount = 48
    /// The least number of pixels of a blob. Noise has fewer.
    private static let smallestArea: Int32 = 4

    /// The scene as the first plane shows it.
    init(_ plane: GrayPlane) {
        (width, height) = (plane.width, plane.height)
        luminance = [Int16](repeating: 0, count: width * height)
        deviation = luminance
        withScene { scene in
            var view = plane.view
            trajectories_begin(&view, scene)
        }
    }

    func shows(_ plane: GrayPlane) -> Bool { (plane.width, plane.height) == (width, height) }

    /// The regions of the next plane that differ from the scene, in pixels of the plane, the largest first.
    ///
    /// - Precondition: `shows(plane)`.
    mutating func blobs(in plane: GrayPlane) throws -> [TrajectoryBlob] {
        precondition(shows(plane))
        var found = [TrajectoryBlob](repeating: TrajectoryBlob(), count: Self.greatestCount)
        let number = count
        let blobCount = withScene { scene in
            var view = plane.view
            return trajectories_blobs(&view, scene, number, Self.smallestArea, &found, Int32(Self.greatestCount))
        }
        guard blobCount >= 0 else { throw VisionFailure(.outOfMemory, "there is no memory to compare the frame with those before") }
        count = min(count + 1, 1 << 20)
        return Array(found.prefix(Int(blobCount)))
    }

    private mutating func withScene<Result>(_ body: (TrajectoryScene) -> Result) -> Result {
        luminance.withUnsafeMutableBufferPointer { luminance in
            deviation.withUnsafeMutableBufferPointer { deviation in
                body(TrajectoryScene(luminance: luminance.baseAddress, deviation: deviation.baseAddress))
            }
        }
    }
}
