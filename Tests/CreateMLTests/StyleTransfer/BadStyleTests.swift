import CoreMLRuntime
import Foundation
import TestSupport
import Testing

@testable import CreateML

@Suite("Styles of bad pictures and parameters") struct BadStyleTests {
    private let pictures: StylePictureFolder

    init() throws { pictures = try StylePictureFolder() }

    @Test("A parameter out of range is named")
    func ranges() throws {
        defer { pictures.remove() }
        func answer(_ change: (inout MLStyleTransfer.ModelParameters) -> Void) -> String {
            var parameters = StylePictureFolder.parameters(2)
            change(&parameters)
            return reason { _ = try MLStyleTransfer(trainingData: pictures.source, parameters: parameters) }
        }
        #expect(answer { $0.maxIterations = 0 }.contains("maxIterations must be in"))
        for density in [0, -4, 63, 1025, Int.max] { #expect(answer { $0.textelDensity = density }.contains("textelDensity must be in")) }
        for strength in [0, 11, Int.min] { #expect(answer { $0.styleStrength = strength }.contains("styleStrength must be in")) }
        #expect(reason { _ = try pictures.source.processImages(textelDensity: 0) }.contains("textelDensity"))
    }

    @Test("Pictures that are none are named")
    func unreadable() throws {
        defer { pictures.remove() }
        let text = pictures.folder.appendingPathComponent("text.png")
        try Data("no picture".utf8).write(to: text)
        let empty = pictures.folder.appendingPathComponent(".empty")
        try empty.makeFolder()
        func answer(_ style: URL, _ folder: URL) -> String {
            reason {
                _ = try MLStyleTransfer(
                    trainingData: .images(styleImage: style, contentDirectory: folder), parameters: StylePictureFolder.parameters(2))
            }
        }
        #expect(answer(text, pictures.folder).contains("the style picture \(text.path) cannot be read"))
        #expect(answer(empty.appendingPathComponent("x.png"), pictures.folder).contains("x.png cannot be read"))
        #expect(answer(pictures.style, empty).contains("has no images"))
        #expect(answer(pictures.style, text).contains("is a file and not a folder"))
        #expect(answer(pictures.style, empty.appendingPathComponent("none")).contains("cannot be read"))
        try FileManager.default.copyItem(at: text, to: empty.appendingPathComponent("text.png"))
        #expect(answer(pictures.style, empty).contains("none of the pictures could be decoded"))

        var parameters = StylePictureFolder.parameters(1)
        parameters.validation = .content(text)
        let shown = reason { _ = try MLStyleTransfer(trainingData: pictures.source, parameters: parameters) }
        #expect(shown.contains("text.png cannot be read"))

        let style = try MLStyleTransfer(trainingData: pictures.source, parameters: StylePictureFolder.parameters(1))
        #expect(style.skippedImages == 1 && style.warnings.contains { $0.contains("text.png was skipped") })
    }

    @Test("Weights that are not numbers end the training with an error")
    func notNumbers() throws {
        defer { pictures.remove() }
        let plan = try StylePlan(pictures.source, StylePictureFolder.parameters(3))
        let training = try StyleTraining(plan, MLTrainingSessionParameters())
        try training.prepare(TrainingReporter())
        _ = try training.step()
        var state = try training.state()
        // The numbers are at the end: the output's weights, and what the optimizer remembers of them.
        let count = 3 * 8 * 9 * 9 * 4 * 3
        for index in state.index(state.endIndex, offsetBy: -count)..<state.endIndex { state[index] = 0xff }
        try training.restore(state)
        #expect(reason { _ = try training.step() }.contains("training failed"))
        #expect(reason { try training.restore(state.dropLast(9)) }.contains("cannot go on from its checkpoint"))
    }
}

@Suite("The judge of a style") struct StyleTeacherTests {
    @Test("Correlations are products of channels, by their strengths")
    func correlations() {
        let (found, strengths) = StyleTeacher.correlations([1, -1, 1, -1, 2, 2, 2, 2, 3, -3, 3, -3, 0, 0, 0, 0], channels: 4)
        #expect(strengths == [1, 2, 3, 1e-3])
        #expect(found == [1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0])
    }

    @Test("Colours of squares are averaged around the middle grey")
    func colors() {
        let planes = [Float](repeating: 255, count: 256) + [Float](repeating: 0, count: 256) + [Float](repeating: 127.5, count: 256)
        for style in StyleObjective.colorStyles(planes, width: 16, height: 16) {
            #expect(style.strengths == [[0.5, 0.5, 1e-3, 0.5]])
            #expect(style.correlations[0][0...3] == [1, -1, 0, 1])
        }
    }

    /// A picture alone has the loss that it has twice in a batch.
    @Test("The loss is the mean of a batch, also of a batch of one")
    func batches() throws {
        let pictures = try StylePictureFolder()
        defer { pictures.remove() }
        let (teacher, network) = (try StyleTeacher(), StyleNetwork(width: 2))
        let style = try StylePicture.whole(pictures.style, side: 64)
        let objective = StyleObjective(
            network, teacher, style: try teacher.style(of: style),
            colors: StyleObjective.colorStyles(StylePicture.planes(of: style), width: 64, height: 64), factors: .init(style: 25))
        let photo = StylePicture.planes(of: try StylePicture.square(pictures.photo, side: 64, nil))
        let losses = try [1, 2].map { count in
            var generator = SplitMix64(seed: 3)
            let parameters = try network.makeParameters(&generator)
            let trainer = Trainer(parameters, Trainer.Settings(.init(.adam()), .init(0.001))) { try objective.objective($0, parameters) }
            let batch = Tensor((0..<count).flatMap { _ in photo }, shape: [count, 3, 64, 64])
            return try trainer.train([StyleObjective.imageInput: batch]).loss
        }
        #expect(losses[0] > 1 && abs(losses[0] - losses[1]) < 1e-3 * losses[0], "\(losses)")
    }

    @Test("The style and content maps are those between the blocks of the print")
    func maps() throws {
        let teacher = try StyleTeacher()
        #expect(teacher.styleMaps.count == 8 && teacher.contentMaps.count == 2)
        #expect(teacher.contentMaps.allSatisfy(teacher.styleMaps.contains))
        #expect(teacher.styleMaps.allSatisfy { $0.hasSuffix("project_conv") || $0.hasSuffix("add") })
    }
}
