/// The filter of a row of pixels before it is searched for bars.
enum LineTreatment: Hashable {
    /// No filter; ZXing finds one threshold for the row.
    case plain
    /// Takes the mean of `rows` rows, sharpens it by `sharpening` quarters, and interpolates three samples for each pixel. The threshold is the
    /// middle between the darkest and the lightest sample nearby, in a window of 1/`windows` of the row.
    case local(rows: Int, sharpening: Int32, windows: Int)

    /// The number of samples for each pixel.
    var scale: Int { self == .plain ? 1 : 3 }

    var binarizer: Binarizer { self == .plain ? .histogram : .fixed }
}

/// The filtered rows of a plane, one at a time, in memory that is allocated once.
struct TreatedLines {
    let plane: GrayPlane
    let treatment: LineTreatment
    private var line: [Int32]
    private var fine: [Int32]
    private var bits: [UInt8]

    init(_ plane: GrayPlane, _ treatment: LineTreatment) {
        self.plane = plane
        self.treatment = treatment
        let count = treatment == .plain ? 0 : plane.width
        line = [Int32](repeating: 0, count: count)
        fine = [Int32](repeating: 0, count: count * treatment.scale)
        bits = [UInt8](repeating: 0, count: count * treatment.scale)
    }

    /// Calls `body` with the samples of a row.
    mutating func withRow<Result>(_ y: Int, _ body: (UnsafePointer<UInt8>, Int) throws -> Result) rethrows -> Result {
        guard case .local(let rows, let sharpening, let windows) = treatment else { return try body(plane.row(y), plane.width) }
        average(rows, around: y)
        if sharpening > 0 { sharpen(by: sharpening) }
        enlarge()
        threshold(window: max(fine.count / windows, 16))
        return try bits.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return try body(plane.row(y), 0) }
            return try body(base, buffer.count)
        }
    }

    /// Computes 256 times the mean of the rows around `y`, so that the next steps keep fractions.
    private mutating func average(_ rows: Int, around y: Int) {
        let first = max(y - rows / 2, 0)
        let last = min(y + rows / 2, plane.height - 1)
        let weight = Int32(256 / (last - first + 1))
        line.withUnsafeMutableBufferPointer { line in
            for x in line.indices { line[x] = 0 }
            for row in first...last {
                let input = plane.row(row)
                for x in line.indices { line[x] &+= Int32(input[x]) &* weight }
            }
        }
    }

    /// Sharpens the row: adds `quarters` / 4 of each pixel's difference from a weighted mean of the pixels up to two away.
    private mutating func sharpen(by quarters: Int32) {
        let input = line
        line.withUnsafeMutableBufferPointer { line in
            input.withUnsafeBufferPointer { input in
                let end = input.count - 1
                for x in stride(from: 2, to: end - 1, by: 1) {
                    let near = input[x - 1] &+ input[x] &+ input[x + 1]
                    let sum = near &+ near &+ input[x - 2] &+ input[x + 2]
                    line[x] = input[x] &+ (input[x] &- sum / 8) &* quarters / 4
                }
                for x in input.indices where x < 2 || x > end - 2 {
                    let near = max(x - 1, 0)...min(x + 1, end)
                    let wide = max(x - 2, 0)...min(x + 2, end)
                    let sum = near.reduce(0) { $0 &+ input[$1] } &+ wide.reduce(0) { $0 &+ input[$1] }
                    line[x] = input[x] &+ (input[x] &- sum / Int32(near.count + wide.count)) &* quarters / 4
                }
            }
        }
    }

    /// Interpolates three samples for each pixel on the cubic through four pixels (Catmull-Rom).
    private mutating func enlarge() {
        let count = line.count
        line.withUnsafeBufferPointer { line in
            fine.withUnsafeMutableBufferPointer { fine in
                for x in 0..<count {
                    let (z, a, b) = (line[max(x - 2, 0)], line[max(x - 1, 0)], line[x])
                    let (c, d) = (line[min(x + 1, count - 1)], line[min(x + 2, count - 1)])
                    fine[3 * x + 1] = b
                    // Samples a third of a pixel before and after.
                    fine[3 * x] = (-2 &* z &+ 18 &* a &+ 42 &* b &- 4 &* c &+ 27) / 54
                    fine[3 * x + 2] = (-4 &* a &+ 42 &* b &+ 18 &* c &- 2 &* d &+ 27) / 54
                }
            }
        }
    }

    /// Makes each sample black or white by a local threshold: the middle between the darkest and the lightest sample nearby, as `middles` computes
    /// it. The threshold is interpolated linearly between the centres of half windows.
    private mutating func threshold(window: Int) {
        let half = max(window / 2, 8)
        let blocks = (fine.count + half - 1) / half
        guard blocks > 0 else { return }
        let middles = middles(half: half, blocks: blocks)
        let inverse = 1 / Float(2 * half)
        fine.withUnsafeBufferPointer { fine in
            bits.withUnsafeMutableBufferPointer { bits in
                for block in 0..<blocks {
                    let first = block * half
                    let own = Float(middles[block])
                    let end = min(first + half, fine.count)
                    let middle = min(first + (half + 1) / 2, end)
                    for (range, neighbor) in [(first..<middle, block - 1), (middle..<end, block + 1)] {
                        let slope = (Float(middles[min(max(neighbor, 0), blocks - 1)]) - own) * inverse
                        for x in range {
                            let distance = Float(abs(2 &* Int32(truncatingIfNeeded: x &- first) &- Int32(truncatingIfNeeded: half)))
                            bits[x] = Float(fine[x]) > own + slope * distance ? 255 : 0
                        }
                    }
                }
            }
        }
    }

    /// For each half window, the middle between the least and the greatest sample. The samples of both neighbours count, too.
    private func middles(half: Int, blocks: Int) -> [Int32] {
        var lowest = [Int32](repeating: .max, count: blocks)
        var highest = [Int32](repeating: .min, count: blocks)
        fine.withUnsafeBufferPointer { fine in
            for block in 0..<blocks {
                var (low, high) = (Int32.max, Int32.min)
                for x in block * half..<min((block + 1) * half, fine.count) {
                    low = min(low, fine[x])
                    high = max(high, fine[x])
                }
                (lowest[block], highest[block]) = (low, high)
            }
        }
        return (0..<blocks).map { block in
            let near = max(block - 1, 0)...min(block + 1, blocks - 1)
            return ((lowest[near].min() ?? 0) + (highest[near].max() ?? 0)) / 2
        }
    }
}
