import CoreMLRuntime
import CreateML

/// The results of a detector for a picture: found objects, mistakes and missed objects.
package struct DetectionMatches {
    /// The minimum confidence of a detection that counts. It is the default threshold of detectors.
    package static let confidence = 0.25
    /// The minimum intersection over union at which a detection matches an object.
    package static let overlap = 0.5

    /// A detection without a matching object of its label. `object` is the matching object of another label, or `nil` if there is none.
    package struct Mistake {
        package var detection: AveragePrecision.Detection
        package var object: AnnotatedImage.Object?
    }

    package let image: AnnotatedImage
    /// All detections that count, the most confident first.
    package let detections: [AveragePrecision.Detection]
    /// The objects that were found.
    package let found: [AnnotatedImage.Object]
    package let mistakes: [Mistake]
    /// The objects that no detection matches.
    package let missed: [AnnotatedImage.Object]

    /// Matches detections with objects, the most confident detections first. Each detection takes the object of its own label with the largest
    /// overlap. The remaining detections then take remaining objects of other labels in the same way. So the found objects are the same as for the
    /// average precision.
    package init(_ answer: DetectorAnswer) {
        image = answer.image
        detections = answer.detections.filter { $0.confidence >= Self.confidence }
        var free = answer.image.objects
        func take(_ detection: AveragePrecision.Detection, ofAnyLabel isAny: Bool) -> AnnotatedImage.Object? {
            let near = free.indices.filter { isAny || free[$0].label == detection.label }
                .map { (index: $0, overlap: free[$0].box.intersectionOverUnion(with: detection.box)) }
                .filter { $0.overlap >= Self.overlap }
            guard let best = near.max(by: { $0.overlap < $1.overlap }) else { return nil }
            return free.remove(at: best.index)
        }
        var (found, others): ([AnnotatedImage.Object], [AveragePrecision.Detection]) = ([], [])
        for detection in detections {
            if let object = take(detection, ofAnyLabel: false) { found.append(object) } else { others.append(detection) }
        }
        self.found = found
        mistakes = others.map { Mistake(detection: $0, object: take($0, ofAnyLabel: true)) }
        missed = free
    }

    package var isFaultless: Bool { mistakes.isEmpty && missed.isEmpty }
}

extension MLClassifierMetrics {
    /// The confusion matrix of a detector. The last label, `nothing`, stands for no object. The row of `nothing` counts detections without a
    /// matching object. The column counts missed objects.
    package init(detections matches: [DetectionMatches]) {
        let labels = Set(matches.flatMap { $0.image.objects.map(\.label) + $0.detections.map(\.label) }).sorted()
        let places = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($0.element, $0.offset) })
        let nothing = labels.count
        var counts = [[Int]](repeating: [Int](repeating: 0, count: nothing + 1), count: nothing + 1)
        func add(_ label: String?, takenFor answer: String?) {
            counts[label.flatMap { places[$0] } ?? nothing][answer.flatMap { places[$0] } ?? nothing] += 1
        }
        for match in matches {
            for object in match.found { add(object.label, takenFor: object.label) }
            for mistake in match.mistakes { add(mistake.object?.label, takenFor: mistake.detection.label) }
            for object in match.missed { add(object.label, takenFor: nil) }
        }
        self.init(labels: labels + ["nothing"], confusionCounts: counts)
    }
}
