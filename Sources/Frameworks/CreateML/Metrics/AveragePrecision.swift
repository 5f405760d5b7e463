import CoreGraphics
import CoreMLRuntime

/// The average precision of detections, as the COCO challenge measures it.
///
/// It is computed for each class and for each threshold of the intersection over union, 0.5, 0.55 … 0.95. At each of 101 recalls, the best
/// precision at this recall or a higher one is taken. The result is their mean.
package struct AveragePrecision: Sendable {
    package struct Truth: Sendable {
        package var label: String
        package var box: CGRect

        package init(label: String, box: CGRect) {
            self.label = label
            self.box = box
        }
    }

    package struct Detection: Sendable {
        package var label: String
        package var box: CGRect
        package var confidence: Double

        package init(label: String, box: CGRect, confidence: Double) {
            self.label = label
            self.box = box
            self.confidence = confidence
        }
    }

    /// The thresholds of the intersection over union. A detection that reaches the threshold is correct.
    package static let thresholds = (0..<10).map { 0.5 + 0.05 * Double($0) }
    /// The maximum number of detections per class and picture. Above this number, only the most confident detections count.
    package static let maximumDetections = 100

    /// The average precision at each threshold, for each class that has a true object.
    package private(set) var values: [String: [Double]] = [:]

    /// - Parameters:
    ///   - truths: the true objects of each picture.
    ///   - detections: the detections in each picture.
    package init(truths: [[Truth]], detections: [[Detection]]) {
        let images = zip(truths, detections).map { truths, detections in
            (truths: Dictionary(grouping: truths, by: \.label), detections: Dictionary(grouping: detections, by: \.label))
        }
        for label in Set(truths.joined().map(\.label)) {
            let pairs = images.map { image in
                (image.truths[label, default: []].map(\.box), image.detections[label, default: []])
            }
            values[label] = Self.thresholds.map { Self.average(pairs, threshold: $0) }
        }
    }

    private static func average(_ images: [(truths: [CGRect], detections: [Detection])], threshold: Double) -> Double {
        let total = images.reduce(0) { $0 + $1.truths.count }
        var hits: [(confidence: Double, isRight: Bool)] = []
        for (truths, detections) in images {
            var free = [Bool](repeating: true, count: truths.count)
            for detection in ordered(detections, by: \.confidence).prefix(maximumDetections) {
                var best: (overlap: Double, index: Int)?
                for (index, truth) in truths.enumerated() where free[index] {
                    let overlap = detection.box.intersectionOverUnion(with: truth)
                    if overlap >= threshold - 1e-10, overlap >= best?.overlap ?? 0 { best = (overlap, index) }
                }
                if let best { free[best.index] = false }
                hits.append((detection.confidence, best != nil))
            }
        }
        var (right, curve): (Int, [(recall: Double, precision: Double)]) = (0, [])
        for (index, hit) in ordered(hits, by: \.confidence).enumerated() {
            if hit.isRight { right += 1 }
            curve.append((Double(right) / Double(total), Double(right) / Double(index + 1)))
        }
        // The best precision at each recall or at a higher recall.
        for index in curve.indices.reversed().dropFirst() {
            curve[index].precision = max(curve[index].precision, curve[index + 1].precision)
        }
        var (sum, place) = (0.0, 0)
        for step in 0...100 {
            // `step * 0.01` rounds as in COCO's code, where 35 · 0.01 is greater than 7 / 20.
            while place < curve.count, curve[place].recall < Double(step) * 0.01 { place += 1 }
            if place < curve.count { sum += curve[place].precision }
        }
        return sum / 101
    }

    /// The elements sorted by key, the greatest first. Elements with equal keys keep their order.
    private static func ordered<Element>(_ elements: [Element], by key: (Element) -> Double) -> [Element] {
        elements.enumerated().sorted { (-key($0.element), $0.offset) < (-key($1.element), $1.offset) }.map(\.element)
    }
}
