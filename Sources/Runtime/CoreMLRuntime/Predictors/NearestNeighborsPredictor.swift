import CoreMLSpecification

/// Predicts from the labels of the nearest known points, by squared Euclidean distance.
///
/// The search visits every point, even if the model asks for a tree index. A tree would find the same neighbours.
final class NearestNeighborsPredictor: ModelPredictor {
    /// The coordinates of the points, point by point.
    private let points: [Float]
    private let pointLabels: [Int]
    private let output: ClassifierOutput
    private let neighborCount: Int
    private let isWeightedByDistance: Bool
    private let defaultLabel: PredictorValue?
    private let dimensions: Int

    var classLabels: ClassLabels? { output.labels }

    /// - Throws: `RuntimeError.invalidModel` if the numbers of points, labels and dimensions do not match.
    init(_ specification: Specification.KNearestNeighborsClassifier, interface: ModelInterface) throws {
        guard let index = specification.nearestNeighborsIndex else {
            throw RuntimeError.invalidModel("the nearest neighbours classifier has no index")
        }
        dimensions = Int(index.numberOfDimensions)
        guard index.numberOfDimensions > 0, index.floatSamples.allSatisfy({ $0.vector.count == Int(index.numberOfDimensions) }) else {
            throw RuntimeError.invalidModel("the points of the nearest neighbours classifier do not have \(dimensions) dimensions")
        }
        points = index.floatSamples.flatMap { Array($0.vector) }
        let (labels, numbers, fallback) = try NearestNeighborsPredictor.labels(specification)
        guard numbers.count == index.floatSamples.count else {
            throw RuntimeError.invalidModel("there are \(numbers.count) labels for \(index.floatSamples.count) points")
        }
        output = try ClassifierOutput(interface, labels: labels)
        pointLabels = numbers
        defaultLabel = fallback
        neighborCount = Int(clamping: max(specification.numberOfNeighbors?.defaultValue ?? 1, 1))
        isWeightedByDistance = if case .inverseDistanceWeighting = specification.weightingScheme { true } else { false }
    }

    /// The distinct labels in the order of their first point, the label of each point, and the label for a classifier without points.
    private static func labels(
        _ specification: Specification.KNearestNeighborsClassifier
    ) throws -> (ClassLabels, [Int], PredictorValue?) {
        func numbered<Label: Hashable>(_ labels: [Label], _ fallback: Label?) -> (unique: [Label], numbers: [Int]) {
            var places: [Label: Int] = [:]
            var unique: [Label] = []
            let numbers = labels.map { label in
                if let place = places[label] { return place }
                places[label] = unique.count
                unique.append(label)
                return unique.count - 1
            }
            if unique.isEmpty, let fallback { unique = [fallback] }
            return (unique, numbers)
        }
        switch specification.classLabels {
        case .stringClassLabels(let labels):
            let fallback: String? = if case .defaultStringLabel(let label) = specification.defaultClassLabel { label } else { nil }
            let (unique, numbers) = numbered(labels.vector, fallback)
            return (.strings(unique), numbers, fallback.map { .string($0) })
        case .int64ClassLabels(let labels):
            let fallback: Int64? = if case .defaultInt64Label(let label) = specification.defaultClassLabel { label } else { nil }
            let (unique, numbers) = numbered(labels.vector, fallback)
            return (.int64s(unique), numbers, fallback.map { .int64($0) })
        case nil:
            switch specification.defaultClassLabel {
            case .defaultStringLabel(let label): return (.strings([label]), [], .string(label))
            case .defaultInt64Label(let label): return (.int64s([label]), [], .int64(label))
            case nil: throw RuntimeError.invalidModel("the nearest neighbours classifier has no labels")
            }
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let query = inputs.compactMap { $0?.numbers }.joined().map { Float($0) }
        guard query.count == dimensions else {
            throw RuntimeError.invalidInput("the nearest neighbours classifier takes \(dimensions) numbers, not \(query.count)")
        }
        guard !points.isEmpty else {
            let zeros = ClassProbabilities(labels: output.labels, values: [Double](repeating: 0, count: output.labels.count))
            return output.values(label: defaultLabel ?? output.labels.value(at: 0), probabilities: zeros)
        }
        var weights = [Double](repeating: 0, count: output.labels.count)
        for (index, distance) in nearest(to: query) {
            // A point that is met exactly outweighs all others.
            weights[pointLabels[index]] += isWeightedByDistance ? 1 / max(Double(distance).squareRoot(), 1e-12) : 1
        }
        return output.values(ScoreTransform.normalized(weights))
    }

    /// The nearest points with their squared distances. Among points at the same distance, the first are chosen.
    private func nearest(to query: [Float]) -> ArraySlice<(index: Int, distance: Float)> {
        let wanted = min(neighborCount, pointLabels.count)
        var candidates: [(index: Int, distance: Float)] = []
        candidates.reserveCapacity(2 * wanted)
        points.withUnsafeBufferPointer { points in
            for index in pointLabels.indices {
                let start = index * dimensions
                var sum: Float = 0
                for axis in 0..<dimensions {
                    let difference = points[start + axis] - query[axis]
                    sum += difference * difference
                }
                // An occasional sort keeps the list of candidates short at a small cost for each point.
                if candidates.count == 2 * wanted {
                    candidates.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
                    candidates.removeLast(wanted)
                }
                candidates.append((index, sum.isNaN ? .infinity : sum))
            }
        }
        candidates.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        return candidates.prefix(wanted)
    }
}
