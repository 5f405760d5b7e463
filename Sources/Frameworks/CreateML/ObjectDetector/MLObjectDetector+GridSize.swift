import CoreGraphics
import Foundation

extension MLObjectDetector.ModelParameters {
    /// The smallest square grid that makes most objects large enough. Three quarters of the objects have sides of at least 24 pixels in the
    /// network's input. This is three cells of the detector's finest grid. The grid is no finer than the pictures' own pixels.
    ///
    /// - Returns: an even number of cells across and down, from 14 to 26.
    static func gridSize(for images: [AnnotatedImage]) -> CGSize {
        let count = max(cells(for: images, side: wantedSide), squareGrids.lowerBound)
        let even = count + count % 2
        return CGSize(width: even, height: even)
    }

    /// The valid numbers of cells across a square grid: from Create ML's 13, rounded up to an even number, to twice as many.
    private static let squareGrids = 14...26
    /// The side of a grid cell, in pixels of the network's input.
    private static let cell = 16.0
    /// The minimum side that most objects should have, in pixels of the network's input.
    private static let wantedSide = 24.0
    /// The side, in pixels of the network's input, below which many objects are not found.
    private static let leastSide = 16.0

    /// The number of cells across a square grid that makes most objects large enough. Three quarters of the objects are then at least `side` pixels
    /// wide and high in the network's input. The number is limited by the pictures' own size. The result may be less than the minimum of
    /// `squareGrids`.
    private static func cells(for images: [AnnotatedImage], side: Double) -> Int {
        let sides = images.flatMap(\.objects).map { Double($0.box.width * $0.box.height).squareRoot() }.sorted()
        let lengths = images.map { max($0.width, $0.height) }.sorted()
        guard !sides.isEmpty, sides[sides.count / 4] > 0 else { return 0 }
        let needed = (side / cell / sides[sides.count / 4]).rounded(.up)
        return Int(min(needed, Double(lengths[lengths.count / 2]) / cell, Double(squareGrids.upperBound)))
    }

    /// A warning if the grid makes many objects too small to be found; `nil` in other cases.
    func gridDoubt(_ images: [AnnotatedImage]) -> String? {
        let needed = Self.cells(for: images, side: Self.leastSide)
        guard CGFloat(needed) > max(gridSize.width, gridSize.height) + 1 else { return nil }
        return
            "at a grid of \(Int(gridSize.width)) × \(Int(gridSize.height)) more than a quarter of the objects are smaller than \(Int(Self.leastSide)) pixels; "
            + "\(needed) × \(needed) would show them larger"
    }
}
