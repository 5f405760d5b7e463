/// The search for five blobs that lie on a parabola.
///
/// The newest blob and a blob of an earlier frame give a velocity, and the velocity predicts a third blob. Three blobs give a parabola, and the
/// parabola predicts the others. For slow objects, only every second or fourth frame is used.
struct FlightSearch {
    /// The frames to search, oldest first.
    let frames: [BlobFrame]
    /// The size of a pixel of the reduced picture that is analyzed, in pixels of the frame.
    let unit: Double
    /// The greatest distance between the two newest blobs of a new flight, in pixels.
    let greatestStep: Double

    private static let strides = [1, 2, 4]
    static let length = 5
    /// The expected number of accidental flights below which a flight is accepted.
    private static let accidents = 1e-3

    /// Finds a flight that ends with a blob of the newest frame.
    ///
    /// - Parameter blob: a blob that is not cut and belongs to no flight.
    func flight(endingWith blob: MovingBlob) -> Flight? {
        for stride in Self.strides where frames.count > (Self.length - 1) * stride {
            guard let chain = chain(from: blob, stride: stride) else { continue }
            let flight = reachingBack(filled(Flight(chain), stride: stride))
            if accidents(flight) < Self.accidents { return flight }
        }
        return nil
    }

    private func chain(from newest: MovingBlob, stride: Int) -> [MovingBlob]? {
        let looked = (0..<Self.length).map { frames[frames.count - 1 - $0 * stride] }
        var best: [MovingBlob]?
        var least = Double.infinity
        for second in looked[1].blobs where isFree(second, near: newest) {
            let step = (second.center - newest.center).length
            guard step >= max(0.12 * (newest.radius + second.radius), 0.5 * unit), step <= greatestStep else { continue }
            let velocity = (newest.center - second.center) / (newest.seconds - second.seconds)
            let place = second.center - velocity * (second.seconds - looked[2].seconds)
            for third in looked[2].blobs
            where isFree(third, near: second) && (third.center - place).length < 0.4 * step + 1.5 * unit {
                guard let chain = completed([third, second, newest], looked, step: step) else { continue }
                let flight = Flight(chain)
                guard flight.isParabola(unit: unit), flight.movesFar(unit: unit), let motion = flight.sums.motion(degree: 2) else {
                    continue
                }
                if motion.totalDeviation < least { (best, least) = (chain, motion.totalDeviation) }
            }
        }
        return best
    }

    /// Extends three blobs to a chain with one blob from each earlier frame; `nil` if a frame has no fitting blob.
    ///
    /// - Parameter looked: the frames, newest first. The first three contain the three blobs.
    private func completed(_ three: [MovingBlob], _ looked: [BlobFrame], step: Double) -> [MovingBlob]? {
        var chain = three
        for frame in looked.dropFirst(3) {
            guard let motion = MotionSums(chain).motion(degree: 2) else { return nil }
            let place = motion.place(frame.seconds)
            // An extrapolated parabola multiplies the errors of centroids.
            let spread = max(0.4 * unit, 0.012 * step, 0.04 * chain[0].radius)
            var nearest = 2.5 * spread * (1 + motion.variance(frame.seconds)).squareRoot()
            var found: MovingBlob?
            for blob in frame.blobs where isFree(blob, near: chain[0]) {
                let distance = (blob.center - place).length
                if distance < nearest { (found, nearest) = (blob, distance) }
            }
            guard let found else { return nil }
            chain.insert(found, at: 0)
        }
        return chain
    }

    private func isFree(_ blob: MovingBlob, near other: MovingBlob) -> Bool {
        !blob.isTaken && !blob.isCut && !blob.isFragment && blob.isSimilar(to: other, unit: unit)
    }

    /// Adds blobs from the frames between the flight's points. The search skipped these frames, because it used only every `stride`th frame.
    private func filled(_ flight: Flight, stride: Int) -> Flight {
        guard stride > 1, let motion = flight.sums.motion(degree: 2) else { return flight }
        let seen = Set(flight.points.map(\.frame))
        let reach = 3 * max(motion.totalDeviation, 0.35 * unit + 0.04 * flight.radius) + 0.7 * unit
        let between = frames.suffix((Self.length - 1) * stride).compactMap { frame -> MovingBlob? in
            guard !seen.contains(frame.number) else { return nil }
            let place = motion.place(frame.seconds)
            let near = frame.blobs.filter { isFree($0, near: flight.first) && ($0.center - place).length < reach }
            return near.min { ($0.center - place).length < ($1.center - place).length }
        }
        return flight.inserting(between, unit: unit) ?? flight
    }

    /// The flight with earlier points, as far back as they can be found.
    private func reachingBack(_ flight: Flight) -> Flight {
        var flight = flight
        var missed = 0
        for frame in frames.reversed() where frame.number < flight.first.frame {
            if let blob = flight.continuation(in: frame, unit: unit, isNext: missed == 0),
                let longer = flight.inserting([blob], unit: unit)
            {
                flight = longer
                missed = 0
            } else {
                missed += 1
                if missed > 2 { break }
            }
        }
        return flight
    }

    /// The expected number of flights like this one that unrelated blobs nearby form by accident.
    ///
    /// Any two blobs may be the beginning of a flight. A third blob must lie at the predicted position, within the allowed change of
    /// velocity. All further blobs must fit as precisely as the blobs of this flight.
    private func accidents(_ flight: Flight) -> Double {
        let points = flight.points.filter { !$0.isCut }
        guard let first = points.first, let last = points.last, let motion = flight.sums.motion(degree: 2) else { return .infinity }
        let margin = first.radius + last.radius + 10 * unit
        let low = points.reduce(first.center) { pointwiseMin($0, $1.center) } - margin
        let high = points.reduce(first.center) { pointwiseMax($0, $1.center) } + margin
        let numbers = Set(points.map(\.frame))
        let around = frames.filter { numbers.contains($0.number) }.reduce(0) { count, frame in
            count + frame.blobs.count { all($0.center .> low) && all($0.center .< high) }
        }
        let others = Double(around - points.count) / Double(points.count) + 0.1
        let density = others * Double.pi / ((high - low).x * (high - low).y)
        let step = (last.center - first.center).length / Double(points.count - 1)
        func share(within reach: Double) -> Double { min(density * reach * reach, 1) }
        var accidents = (others + 1) * (others + 1) * share(within: 0.4 * step + 1.5 * unit)
        for _ in 3..<max(points.count, 3) { accidents *= share(within: 2 * motion.totalDeviation + 0.5 * unit) }
        return accidents
    }
}

private func all(_ mask: SIMDMask<SIMD2<Int64>>) -> Bool { mask[0] && mask[1] }
