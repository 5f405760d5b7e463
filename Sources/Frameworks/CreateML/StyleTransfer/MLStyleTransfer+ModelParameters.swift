import Foundation

extension MLStyleTransfer {
    /// The default values of the parameters.
    public struct __Defaults: Sendable {
        public static let maxIterations = 500
        public static let textelDensity = 256
        public static let styleStrength = 5
    }

    /// The parameters of a style's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The types of networks that can be trained.
        public enum ModelAlgorithmType: String, Sendable, CustomStringConvertible, CustomDebugStringConvertible, Equatable, Hashable {
            /// A network with 64 channels in its residual blocks, in a file of 860 kilobytes.
            case cnn
            /// A network with 32 channels in its residual blocks, in a file of 220 kilobytes. Compared to `cnn`, the network redraws pictures in
            /// less time. The training takes nearly the same time.
            case cnnLite

            public var description: String { self == .cnn ? "convolutional network" : "small convolutional network" }
            public var debugDescription: String { description }
        }

        /// A photo that shows the progress of the training.
        public enum ValidationData: Sendable, Equatable {
            /// A photo that is redrawn at each checkpoint. ``MLProgress/Metric/stylizedImageURL`` is the redrawn file, in the session's folder or
            /// in a temporary folder.
            case content(URL)
            /// No photo is redrawn.
            case none
        }

        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// The photo that is redrawn during the training.
        public var validation: ValidationData
        /// The number of updates. Each update uses two photos, or one photo if the textel density is above 512.
        public var maxIterations: Int
        /// The side of the squares that photos become in training, in pixels. The shorter side of the style picture has the same length. The side
        /// is a multiple of 4 in 64…1024. Other numbers are rounded down to a multiple of 4. With a longer side, the model learns more detail of
        /// the style. The training time grows with the square of the side.
        public var textelDensity: Int
        /// The weight of the style relative to the content, 1…10. Each step multiplies the weight by 1.5.
        public var styleStrength: Int
        /// Osprey's addition: the seed for the initial weights and the order of the photos. The same seed gives the same model.
        public var seed = 0

        /// Parameters of a style. Training checks their ranges first and throws `MLCreateError.generic` if one is out of range.
        public init(
            algorithm: ModelAlgorithmType = .cnn, validation: ValidationData = .none, maxIterations: Int = __Defaults.maxIterations,
            textelDensity: Int = __Defaults.textelDensity, styleStrength: Int = __Defaults.styleStrength
        ) {
            (self.algorithm, self.validation, self.maxIterations) = (algorithm, validation, maxIterations)
            (self.textelDensity, self.styleStrength) = (textelDensity, styleStrength)
        }

        public var description: String {
            "\(algorithm), \(maxIterations) iterations, textel density \(textelDensity), style strength \(styleStrength)"
        }

        public var debugDescription: String { description }

        /// The largest `textelDensity` with which an update uses two photos. With larger squares, it uses one photo, because two would need too much
        /// memory.
        private static let largestPairSide = 512
        /// The weight of the style loss at a strength of 5.
        private static let styleFactor = 25.0

        /// - Throws: `MLCreateError.generic` if a parameter is out of range. The error names the parameter.
        func configuration() throws -> StyleConfiguration {
            func check(_ value: Int, _ name: String, _ range: ClosedRange<Int>) throws {
                guard range.contains(value) else { throw MLCreateError.generic(reason: "\(name) must be in \(range), not \(value)") }
            }
            try check(maxIterations, "maxIterations", 1...1_000_000)
            try check(textelDensity, "textelDensity", 64...1024)
            try check(styleStrength, "styleStrength", 1...10)
            let side = textelDensity / 4 * 4
            return StyleConfiguration(
                side: side, width: algorithm == .cnn ? 16 : 8, iterations: maxIterations,
                styleFactor: Float(Self.styleFactor * pow(1.5, Double(styleStrength - 5))), seed: seed,
                batchSize: side > Self.largestPairSide ? 1 : 2)
        }
    }
}
