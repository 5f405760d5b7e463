import CKernels

/// Corners that are spread over an image, with descriptors. The descriptors still match if the other image is rotated or slightly scaled.
struct CornerFeatures: Sendable {
    /// The corners, in pixels of the image at its smallest size. Positions are between pixels, too: the first pixel covers 0…1.
    let points: [SIMD2<Float>]
    private let descriptors: [RegistrationDescriptor]

    /// The approximate number of cells over which the corners of a plane are spread.
    private static let cells = 220.0
    private static let cornersPerCell: Int32 = 2

    /// Finds corners at the two smallest sizes, so that an image at half the scale has the same corners.
    init(_ image: RegistrationImage) throws {
        var points: [SIMD2<Float>] = []
        var descriptors: [RegistrationDescriptor] = []
        for index in image.levels.indices.suffix(2) {
            let scale = 1 / Float(1 << (image.levels.count - 1 - index))
            try Self.findCorners(of: image.levels[index]) { features, found in
                points += features.map { (SIMD2($0.x, $0.y) + 0.5) * scale }
                descriptors += found
            }
        }
        self.points = points
        self.descriptors = descriptors
    }

    private static func findCorners(
        of plane: GrayPlane,
        _ body: (Slice<UnsafeMutableBufferPointer<RegistrationFeature>>, Slice<UnsafeMutableBufferPointer<RegistrationDescriptor>>) -> Void
    ) throws {
        let cell = max(Int32((Double(plane.width * plane.height) / cells).squareRoot()), 8)
        let capacity = 640
        try withUnsafeTemporaryAllocation(of: RegistrationFeature.self, capacity: capacity) { features in
            try withUnsafeTemporaryAllocation(of: RegistrationDescriptor.self, capacity: capacity) { descriptors in
                var view = plane.view
                let count = withExtendedLifetime(plane) {
                    registration_features(
                        &view, cell, cornersPerCell, features.baseAddress, descriptors.baseAddress, Int32(capacity))
                }
                guard count >= 0 else { throw RegistrationFailure.outOfMemory }
                body(features.prefix(Int(count)), descriptors.prefix(Int(count)))
            }
        }
    }

    /// Pairs of matching corners, the likeliest first. Each corner of a pair is the nearest to the other, and clearly nearer than the second nearest.
    func matches(in other: CornerFeatures) -> [(own: SIMD2<Float>, other: SIMD2<Float>)] {
        let forward = nearest(in: other)
        let backward = other.nearest(in: self)
        return forward.enumerated()
            .filter { index, match in
                match.index >= 0 && Int(backward[Int(match.index)].index) == index && match.distance <= 80
                    && Float(match.distance) < 0.9 * Float(match.next)
            }
            .sorted { $0.element.distance < $1.element.distance }
            .map { (points[$0.offset], other.points[Int($0.element.index)]) }
    }

    private func nearest(in other: CornerFeatures) -> [RegistrationMatch] {
        [RegistrationMatch](unsafeUninitializedCapacity: descriptors.count) { buffer, count in
            registration_match(
                descriptors, Int32(descriptors.count), other.descriptors, Int32(other.descriptors.count), buffer.baseAddress)
            count = descriptors.count
        }
    }
}
