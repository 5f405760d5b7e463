import CoreMedia

/// Tracks the flights in a sequence of frames, and finds new flights.
struct FlightTracker: Sendable {
    /// The flights that are being tracked, oldest first.
    private(set) var flights: [Flight] = []
    /// Recently ended flights, which may still continue.
    private var ended: [Flight] = []
    private var frames: [BlobFrame] = []
    private var count = 0

    /// The maximum number of frames that are kept to find the starts of flights.
    private static let greatestMemory = 64
    /// The maximum number of frames for which an object may be hidden.
    private static let greatestGap = 4
    /// The maximum number of frames after which a lost flight may continue.
    private static let greatestLoss = 24
    private static let endedCount = 8

    /// Takes the blobs of the next frame.
    ///
    /// - Parameters:
    ///   - blobs: the regions that differ from the scene, in pixels.
    ///   - unit: the size of a pixel of the reduced picture. It is in pixels of the frame.
    ///   - greatestStep: the greatest distance between the two newest blobs of a new flight, in pixels.
    /// - Returns: the flights that were seen in the frame.
    mutating func add(_ blobs: [SeenBlob], at time: CMTime, unit: Double, greatestStep: Double) -> [Flight] {
        // The first frame defines the scene. An object that flies in it appears as a difference in the second frame.
        if count == 1 { take(blobs, at: frames[0].time, number: 0) }
        take(blobs, at: time, number: count)
        count += 1
        for index in flights.indices { follow(index, unit: unit) }
        search(unit: unit, greatestStep: greatestStep)
        let newest = count - 1
        let lost = flights.filter { newest - $0.last.frame > Self.greatestGap || $0.points.count >= Flight.greatestCount }
        ended = Array((ended + lost).filter { newest - $0.last.frame <= Self.greatestLoss }.suffix(Self.endedCount))
        flights.removeAll { flight in lost.contains { $0.id == flight.id } }
        return flights.filter { $0.last.frame == newest }
    }

    private mutating func take(_ blobs: [SeenBlob], at time: CMTime, number: Int) {
        let moving = blobs.enumerated().map { index, blob in
            MovingBlob(
                center: blob.center, radius: blob.radius, isCut: blob.isCut, isFragment: blob.isFragment, area: blob.area, frame: number,
                index: index, time: time, seconds: time.seconds)
        }
        frames.removeAll { $0.number == number || count - $0.number >= Self.greatestMemory }
        frames.append(BlobFrame(number: number, time: time, seconds: time.seconds, blobs: moving))
    }

    private mutating func follow(_ index: Int, unit: Double) {
        let flight = flights[index], newest = frames[frames.count - 1]
        let isRecent = newest.number - flight.last.frame == 1
        guard let blob = flight.continuation(in: newest, unit: unit, isNext: isRecent),
            let longer = flight.appending(blob, unit: unit)
        else { return }
        flights[index] = longer
        markTaken([blob])
    }

    private mutating func search(unit: Double, greatestStep: Double) {
        for index in frames[frames.count - 1].blobs.indices {
            let blob = frames[frames.count - 1].blobs[index]
            guard !blob.isTaken, !blob.isCut, !blob.isFragment else { continue }
            let search = FlightSearch(frames: frames, unit: unit, greatestStep: greatestStep)
            guard let flight = search.flight(endingWith: blob) else { continue }
            markTaken(flight.points)
            join(flight, unit: unit)
        }
    }

    /// Adds a flight. If it continues another flight, that flight is extended.
    private mutating func join(_ flight: Flight, unit: Double) {
        let earlier = (flights + ended).sorted { $0.last.frame > $1.last.frame }
        for candidate in earlier
        where candidate.last.frame < flight.last.frame && flight.first.frame - candidate.last.frame <= Self.greatestLoss
            && candidate.last.isSimilar(to: flight.first, unit: unit)
        {
            let rest = flight.points.filter { $0.frame > candidate.last.frame }
            guard 2 * rest.count > flight.points.count, let whole = candidate.inserting(rest, unit: unit) else { continue }
            ended.removeAll { $0.id == whole.id }
            flights.removeAll { $0.id == whole.id }
            flights.append(whole)
            return
        }
        flights.append(flight)
    }

    private mutating func markTaken(_ points: [MovingBlob]) {
        for point in points {
            let index = point.frame - frames[0].number
            // An earlier point may be forgotten already.
            guard frames.indices.contains(index), frames[index].number == point.frame else { continue }
            frames[index].blobs[point.index].isTaken = true
            if let other = point.otherIndex { frames[index].blobs[other].isTaken = true }
        }
    }
}

/// A region that differs from the scene, in pixels of the frame, origin at the top left.
struct SeenBlob: Sendable {
    let center: SIMD2<Double>
    let radius: Double
    let isCut: Bool
    let isFragment: Bool
    let area: Double
}
