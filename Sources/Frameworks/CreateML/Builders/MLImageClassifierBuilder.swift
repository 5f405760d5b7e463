import Foundation

/// A replacement for Apple's live view in Xcode playgrounds, which trains a classifier on a folder of photos. Linux has no live view.
///
/// A compiler warning and ``showInLiveView()`` say what to use instead. Programs that import `CreateMLUI` get this module.
public struct MLImageClassifierBuilder: CustomStringConvertible {
    private static let advice =
        "there is no live view on Linux: train with MLImageClassifier, with osprey train image-classifier, or in osprey studio"

    /// A builder that shows nothing.
    @available(
        *, deprecated,
        message: "there is no live view on Linux: train with MLImageClassifier, with osprey train image-classifier, or in osprey studio"
    )
    public init() {}

    /// Prints a line to the standard error that says what to use instead.
    ///
    /// - Returns: the line.
    @discardableResult
    public func showInLiveView() -> String {
        let line = "MLImageClassifierBuilder: \(Self.advice)"
        FileHandle.standardError.write(Data("\(line)\n".utf8))
        return line
    }

    public var description: String { "MLImageClassifierBuilder: \(Self.advice)" }
}
