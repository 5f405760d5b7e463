import CoreGraphics

/// Rectifies a Micro QR code to an upright grid of modules, guided by its only finder pattern.
struct MicroQRRectifier {
    private let fitter: SquareFitter

    private static let modulePixels = 3
    private static let margin = 2

    init(_ fitter: SquareFitter) { self.fitter = fitter }

    /// The code that ZXing decodes, with its corners in the plane.
    func symbol() throws -> DecodedSymbol? {
        guard var modules = fitter.modules(edge: 3, half: 3.5) else { return nil }
        // The pattern is symmetric, so all four orientations are tried.
        for _ in 0..<4 {
            for side in [11, 13, 15, 17] {
                if let symbol = try symbol(modules, side: side) { return symbol }
            }
            modules = modules * Homography([0, -1, 0, 1, 0, 0, 0, 0, 1])
        }
        return nil
    }

    private func symbol(_ modules: Homography, side: Int) throws -> DecodedSymbol? {
        guard hasQuietZone(modules, side: side) else { return nil }
        let range = -3..<side - 3
        let rendered = try fitter.rendered(range, range, margin: Self.margin, pixels: Self.modulePixels, modules)
        let decoder = SymbolDecoder(kinds: .microQR, binarizer: .fixed, isPure: true)
        guard var symbol = try decoder.symbols(in: rendered).first else { return nil }
        let (low, high) = (-3.5, Double(side) - 3.5)
        symbol.corners = [(low, low), (high, low), (high, high), (low, high)].map { modules.apply(CGPoint(x: $0.0, y: $0.1)) }
        return symbol
    }

    /// Whether the surroundings of the code are light, relative to its finder pattern. Inside a larger code they would not be light.
    private func hasQuietZone(_ modules: Homography, side: Int) -> Bool {
        let (low, high) = (-4.0, Double(side) - 3)
        let ring = (-4...side - 3).map(Double.init).flatMap { [($0, low), ($0, high), (low, $0), (high, $0)] }
        let threshold = fitter.dark + (fitter.light - fitter.dark) / 3
        let dark = ring.count { place in
            let point = modules.apply(place.0, place.1)
            return fitter.plane.sample(point.x, point.y) < threshold
        }
        return 12 * dark <= ring.count
    }
}
