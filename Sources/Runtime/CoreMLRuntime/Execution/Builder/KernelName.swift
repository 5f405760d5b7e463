/// The kernel of a step. The raw value is the kernel's name in Documentation/Kernels.md.
enum KernelName: String, CaseIterable, Sendable {
    /// A primitive of oneDNN.
    case library
    case libraryWinograd = "library, Winograd F(4×4)"
    case libraryIntegers = "library, integers"

    case vectorProduct = "vector product"
    case winograd = "Winograd F(2×2)"
    case imageConvolution = "image convolution"
    case patchProduct = "product of patches"
    case tiles
    case depthwisePointwise = "one step for both"
    case quantizedProduct = "quantized product"
    case rowProduct = "row product"
    case attentionInAMX = "blocks, AMX"
    case attentionOfFewQueries = "few queries"
    case attentionInBlocks = "blocks"
    case channelPooling = "rows, then pixels"
    case rows
    case columns
    case channels
    case pointwise = "one pass"
    case copy
    case quantization = "quantization pass"
    case rounding = "rounding pass"
    case stateUpdate = "in place"
    case plain = "plain kernel"
    /// No step: the value shares the memory of another value, or of a part of it.
    case view

    // Steps that a plan adds to those of the table's kernels.

    /// Brings a value into another memory format.
    case reordering = "re-ordering"
    /// Prepares weights anew in every run.
    case weights
    /// A pass that applies a function to the result of a kernel of the library.
    case activation = "activation pass"
}
