import BeanBagGame
import CoreML
import Foundation

// Plays the bean-bag game with a camera or a video. `Options.usage` describes the arguments.

/// Loads a model file, which is compiled to a temporary folder.
func loadModel(_ url: URL) throws -> MLModel {
    let compiled = try MLModel.compileModel(at: url)
    defer { try? FileManager.default.removeItem(at: compiled) }
    return try MLModel(contentsOf: compiled)
}

func fail(_ error: any Error) -> Never {
    FileHandle.standardError.write(Data("ActionAndVision: \(error.localizedDescription)\n".utf8))
    if case GameError.usage = error { exit(2) }
    exit(1)
}

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let events = GameEvents { event in
        guard let line = options.isJSON ? try event.json() : event.line else { return }
        try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
    let game = try Game(
        boardDetector: loadModel(options.boards), throwClassifier: loadModel(options.throwTypes), events: events)
    try RootController(game, output: options.output).play(options.source)
} catch {
    fail(error)
}
