import CThreads

/// The processor's instructions that plans may use, and its cores.
enum Processor {
    static let hasNativeBFloat16 = processor_has_native_bfloat16()
    static let hasAMX = processor_has_amx()
    static let has512BitVectors = processor_has_512_bit_vectors()
    static let has256BitVectors = processor_has_256_bit_vectors()
    static let hasIntegerProducts = processor_has_integer_products()
    /// The number of cores that this process may use.
    static let coreCount = Int(team_available_cores())
}
