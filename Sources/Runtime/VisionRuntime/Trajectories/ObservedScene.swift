import CKernels
import CoreGraphics

/// A background model of the view of a still camera. It finds regions that differ from the background.
struct ObservedScene: Sendable {
    private let width: Int
    private let height: Int
    private var luminance: [Int16]
    private var deviation: [Int16]
    private var count: Int32 = 1

    /// The maximum length of a plane's longer side, in pixels. Planes beyond this length are reduced.
    static let longestSide = 960
    /// The minimum length of a plane's shorter side, in pixels. No flight is visible in planes below this length.
    static let shortestSide = 16
    /// The maximum number of blobs in a frame.
    private static let greatestCount = 48
    /// The least area of a blob, in pixels. Regions below this area are noise.
    private static let smallestArea: Int32 = 4

    /// Makes the background model from the first plane.
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

    /// The regions of the next plane that differ from the background, in pixels of the plane. The largest comes first.
    ///
    /// - Precondition: `shows(plane)` is `true`.
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
