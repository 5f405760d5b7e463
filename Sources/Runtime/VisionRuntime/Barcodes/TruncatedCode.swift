import CoreGraphics
import Foundation

extension DecodedSymbol {
    /// The symbol with its right corners at the end of the bars. For a PDF417 without a stop pattern, ZXing leaves the right corners at the
    /// plane's corner.
    func withRightCorners(in plane: GrayPlane) -> DecodedSymbol {
        guard kind == .pdf417, corners[1] == .zero, corners[2] == .zero else { return self }
        let (top, bottom) = (corners[0], corners[3])
        let (x, y) = (bottom.x - top.x, bottom.y - top.y)
        let height = hypot(x, y)
        guard height >= 2 else { return self }
        let along = CGPoint(x: y / height, y: -x / height)
        let lengths = [0.2, 0.5, 0.8].map { part in
            barLength(from: CGPoint(x: top.x + part * x, y: top.y + part * y), along, in: plane)
        }
        let length = lengths.max() ?? 0
        var symbol = self
        symbol.corners[1] = CGPoint(x: top.x + length * along.x, y: top.y + length * along.y)
        symbol.corners[2] = CGPoint(x: bottom.x + length * along.x, y: bottom.y + length * along.y)
        return symbol
    }

    /// The distance from `start` to the end of the bars, in steps of `along`. The bars end at the first light run longer than the first
    /// bar. The first bar is the longest of the code.
    private func barLength(from start: CGPoint, _ along: CGPoint, in plane: GrayPlane) -> CGFloat {
        var values = [Float]()
        var point = start
        while point.x >= 0, point.y >= 0, point.x < CGFloat(plane.width), point.y < CGFloat(plane.height) {
            values.append(plane.sample(point.x, point.y))
            point = CGPoint(x: point.x + along.x, y: point.y + along.y)
        }
        let middle = ((values.min() ?? 0) + (values.max() ?? 0)) / 2
        let isDark = values.map { ($0 < middle) != isInverted }
        guard let first = isDark.firstIndex(of: true) else { return 0 }
        let firstBar = isDark[first...].prefix { $0 }.count
        var last = first
        for index in first..<isDark.count {
            if isDark[index] { last = index }
            if index - last > max(firstBar, 4) { break }
        }
        return CGFloat(last + 1)
    }
}
