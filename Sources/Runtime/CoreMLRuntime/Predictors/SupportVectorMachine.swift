import CoreMLSpecification
import Foundation

/// A kernel and the support vectors with which it compares features.
struct SupportVectors: Sendable {
    /// An element of a sparse vector.
    private struct Element: Sendable {
        var index: Int
        var value: Double
    }

    /// The support vectors. Sparse vectors are stored without their zeros. With all zeros stored, they might be far larger than the file.
    private enum Vectors: Sendable {
        case dense([[Double]])
        /// Sparse vectors: the elements in the order of their indices. Each index occurs once.
        case sparse([[Element]])
    }

    private static let maximumWidth = 1 << 20

    private let kernel: Specification.Kernel.Kind
    private let vectors: Vectors
    let width: Int

    var count: Int {
        switch vectors {
        case .dense(let vectors): vectors.count
        case .sparse(let vectors): vectors.count
        }
    }

    /// - Throws: `RuntimeError.invalidModel` for vectors of unequal length or out of bounds.
    init(
        _ kernel: Specification.Kernel?, dense: Specification.DenseSupportVectors?, sparse: Specification.SparseSupportVectors?
    ) throws {
        guard let kind = kernel?.kernel else { throw RuntimeError.invalidModel("the support vector machine has no kernel") }
        self.kernel = kind
        if let dense {
            let vectors = dense.vectors.map { Array($0.values) }
            let width = vectors.first?.count ?? 0
            guard vectors.allSatisfy({ $0.count == width }) else {
                throw RuntimeError.invalidModel("the support vectors differ in length")
            }
            self.vectors = .dense(vectors)
            self.width = width
            return
        }
        guard let sparse else { throw RuntimeError.invalidModel("the support vector machine has no support vectors") }
        let largest = sparse.vectors.lazy.flatMap(\.nodes).map(\.index).max() ?? 0
        guard largest >= 0, largest <= SupportVectors.maximumWidth else {
            throw RuntimeError.invalidModel("a support vector has the index \(largest)")
        }
        vectors = .sparse(try sparse.vectors.map { try SupportVectors.elements($0.nodes) })
        width = Int(largest)
    }

    /// The elements in the order of their indices. If an index occurs several times, the last element counts.
    private static func elements(_ nodes: [Specification.SparseNode]) throws -> [Element] {
        var values = [Int: Double](minimumCapacity: nodes.count)
        for node in nodes {
            // Indices count from one.
            guard node.index >= 1 else { throw RuntimeError.invalidModel("a support vector has the index \(node.index)") }
            values[Int(node.index) - 1] = node.value
        }
        return values.map { Element(index: $0, value: $1) }.sorted { $0.index < $1.index }
    }

    /// The kernel values of the features and every support vector. Elements that a vector lacks count as 0.
    func evaluate(_ features: [Double]) -> [Double] {
        switch vectors {
        case .dense(let vectors): vectors.map { vector in apply(features) { $0 < vector.count ? vector[$0] : 0 } }
        case .sparse(let vectors): vectors.map { evaluate(features, $0) }
        }
    }

    private func evaluate(_ features: [Double], _ elements: [Element]) -> Double {
        var next = 0
        return apply(features) { index in
            guard next < elements.count, elements[next].index == index else { return 0 }
            next += 1
            return elements[next - 1].value
        }
    }

    /// The kernel value of the features and one vector. `element` is called once for each element of the vector, in order.
    @inline(__always)
    private func apply(_ features: [Double], _ element: (Int) -> Double) -> Double {
        var dot = 0.0
        var distance = 0.0
        for index in features.indices {
            let other = element(index)
            dot += features[index] * other
            distance += (features[index] - other) * (features[index] - other)
        }
        return switch kernel {
        case .linearKernel: dot
        case .rbfKernel(let kernel): exp(-kernel.gamma * distance)
        case .polyKernel(let kernel): pow(kernel.gamma * dot + kernel.c, Double(kernel.degree))
        case .sigmoidKernel(let kernel): tanh(kernel.gamma * dot + kernel.c)
        }
    }

    func read(_ features: FeatureVector, _ inputs: [PredictorValue?]) throws -> [Double] {
        let values = try features.read(inputs, missing: 0)
        guard values.count >= width else {
            throw RuntimeError.invalidInput("the support vectors have \(width) features; \(values.count) were passed")
        }
        return values
    }
}

final class SupportVectorRegressorPredictor: ModelPredictor {
    private let vectors: SupportVectors
    private let coefficients: [Double]
    private let rho: Double
    private let features: FeatureVector
    private let interface: ModelInterface

    init(_ specification: Specification.SupportVectorRegressor, interface: ModelInterface, limit: MemoryLimit) throws {
        vectors =
            switch specification.supportVectors {
            case .denseSupportVectors(let dense): try SupportVectors(specification.kernel, dense: dense, sparse: nil)
            case .sparseSupportVectors(let sparse): try SupportVectors(specification.kernel, dense: nil, sparse: sparse)
            case nil: try SupportVectors(specification.kernel, dense: nil, sparse: nil)
            }
        coefficients = (specification.coefficients?.alpha).map { Array($0) } ?? []
        rho = specification.rho
        guard coefficients.count == vectors.count else {
            throw RuntimeError.invalidModel("there are \(coefficients.count) coefficients for \(vectors.count) support vectors")
        }
        features = try FeatureVector(interface, sparseWidth: vectors.width, limit: limit)
        self.interface = interface
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let kernel = vectors.evaluate(try vectors.read(features, inputs))
        let value = zip(kernel, coefficients).reduce(-rho) { $0 + $1.0 * $1.1 }
        return interface.outputs.map { $0.value([value]) }
    }
}

