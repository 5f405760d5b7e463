import CoreMedia

/// A region of a frame that differs from the scene.
struct MovingBlob: Sendable {
    /// The centroid, in pixels of the frame, origin at the top left.
    let center: SIMD2<Double>
    /// The radius of the circle around the centroid, in pixels.
    let radius: Double
    /// Whether the blob touches the border of the analyzed part. Its centroid is then the centroid of the visible part only.
    let isCut: Bool
    /// Whether the blob lies beside a far larger one and may be a piece of it. A possible piece begins no new flight.
    let isFragment: Bool
    /// The area, in pixels of the reduced picture that is analyzed.
    let area: Double
    /// The number of the frame (`frame`), and the index of the blob in the frame's list (`index`). If the blob was joined from two pieces,
    /// `otherIndex` is the index of the second piece.
    let frame: Int
    let index: Int
    var otherIndex: Int?
    let time: CMTime
    let seconds: Double
    /// Whether the blob belongs to a flight.
    var isTaken = false

    /// The weight of the centroid in a fit.
    var weight: Double { isCut ? 0.02 : 1 }

    /// Whether two blobs may be one object whose shape has changed between frames.
    ///
    /// - Parameter unit: the size of a pixel of the reduced picture that is analyzed, in pixels of the frame.
    func isSimilar(to other: MovingBlob, unit: Double) -> Bool {
        let one = radius + unit, another = other.radius + unit
        return max(one, another) < 2.2 * min(one, another)
    }

    /// Joins two blobs that are pieces of one object. The pieces look separate because the object hardly differs from the scene between
    /// them.
    func joined(_ other: MovingBlob) -> MovingBlob {
        let share = other.area / (area + other.area)
        return MovingBlob(
            center: center + (other.center - center) * share, radius: ((other.center - center).length + radius + other.radius) / 2,
            isCut: isCut || other.isCut, isFragment: isFragment && other.isFragment, area: area + other.area, frame: frame, index: index,
            otherIndex: other.index, time: time, seconds: seconds)
    }

    /// Whether the blob `other` at the border may be the visible part of this object, judged by its size.
    func mayBeCut(to other: MovingBlob, unit: Double) -> Bool {
        let rest = other.radius + unit
        return rest > 0.35 * radius && rest < 1.5 * radius + 2 * unit
    }
}

/// The moving blobs of one frame.
struct BlobFrame: Sendable {
    let number: Int
    let time: CMTime
    let seconds: Double
    var blobs: [MovingBlob]
}
