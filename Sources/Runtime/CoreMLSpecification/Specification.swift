/// The messages of the Core ML model format.
///
/// There is one Swift type for each protocol buffer message, under the message's own name. Fields have names in `camelCase`, and oneofs are
/// enums. The types in `Generated` are written by `Scripts/generate_specification.py`. Messages are values. Parsing keeps weights as slices
/// of the memory that they were parsed from. A message keeps unknown fields, and writes them back.
package enum Specification {
    /// ML Programs (`MIL.proto`).
    package enum MILSpec {}

    /// Models that wrap Apple's own networks (`TextClassifier.proto`, `VisionFeaturePrint.proto`, …).
    package enum CoreMLModels {}
}
