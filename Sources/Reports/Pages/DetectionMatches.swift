import CoreMLRuntime
import CreateML

/// What a detector made of a picture: which objects it found, what it took for something else, and what it missed.
package struct DetectionMatches {
    /// Less confident detections do not count; a detector's default.
    package static let confidence = 0.25
    /// The intersection over union from which on a detection is at the place of an object.
    package static let overlap = 0.5

    /// A detection that is no object of its label, and the object of another label at its place; `nil` where there is none.
    package struct Mistake {
        package var detection: AveragePrecision.Detection
        package var object: AnnotatedImage.Object?
    }

    package let image: AnnotatedImage
    /// All that count, the most confident first.
    package let detections: [AveragePrecision.Detection]
    /// The objects that were found.
    package let found: [AnnotatedImage.Object]
    package let mistakes: [Mistake]
    /// The objects at whose place nothing was found that is no other's.
    package let missed: [AnnotatedImage.Object]

    /// The detections, the most confident first, take the objects of their own label that they overlap most. What is then left over takes
    /// what is left of other labels in the same way, so that what is found counts as by average precision.
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
    /// What a detector takes for what. The last label stands for nothing: its row counts what was made up, its column what was missed.
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
