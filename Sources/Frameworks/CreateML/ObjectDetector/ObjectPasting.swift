import CoreMLRuntime
import Foundation

/// Which objects are pasted into training pictures, and how often: those of rare labels. Where all labels have as many objects, none is pasted.
///
/// Dwibedi, Misra and Hebert describe the method in "Cut, paste and learn: surprisingly easy synthesis for instance detection", 2017.
struct ObjectPasting: Sendable {
    /// The mean number of objects that are pasted into a training picture.
    let rate: Double
    /// For each label, the pictures of its objects. A picture with two objects of a label is in the label's list twice.
    private let pictures: [[Int]]
    /// The cumulative sums of how many objects of each label are pasted in an epoch.
    private let sums: [Double]

    /// The most objects that are pasted into one training picture.
    static let maximumCount = 3

    /// A label with n objects gets as many pasted objects as it needs for √(n · m), where m is the number of objects of the most common label.
    ///
    /// - Parameter labels: the numbers of the labels.
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

    /// How many objects the next training picture gets.
    func count(_ generator: inout SplitMix64) -> Int {
        rate > 0 ? Int(rate + Double.random(in: 0..<1, using: &generator)) : 0
    }

    /// A label and a picture that shows an object of it; `nil` where nothing is pasted.
    func draw(_ generator: inout SplitMix64) -> (label: Int, picture: Int)? {
        guard let total = sums.last, total > 0 else { return nil }
        let place = Double.random(in: 0..<total, using: &generator)
        guard let label = sums.firstIndex(where: { $0 > place }), let picture = pictures[label].randomElement(using: &generator) else {
            return nil
        }
        return (label, picture)
    }
}
