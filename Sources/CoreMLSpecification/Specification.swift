/// The messages of the Core ML model format.
///
/// One Swift type a protocol buffer message, under the message's own name; fields in lower camel case; oneofs as enums. The types in
/// `Generated` are written by `Scripts/generate_specification.py`. Messages are values: parsing keeps weights as slices of the memory
/// that they were parsed from, and whatever a message does not know it keeps and writes back.
package enum Specification {
    /// ML Programs (`MIL.proto`).
    package enum MILSpec {}

    /// Models that wrap networks of Apple's own (`TextClassifier.proto`, `VisionFeaturePrint.proto`, …).
    package enum CoreMLModels {}
}
