import CoreGraphics

/// Finds the rules of a page: thin lines that are nearly horizontal or nearly vertical.
struct RuleFinder {
    private let plane: GrayPlane

    /// The greatest length of the longer side of the picture that is searched, in pixels.
    static let dimension = 1600
    /// The greatest thickness of a rule, in pixels.
    private static let thickness = 5
    /// The least length of a rule, in pixels.
    private static let leastLength = 20
    /// The contrast of a rule with both of its sides, on a scale of 0 to 255.
    private static let contrast = 16
    /// The greatest length of a gap, such as where another rule crosses, in pixels.
    private static let gap = 8
    /// The least distance between two places where a rule goes on a pixel higher or lower, in pixels.
    private static let steepness = 5
    /// The least fraction of a rule's pixels that are not in gaps, and the length from which on this is checked.
    private static let (density, checkedLength) = (0.8, 24)
    /// The number of rules of a direction at which the search ends. A picture with so many is a pattern.
    private static let limit = 2000

    init(_ plane: GrayPlane) {
        self.plane = plane
    }

    /// The rules, in pixels of the plane.
    var rules: [(start: CGPoint, end: CGPoint)] {
        let across = Strokes(base: plane.base, length: plane.width, step: 1, count: plane.height, pitch: plane.bytesPerRow)
        let down = Strokes(base: plane.base, length: plane.height, step: plane.bytesPerRow, count: plane.width, pitch: 1)
        return across.rules + down.rules.map { (CGPoint(x: $0.start.y, y: $0.start.x), CGPoint(x: $0.end.y, y: $0.end.x)) }
    }

    /// The rules along one direction of the plane.
    private struct Strokes {
        let base: UnsafePointer<UInt8>
        /// The number of pixels along the direction, and the distance in bytes from one to the next.
        let length: Int
        let step: Int
        /// The number of rows of such pixels, and the distance in bytes from one to the next.
        let count: Int
        let pitch: Int

        private typealias Pixel = (place: Int, row: Int)

        /// Whether a pixel is darker than the pixels on both sides of its row, or lighter than both. At the edge of the plane, only one side counts.
        private func isInked(_ place: Int, _ row: Int) -> Bool {
            let (before, after) = (row - thickness, row + thickness)
            guard row >= 0, row < count, before >= 0 || after < count else { return false }
            let pixel = base + place * step
            let own = Int(pixel[row * pitch])
            let first = Int(pixel[(before >= 0 ? before : after) * pitch])
            let last = Int(pixel[(after < count ? after : before) * pitch])
            return own + contrast <= min(first, last) || own - contrast >= max(first, last)
        }

        var rules: [(start: CGPoint, end: CGPoint)] {
            var rules: [(start: CGPoint, end: CGPoint)] = []
            var isKnown = [Bool](repeating: false, count: length * count)
            // Each rule has a pixel in one of these columns.
            for place in stride(from: leastLength / 2, to: length, by: leastLength / 2) {
                for row in 0..<count where isInked(place, row) && !isKnown[row * length + place] {
                    let (before, after) = (pixels(from: place, row, by: -1), pixels(from: place, row, by: 1))
                    let (first, last) = (before[before.count - 1], after[after.count - 1])
                    let extent = last.place - first.place + 1
                    guard extent >= leastLength, Double(before.count + after.count - 1) >= density * Double(extent) else { continue }
                    for pixel in before + after {
                        for near in max(pixel.row - thickness, 0)...min(pixel.row + thickness, count - 1) {
                            isKnown[near * length + pixel.place] = true
                        }
                    }
                    rules.append((Self.middle(of: first), Self.middle(of: last)))
                    if rules.count == limit { return rules }
                }
            }
            return rules
        }

        private static func middle(of pixel: Pixel) -> CGPoint { CGPoint(x: CGFloat(pixel.place) + 0.5, y: CGFloat(pixel.row) + 0.5) }

        /// The pixels of a rule from a pixel to one of the rule's ends.
        private func pixels(from place: Int, _ row: Int, by sign: Int) -> [Pixel] {
            var pixels: [Pixel] = [(place, row)]
            var (row, missing, turn) = (row, 0, place)
            for next in stride(from: place + sign, through: sign > 0 ? length - 1 : 0, by: sign) {
                let rows = abs(next - turn) >= steepness ? [row, row - 1, row + 1] : [row]
                guard let found = rows.first(where: { isInked(next, $0) }) else {
                    missing += 1
                    if missing > gap { break }
                    continue
                }
                if found != row { (row, turn) = (found, next) }
                missing = 0
                pixels.append((next, row))
                let extent = abs(next - place) + 1
                if extent >= checkedLength, Double(pixels.count) < density * Double(extent) { break }
            }
            return pixels
        }
    }
}
