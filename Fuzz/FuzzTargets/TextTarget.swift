import CoreMLSpecification

/// A compiled program's text: parsed, printed and parsed again, lowered to a program, and asked for a prediction. The text is the first part of the input where
/// there is a zero byte; the rest is then a compiled model's `coremldata.bin`.
func fuzzText(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Bytes(copying: input)
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    let text = bytes.prefix(end)
    guard let program = try? Specification.MILSpec.Program(text: Bytes(copying: text)) else { return }
    if let printed = try? ProgramPrinter.text(of: program) {
        guard let again = try? Specification.MILSpec.Program(text: Bytes(copying: printed.utf8)) else {
            fatalError("a printed program cannot be read: \(printed)")
        }
        guard (try? ProgramPrinter.text(of: again)) == printed else { fatalError("a program changes when it is printed and read") }
    }
    lower(program, weights: WeightStore(folder: nil))
    guard end < bytes.count else { return }
    if let description = Specification.ModelDescription(compiled: Bytes(copying: bytes[(end + 1)...]), describing: program) {
        predict(
            .with {
                $0.description = description; $0.type = .mlProgram(program)
            }, weights: WeightStore(folder: nil))
    }
}
