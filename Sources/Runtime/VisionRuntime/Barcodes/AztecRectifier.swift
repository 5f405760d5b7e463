import CoreGraphics

/// Rectifies an Aztec code to an upright grid of modules, guided by the squares of its bull's eye.
struct AztecRectifier {
    private let fitter: SquareFitter

    /// The side of a rendered module in pixels.
    private static let modulePixels = 3

    init(_ fitter: SquareFitter) { self.fitter = fitter }

    /// The code that ZXing decodes, with its corners in the plane.
    func symbol() throws -> DecodedSymbol? {
        // A full-range code has two more squares. They determine the perspective better.
        for edges in [6, 4] {
            guard let modules = fitter.modules(edge: edges, half: Double(edges) - 0.5) else { continue }
            if let symbol = try symbol(modules) { return symbol }
        }
        return nil
    }

    private func symbol(_ modules: Homography) throws -> DecodedSymbol? {
        let radius = min(76, Int(Double(max(fitter.plane.width, fitter.plane.height)) / fitter.eye.module) + 1)
        let range = -radius..<radius + 1
        let rendered = try fitter.rendered(range, range, margin: 1, pixels: Self.modulePixels, modules).withBlackCorners()
        let decoder = SymbolDecoder(kinds: .aztec, binarizer: .fixed, isPure: true)
        guard var symbol = try decoder.symbols(in: rendered).first else { return nil }
        symbol.corners = symbol.corners.map { corner in
            let scale = CGFloat(Self.modulePixels)
            return modules.apply(
                CGPoint(x: corner.x / scale - CGFloat(radius) - 1.5, y: corner.y / scale - CGFloat(radius) - 1.5))
        }
        return symbol
    }
}

extension GrayPlane {
    /// The plane with its four corner pixels black. ZXing takes the centre of all black pixels for the centre of the code.
    fileprivate func withBlackCorners() throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height { (base + y * bytesPerRow).update(from: row(y), count: width) }
            for y in [0, height - 1] {
                for x in [0, width - 1] { base[y * bytesPerRow + x] = 0 }
            }
        }
    }
}
