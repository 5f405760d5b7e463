import CreateMLUI
import Testing

/// The form of a builder, through which it is used without the warning that its initialiser gives.
private protocol LiveViewBuilder {
    init()
    func showInLiveView() -> String
}

extension MLImageClassifierBuilder: LiveViewBuilder {}

@Suite struct BuilderTests {
    private func line<Builder: LiveViewBuilder>(_ type: Builder.Type) -> String { type.init().showInLiveView() }

    @Test("The builder of Xcode's live view says in one line what to use instead")
    func theBuilderSaysWhatToUse() {
        let line = line(MLImageClassifierBuilder.self)
        #expect(line.contains("MLImageClassifier,") && line.contains("osprey train image-classifier") && !line.contains("\n"))
    }
}
