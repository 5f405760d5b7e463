import Foundation

/// Hands whose joints lie side by side, or one above the other.
enum HandPoses {
    /// Writes a folder with a folder for each of the labels `flat` and `upright`, with `count` files.
    static func write(to folder: URL, count: Int, frames: Int) throws {
        for (label, isFlat) in [("flat", true), ("upright", false)] {
            let place = folder.appendingPathComponent(label)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 0..<count {
                let all = (0..<frames).map { _ -> [[Double]] in
                    let (along, across) = ((0..<21).map { 0.2 + 0.03 * Double($0) }, (0..<21).map { _ in Double.random(in: 0.45...0.55) })
                    return [isFlat ? along : across, isFlat ? across : along, [Double](repeating: 1, count: 21)]
                }
                try JSONSerialization.data(withJSONObject: all).write(to: place.appendingPathComponent("\(index).json"))
            }
        }
    }
}
