/// The criterion for choosing a tree's splits. It is computed from sums of signals. A signal is a pair of numbers for a row.
enum SplitCriterion: Sendable, Equatable {
    /// The signals are the gradient and the curvature (second derivative) of a loss.
    case gradients
    /// The signals are the index of the row's class and the row's weight. The associated value is the number of classes.
    case classes(Int)

    /// The number of sums in a bin of a histogram.
    var sums: Int {
        switch self {
        case .gradients: 2
        case .classes(let count): count
        }
    }
}

/// The layout of a histogram, which has the sums of a node's signals for each bin of each column.
struct HistogramLayout: Sendable {
    typealias Signal = SIMD2<Float>

    /// A part of a histogram: columns that are stored together in the binned table. Each part is computed separately.
    struct Part: Sendable {
        var columns: [Int]
        var place: BinnedTable.Place
    }

    /// The index of each column's first bin.
    let offsets: [Int]
    let parts: [Part]
    /// The number of bins of all columns, plus 256 bins for an unused column. Narrow columns are summed in groups of four. The unused column takes
    /// the place of the missing columns in an incomplete group.
    let binCount: Int

    init(_ table: BinnedTable) {
        var (offsets, parts): ([Int], [Part]) = ([], [])
        var offset = 0
        for (column, bins) in table.bins.enumerated() {
            offsets.append(offset)
            offset += bins.count
            if case .narrow(_, let lane) = table.places[column], lane > 0,
                let last = parts.lastIndex(where: { if case .narrow = $0.place { true } else { false } })
            {
                parts[last].columns.append(column)
            } else {
                parts.append(Part(columns: [column], place: table.places[column]))
            }
        }
        self.offsets = offsets
        self.parts = parts
        binCount = offset + 256
    }

    /// Adds the signals of rows to the sums in the bins of a part's columns. The sums must be zero before.
    ///
    /// - Parameter rows: the numbers of the rows. `signals` has the signals of these rows, in the same order.
    func sum(
        _ part: Part, _ table: BinnedTable, _ rows: UnsafeBufferPointer<UInt32>, _ signals: UnsafePointer<Signal>,
        _ criterion: SplitCriterion, into histogram: UnsafeMutablePointer<Double>
    ) {
        let sums = criterion.sums
        switch part.place {
        case .narrow(let group, _):
            let starts = (0..<BinnedTable.lanes).map { lane in
                (lane < part.columns.count ? offsets[part.columns[lane]] : binCount - 256) * sums
            }
            let bytes = UnsafeRawPointer(table.group(group))
            if criterion == .gradients {
                Self.sumPairs(bytes, rows, signals, starts.map { histogram + $0 }, columns: part.columns.count)
            } else {
                Self.sumClasses(bytes, rows, signals, starts.map { histogram + $0 }, sums)
            }
        case .wide(let index):
            let column = table.wideColumn(index)
            let target = histogram + offsets[part.columns[0]] * sums
            for place in 0..<rows.count {
                let bin = Int(column[Int(rows[place])])
                let signal = signals[place]
                if criterion == .gradients {
                    target[bin * 2] += Double(signal.x)
                    target[bin * 2 + 1] += Double(signal.y)
                } else {
                    target[bin * sums + Int(signal.x)] += Double(signal.y)
                }
            }
        }
    }

    private static func sumPairs(
        _ bytes: UnsafeRawPointer, _ rows: UnsafeBufferPointer<UInt32>, _ signals: UnsafePointer<Signal>,
        _ targets: [UnsafeMutablePointer<Double>], columns: Int
    ) {
        func pairs(_ lane: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(targets[lane]) }
        let (first, second, third, fourth) = (pairs(0), pairs(1), pairs(2), pairs(3))
        @inline(__always)
        func add(_ signal: SIMD2<Double>, _ target: UnsafeMutableRawPointer, _ bin: UInt32) {
            let place = target + Int(bin) * 16
            place.storeBytes(of: place.loadUnaligned(as: SIMD2<Double>.self) + signal, as: SIMD2<Double>.self)
        }
        @inline(__always)
        func loop(_ add: (_ bins: UInt32, SIMD2<Double>) -> Void) {
            for place in 0..<rows.count {
                let bins = bytes.loadUnaligned(fromByteOffset: Int(rows[place]) * BinnedTable.lanes, as: UInt32.self)
                add(bins, SIMD2(Double(signals[place].x), Double(signals[place].y)))
            }
        }
        guard columns > 2 else {
            return loop { bins, signal in
                add(signal, first, bins & 255)
                add(signal, second, (bins >> 8) & 255)
            }
        }
        loop { bins, signal in
            add(signal, first, bins & 255)
            add(signal, second, (bins >> 8) & 255)
            add(signal, third, (bins >> 16) & 255)
            add(signal, fourth, bins >> 24)
        }
    }

    private static func sumClasses(
        _ bytes: UnsafeRawPointer, _ rows: UnsafeBufferPointer<UInt32>, _ signals: UnsafePointer<Signal>,
        _ targets: [UnsafeMutablePointer<Double>], _ classes: Int
    ) {
        let (first, second, third, fourth) = (targets[0], targets[1], targets[2], targets[3])
        for place in 0..<rows.count {
            let bins = bytes.loadUnaligned(fromByteOffset: Int(rows[place]) * BinnedTable.lanes, as: UInt32.self)
            let (own, weight) = (Int(signals[place].x), Double(signals[place].y))
            first[Int(bins & 255) * classes + own] += weight
            second[Int((bins >> 8) & 255) * classes + own] += weight
            third[Int((bins >> 16) & 255) * classes + own] += weight
            fourth[Int(bins >> 24) * classes + own] += weight
        }
    }
}
