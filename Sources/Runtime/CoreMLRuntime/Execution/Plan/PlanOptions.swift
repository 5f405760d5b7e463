/// The options of a plan's computation.
package struct PlanOptions: Sendable, Hashable {
    package enum Precision: Sendable, Hashable {
        case float32
        /// bfloat16 factors with float32 accumulation in convolutions and matrix products. Products that a program declares as float32 stay
        /// in float32.
        case bfloat16
    }

    package var precision: Precision
    /// The products that stay in float32 in a plan of reduced precision, by the names of their operations. A plan keeps further products in float32
    /// by itself.
    package var exactProducts: Set<String> = []
    /// The type to which a float32 plan rounds the factors of its products, to measure the errors of that type; `nil` for none.
    package var rounding: OperandRounding?
    /// The number of threads of one prediction.
    package var threads: Int
    /// Whether convolutions and products of quantized values may compute in integers.
    package var usesIntegers = Processor.hasIntegerProducts

    /// Whether bfloat16 products are computed in AMX, if the processor has it. If not, vector instructions compute them.
    package var usesAMX = Processor.hasAMX

    /// Options with the given precision, or with float32 if the library has no kernels for `precision` on this processor.
    package init(precision: Precision = .float32, threads: Int? = nil) {
        self.precision = Processor.has512BitVectors ? precision : .float32
        self.threads = max(1, threads ?? Processor.coreCount)
    }

    /// Whether products may have rounded factors.
    package var isReduced: Bool { precision != .float32 || rounding != nil }

    /// The fastest options: bfloat16 if the processor multiplies it natively, or else float32.
    package static var fastest: PlanOptions { PlanOptions(precision: Processor.hasNativeBFloat16 ? .bfloat16 : .float32) }
}
