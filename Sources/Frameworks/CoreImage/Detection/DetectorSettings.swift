import CoreGraphics
import ImageIO

/// The options of a detector. A value that has another type or is out of range counts as missing.
struct DetectorSettings {
    /// The least size of a feature, as a fraction of the image's shorter side.
    let leastSize: Double?
    let limit: Int?
    let orientation: CGImagePropertyOrientation
    let aspectRatio: Double
    let tracksFaces: Bool
    let tellsClosedEyes: Bool
    let returnsSubFeatures: Bool

    init(_ options: [String: Any]) {
        func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
            FilterValues.number(options[key]).flatMap { range.contains($0) ? $0 : nil }
        }
        func flag(_ key: String) -> Bool {
            number(key, in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude).map { $0 != 0 } ?? false
        }
        leastSize = number(CIDetectorMinFeatureSize, in: 0...1)
        limit = number(CIDetectorMaxFeatureCount, in: 1...256).map { Int($0) }
        orientation =
            number(CIDetectorImageOrientation, in: 1...8).flatMap { CGImagePropertyOrientation(rawValue: UInt32($0)) } ?? .up
        aspectRatio = number(CIDetectorAspectRatio, in: 0.001...1000) ?? 1.6
        tracksFaces = flag(CIDetectorTracking)
        tellsClosedEyes = flag(CIDetectorEyeBlink)
        returnsSubFeatures = flag(CIDetectorReturnSubFeatures)
    }

    /// The accepted ratios of the shorter to the longer visible side. They differ from the requested ratio by at most a factor of two,
    /// because perspective shortens sides.
    var aspectRatios: ClosedRange<Double> {
        let wanted = min(aspectRatio, 1 / aspectRatio)
        return wanted / 2...min(2 * wanted, 1)
    }
}
