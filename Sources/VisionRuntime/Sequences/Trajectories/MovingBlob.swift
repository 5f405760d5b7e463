import CoreMedia

/// Something that differs from the scene in one frame.
struct MovingBlob: Sendable {
    /// The centroid, in pixels of the frame, origin at the top left.
    let center: SIMD2<Double>
    /// Of the circle about it, in pixels.
    let radius: Double
    /// Whether it touches the border of what is looked at: its centroid is only that of the visible part.
    let isCut: Bool
    /// Whether it lies by something far larger, of which it may be a piece: no flight is found by it.
    let isFragment: Bool
    /// In pixels that were looked at.
    let area: Double
    /// The frame's number, and where in the frame's list the blob is; of one of two pieces, where both are.
    let frame: Int
    let index: Int
    var otherIndex: Int?
    let time: CMTime
    let seconds: Double
    /// Whether it belongs to a flight.
    var isTaken = false

    /// How much the centroid counts in a fit.
    var weight: Double { isCut ? 0.02 : 1 }

    /// Whether two blobs may be one thing, half a frame's change of shape later.
    ///
    /// - Parameter unit: the size of a pixel that was looked at.
    func isSimilar(to other: MovingBlob, unit: Double) -> Bool {
        let one = radius + unit, another = other.radius + unit
        return max(one, another) < 2.2 * min(one, another)
    }

    /// The object that the scene splits into this blob and another one, where it shows less of it.
    func joined(_ other: MovingBlob) -> MovingBlob {
        let share = other.area / (area + other.area)
        return MovingBlob(
            center: center + (other.center - center) * share, radius: ((other.center - center).length + radius + other.radius) / 2,
            isCut: isCut || other.isCut, isFragment: isFragment && other.isFragment, area: area + other.area, frame: frame, index: index,
            otherIndex: other.index, time: time, seconds: seconds)
    }

    /// Whether a blob at the border may be the rest of this one.
    func mayBeCut(to other: MovingBlob, unit: Double) -> Bool {
        let rest = other.radius + unit
        return rest > 0.35 * radius && rest < 1.5 * radius + 2 * unit
    }
}

/// What differs in one frame.
struct BlobFrame: Sendable {
    let number: Int
    let time: CMTime
    let seconds: Double
    var blobs: [MovingBlob]
}
