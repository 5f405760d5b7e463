import CoreGraphics

/// Finds concentric squares: the bull's eyes of Aztec codes and the finder patterns of Micro QR codes. ZXing looks for Aztec codes only in
/// the middle of a picture. Micro QR codes can crash ZXing 1.4. Therefore this finder is needed.
struct BullseyeFinder {
    /// The lengths of the runs on a line through the centre, in modules. Dark and light runs alternate.
    struct Pattern {
        let widths: [Int]
        let beginsDark: Bool

        /// The pattern of an Aztec code's bull's eye without the outermost dark square, because the surroundings may touch that square.
        static let aztec = Pattern(widths: [1, 1, 1, 1, 1, 1, 1], beginsDark: false)
        static let microQR = Pattern(widths: [1, 1, 3, 1, 1], beginsDark: true)
    }

    struct Bullseye {
        var x: Double
        var y: Double
        /// The side of a module in pixels.
        var module: Double
    }

    private let pattern: Pattern
    private let modules: Int

    private let plane: GrayPlane
    /// The mean of each pixel's neighbourhood.
    let mean: GrayPlane

    init(_ scanned: ScannedPlane, _ pattern: Pattern) throws {
        plane = scanned.plane
        self.pattern = pattern
        modules = pattern.widths.reduce(0, +)
        mean = try scanned.mean()
    }

    /// The bull's eyes. Those that are crossed by the most rows come first.
    func found(maximumCount: Int) -> [Bullseye] {
        var found = [(eye: Bullseye, count: Int)]()
        for y in stride(from: 1, to: plane.height, by: 2) {
            for candidate in candidates(inRow: y) {
                guard let eye = confirmed(candidate) else { continue }
                if let index = found.firstIndex(where: { abs($0.eye.x - eye.x) + abs($0.eye.y - eye.y) < 3 * eye.module }) {
                    found[index].count += 1
                } else {
                    found.append((eye, 1))
                }
            }
        }
        return found.sorted { $0.count > $1.count }.prefix(maximumCount).map(\.eye)
    }

    private func isBlack(_ x: Int, _ y: Int) -> Bool { plane.row(y)[x] < mean.row(y)[x] }

    /// The middles of runs that have the pattern's widths.
    private func candidates(inRow y: Int) -> [Bullseye] {
        var candidates = [Bullseye]()
        let count = pattern.widths.count
        var ends = [Int](repeating: 0, count: count + 1)
        var runs = 0
        var isDark = isBlack(0, y)
        for x in 1..<max(plane.width, 2) where isBlack(x, y) != isDark {
            for i in 0..<count { ends[i] = ends[i + 1] }
            ends[count] = x
            runs += 1
            // The run that ends here is the pattern's last run, and has the colour of its first.
            if runs > count, isDark == pattern.beginsDark, fits(ends) {
                candidates.append(
                    Bullseye(
                        x: Double(ends[count / 2] + ends[count / 2 + 1] - 1) / 2, y: Double(y),
                        module: Double(ends[count] - ends[0]) / Double(modules)))
            }
            isDark.toggle()
        }
        return candidates
    }

    private func fits(_ ends: [Int]) -> Bool {
        let total = ends[ends.count - 1] - ends[0]
        guard total >= modules else { return false }
        return pattern.widths.indices.allSatisfy { run in
            abs(modules * (ends[run + 1] - ends[run]) - pattern.widths[run] * total) <= max(total / 2, modules + 1)
        }
    }

    /// The candidate moved to the pattern's centre, if the pattern also fits vertically, horizontally and along both diagonals.
    private func confirmed(_ candidate: Bullseye) -> Bullseye? {
        guard let vertical = crossing(candidate, dx: 0, dy: 1) else { return nil }
        var eye = candidate
        eye.y += vertical.shift
        guard let horizontal = crossing(eye, dx: 1, dy: 0) else { return nil }
        eye.x += horizontal.shift
        guard crossing(eye, dx: 1, dy: 1) != nil, crossing(eye, dx: 1, dy: -1) != nil else { return nil }
        eye.module = (vertical.module + horizontal.module) / 2
        return max(vertical.module, horizontal.module) < 1.6 * min(vertical.module, horizontal.module) ? eye : nil
    }

    /// Measures the runs along a line through the centre: the offset of the pattern's centre, and the mean module size, both in steps.
    private func crossing(_ eye: Bullseye, dx: Int, dy: Int) -> (shift: Double, module: Double)? {
        let (x, y) = (Int(eye.x.rounded()), Int(eye.y.rounded()))
        guard isInside(x, y), isBlack(x, y) else { return nil }
        let limit = Int(Double(modules + 1) * eye.module) + 4
        let changesPerSide = pattern.widths.count / 2 + 1
        var ends = [Int]()
        for direction in [-1, 1] {
            var step = 0
            var isDark = true
            var changes = [Int]()
            while changes.count < changesPerSide, step <= limit {
                step += 1
                let (px, py) = (x + direction * step * dx, y + direction * step * dy)
                // Beyond the plane all is light.
                if isInside(px, py) && isBlack(px, py) != isDark || !isInside(px, py) && isDark {
                    changes.append(direction < 0 ? 1 - step : step)
                    isDark.toggle()
                }
            }
            guard changes.count == changesPerSide else { return nil }
            ends += direction < 0 ? changes.reversed() : changes
        }
        guard fits(ends) else { return nil }
        return (Double(ends[changesPerSide - 1] + ends[changesPerSide] - 1) / 2, Double(ends[ends.count - 1] - ends[0]) / Double(modules))
    }

    private func isInside(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < plane.width && y < plane.height }
}
