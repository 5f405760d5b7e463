import CoreML
import Testing

@Suite struct ModelCollectionTests {
    @available(*, deprecated, message: "So that the deprecated class can be used without a warning.")
    @Test("Access answers that there is no deployment service")
    func accessAnswersThatThereIsNoDeploymentService() {
        var error: MLModelError?
        let progress = MLModelCollection.beginAccessing(identifier: "flowers") { result in
            if case .failure(let failure) = result { error = failure as? MLModelError }
        }
        #expect(progress.isFinished)
        #expect(error?.code == .modelCollection)
        #expect(error?.localizedDescription.contains("flowers") == true)
        error = nil
        MLModelCollection.endAccessing(identifier: "flowers") { result in
            if case .failure(let failure) = result { error = failure as? MLModelError }
        }
        #expect(error?.code == .modelCollection)
    }
}