/// Compares classes pair by pair, as LIBSVM does.
final class SupportVectorClassifierPredictor: ModelPredictor {
    private let vectors: SupportVectors
    /// The coefficients of all support vectors, for each class but one.
    private let coefficients: [[Double]]
    private let ranges: [Range<Int>]
    private let rho: [Double]
    private let probability: (a: [Double], b: [Double])?
    private let features: FeatureVector
    private let output: ClassifierOutput

    var classLabels: ClassLabels? { output.labels }

    /// - Throws: `RuntimeError.invalidModel` if the numbers of elements do not match. `unsupported` if the features would take more memory
    ///   than `limit`.
    init(_ specification: Specification.SupportVectorClassifier, interface: ModelInterface, limit: MemoryLimit) throws {
        let labels: ClassLabels? =
            switch specification.classLabels {
            case .stringClassLabels(let labels): ClassLabels(labels)
            case .int64ClassLabels(let labels): ClassLabels(labels)
            case nil: nil
            }
        output = try ClassifierOutput(interface, labels: labels)
        vectors =
            switch specification.supportVectors {
            case .denseSupportVectors(let dense): try SupportVectors(specification.kernel, dense: dense, sparse: nil)
            case .sparseSupportVectors(let sparse): try SupportVectors(specification.kernel, dense: nil, sparse: sparse)
            case nil: try SupportVectors(specification.kernel, dense: nil, sparse: nil)
            }
        coefficients = specification.coefficients.map { Array($0.alpha) }
        rho = Array(specification.rho)
        var start = 0
        var ranges: [Range<Int>] = []
        for count in specification.numberOfSupportVectorsPerClass {
            guard count >= 0, Int(count) <= vectors.count - start else {
                throw RuntimeError.invalidModel("the classes have more support vectors than there are")
            }
            ranges.append(start..<start + Int(count))
            start += Int(count)
        }
        self.ranges = ranges
        let classes = output.labels.count
        let pairs = classes * (classes - 1) / 2
        guard classes >= 2, classes <= 1 << 14, ranges.count == classes, start == vectors.count, coefficients.count == classes - 1,
            coefficients.allSatisfy({ $0.count == start }), rho.count == pairs
        else {
            throw RuntimeError.invalidModel("the support vector classifier's counts do not fit \(classes) classes")
        }
        let a = Array(specification.probA)
        let b = Array(specification.probB)
        guard a.count == b.count, a.isEmpty || a.count == pairs else {
            throw RuntimeError.invalidModel("the support vector classifier has \(a.count) probability parameters for \(pairs) pairs")
        }
        probability = a.isEmpty ? nil : (a, b)
        features = try FeatureVector(interface, sparseWidth: vectors.width, limit: limit)
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let kernel = vectors.evaluate(try vectors.read(features, inputs))
        let classes = ranges.count
        var votes = [Double](repeating: 0, count: classes)
        var pairwise = [[Double]](repeating: [Double](repeating: 0, count: classes), count: classes)
        var pair = 0
        for first in 0..<classes {
            for second in first + 1..<classes {
                var decision = -rho[pair]
                for index in ranges[first] { decision += coefficients[second - 1][index] * kernel[index] }
                for index in ranges[second] { decision += coefficients[first][index] * kernel[index] }
                votes[decision > 0 ? first : second] += 1
                if let probability {
                    // The probabilities are kept away from 0 and 1, because the coupling below divides by their products.
                    let value = min(max(ScoreTransform.logistic(-(probability.a[pair] * decision + probability.b[pair])), 1e-7), 1 - 1e-7)
                    pairwise[first][second] = value
                    pairwise[second][first] = 1 - value
                }
                pair += 1
            }
        }
        guard probability != nil else { return output.values(ScoreTransform.normalized(votes)) }
        return output.values(classes == 2 ? [pairwise[0][1], pairwise[1][0]] : PairwiseCoupling.probabilities(pairwise))
    }
}

/// Computes class probabilities from the probabilities of all pairs of classes. This is the second method of Wu, Lin and Weng, "Probability
/// Estimates for Multi-class Classification by Pairwise Coupling" (2004).
enum PairwiseCoupling {
    /// - Parameter pairwise: in row i and column j, the probability of class i, given that the class is i or j.
    static func probabilities(_ pairwise: [[Double]]) -> [Double] {
        let count = pairwise.count
        var quadratic = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
        for i in 0..<count {
            for j in 0..<count where j != i {
                quadratic[i][i] += pairwise[j][i] * pairwise[j][i]
                quadratic[i][j] = -pairwise[j][i] * pairwise[i][j]
            }
        }
        var p = [Double](repeating: 1 / Double(count), count: count)
        let tolerance = 0.005 / Double(count)
        for _ in 0..<max(100, count) {
            var products = quadratic.map { row in zip(row, p).reduce(0) { $0 + $1.0 * $1.1 } }
            var total = zip(p, products).reduce(0) { $0 + $1.0 * $1.1 }
            if products.allSatisfy({ abs($0 - total) < tolerance }) { break }
            for t in 0..<count where quadratic[t][t] > 0 {
                let change = (total - products[t]) / quadratic[t][t]
                p[t] += change
                total = (total + change * (change * quadratic[t][t] + 2 * products[t])) / ((1 + change) * (1 + change))
                for j in 0..<count {
                    products[j] = (products[j] + change * quadratic[t][j]) / (1 + change)
                    p[j] /= 1 + change
                }
            }
        }
        return p
    }
}
