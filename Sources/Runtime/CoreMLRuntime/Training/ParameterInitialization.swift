import Foundation

extension Tensor {
    /// Normally distributed numbers with mean 0.
    package static func normal(_ shape: [Int], deviation: Float, _ generator: inout SplitMix64) -> Tensor {
        let tensor = Tensor(uninitialized: .float32(shape))
        for index in 0..<tensor.count {
            let radius = (-2 * log(1 - generator.unit())).squareRoot()
            tensor.floats[index] = deviation * Float(radius * cos(2 * .pi * generator.unit()))
        }
        return tensor
    }

    /// Weights [O, I, …] for layers followed by rectifiers: He and others, "Delving deep into rectifiers", 2015.
    package static func rectifierWeights(_ shape: [Int], _ generator: inout SplitMix64) -> Tensor {
        let inputs = max(shape.dropFirst().product(), 1)
        return normal(shape, deviation: (2 / Float(inputs)).squareRoot(), &generator)
    }

    /// A tensor with one number for every element.
    package static func filled(_ shape: [Int], _ value: Float) -> Tensor {
        let tensor = Tensor(uninitialized: .float32(shape))
        tensor.fill(with: Double(value))
        return tensor
    }
}
