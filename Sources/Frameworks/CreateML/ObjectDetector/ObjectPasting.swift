import CoreMLRuntime
import Foundation

/// Chooses the objects that are pasted into training pictures. Objects with rare labels are pasted most often. If all labels have the same number
/// of objects, no objects are pasted.
///
/// Dwibedi, Misra and Hebert describe the method in "Cut, paste and learn: surprisingly easy synthesis for instance detection", 2017.
struct ObjectPasting: Sendable {
    /// The mean number of objects that are pasted into a training picture.
    let rate: Double
    /// For each label, the pictures of its objects. A picture with two objects of a label is in the label's list twice.
    private let pictures: [[Int]]
    /// For each label, the number of objects to paste in an epoch, added to the numbers of all labels before it. Labels are drawn in proportion to
    /// their numbers.
    private let sums: [Double]

    /// The maximum number of objects that are pasted into one training picture.
    static let maximumCount = 3

    /// Plans how many objects are pasted for each label. A label with n objects is brought to √(n · m) objects in an epoch. The most frequent label
    /// has m objects.
    ///
    /// - Parameter labels: the index of each label.
    init(_ images: [AnnotatedImage], labels: [String: Int], epochLength: Int) {
        var pictures = [[Int]](repeating: [], count: labels.count)
        for (index, image) in images.enumerated() {
            for label in image.objects.compactMap({ labels[$0.label] }) { pictures[label].append(index) }
        }
        let largest = Double(pictures.map(\.count).max() ?? 0)
        var sum = 0.0
        sums = pictures.map { list in
            let count = Double(list.count)
            sum += (count * largest).squareRoot() - count
            return sum
        }
        self.pictures = pictures
        rate = min(sum / Double(max(epochLength, 1)), Double(Self.maximumCount))
    }

    /// The number of objects to paste into the next training picture.
    func count(_ generator: inout SplitMix64) -> Int {
        rate > 0 ? Int(rate + Double.random(in: 0..<1, using: &generator)) : 0
    }

    /// Draws a label and a picture with an object of this label; `nil` if nothing is pasted.
    func draw(_ generator: inout SplitMix64) -> (label: Int, picture: Int)? {
        guard let total = sums.last, total > 0 else { return nil }
        let place = Double.random(in: 0..<total, using: &generator)
        guard let label = sums.firstIndex(where: { $0 > place }), let picture = pictures[label].randomElement(using: &generator) else {
            return nil
        }
        return (label, picture)
    }
}
