import CoreML
import CoreMLRuntime
import Foundation
import JSON
import ModelServer
import Reports

/// `osprey model bench`: measures the time of a model's predictions.
enum ModelBench: Verb {
    static let command = Command(
        "model bench", "Times a model.", operands: "MODEL", operandCount: 1...1,
        options: [
            .value("--compute-units", "U", ModelOptions.computeUnitsHelp),
            .value("--runs", "N", "predictions that are timed (30 where not given), after three that are not"),
            .value("--batch", "N", "times batches of N predictions; the figures are of one prediction of them"),
            .value("--input", "NAME=FILE", "an input as for 'model predict'; those not given are zeros"),
            .value("--output", "NAME=FILE", "writes an output of the last prediction as 'model predict' does"),
            .value("--function", "NAME", "the function of an ML Program with several"),
            .flag("--profile", "the time of each step of a network, the shortest of as many runs, and the precision that was chosen"),
            .flag("--json", "one JSON object: load_ms (loading and the first prediction), median_ms, min_ms, profile"),
        ])

    private static let warmUpRuns = 3

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let runs = try arguments.integer("--runs", in: 1...1_000_000) ?? 30
        let batchCount = try arguments.integer("--batch", in: 1...100_000) ?? 1
        let configuration = try ModelOptions.configuration(arguments)
        configuration.functionName = arguments.string("--function")
        let sources = try arguments.strings("--input").map { try FeatureSource($0, option: "--input") }
        let targets = try FeatureTarget.all(arguments, model: arguments.operands[0], sources)
        let clock = ContinuousClock()

        let start = clock.now
        let model = try MLModel(contentsOf: URL(fileURLWithPath: arguments.operands[0]), configuration: configuration)
        let loaded = clock.now
        // Inputs are read before the measurement, because reading them is not part of a prediction.
        let inputs = try benchmarkInputs(sources, for: model.modelDescription)
        let ready = clock.now
        let state = model.makeStateIfNeeded()
        var prediction = try model.prediction(from: inputs, usingAny: state)
        let load = (loaded - start) + (clock.now - ready)

        let batch = MLArrayBatchProvider(array: Array(repeating: inputs, count: batchCount))
        var times: [Double] = []
        for run in 0..<warmUpRuns + runs {
            let begin = clock.now
            if batchCount == 1 {
                prediction = try model.prediction(from: inputs, usingAny: state)
            } else {
                prediction = try model.predictions(fromBatch: batch).features(at: batchCount - 1)
            }
            if run >= warmUpRuns { times.append(milliseconds(clock.now - begin) / Double(batchCount)) }
        }
        times.sort()
        let profile = arguments.flag("--profile") ? try profile(model, inputs, runs: runs) : nil
        for target in targets {
            guard let value = prediction.featureValue(for: target.name) else {
                throw UsageError("the model has no output '\(target.name)'")
            }
            try FeatureOutput(name: target.name, value: value).write(to: target.path)
        }
        let figures = [
            ("load_ms", milliseconds(load)), ("median_ms", (times[(runs - 1) / 2] + times[runs / 2]) / 2), ("min_ms", times[0]),
        ]
        let precision = profile == nil ? nil : PrecisionText(model)
        try arguments.flag("--json") ? printJSON(figures, profile, precision) : printText(figures, profile, precision, runs)
        return .success
    }

    private static func profile(_ model: MLModel, _ inputs: any MLFeatureProvider, runs: Int) throws -> PlanProfile {
        let profile = PlanProfile()
        let state = model.makeStateIfNeeded()
        try profile.gather { for _ in 0..<runs { _ = try model.prediction(from: inputs, usingAny: state) } }
        return profile
    }

    private static func printJSON(_ figures: [(String, Double)], _ profile: PlanProfile?, _ precision: PrecisionText?) throws {
        let steps = profile.map { profile in
            JSON.array(profile.entries.map { ["name": .string($0.name), "ms": .number($0.milliseconds)] })
        }
        let members = figures.map { ($0, JSON.number($1)) } + (steps.map { [("profile", $0)] } ?? [])
        try StandardOutput.write(json: .object(members + (precision.map { [("precision", $0.json)] } ?? [])))
    }

    private static func printText(_ figures: [(String, Double)], _ profile: PlanProfile?, _ precision: PrecisionText?, _ runs: Int) throws {
        for entry in profile?.entries ?? [] {
            try StandardOutput.write(line: String(format: "%9.4f ms  ", entry.milliseconds) + entry.name)
        }
        for line in precision?.lines ?? [] { try StandardOutput.write(line: line) }
        let times = figures.map { String(format: "%.3f ms", $0.1) }
        try StandardOutput.write(line: "load and first prediction \(times[0]), median of \(runs) \(times[1]), fastest \(times[2])")
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }

    private static func benchmarkInputs(_ sources: [FeatureSource], for description: MLModelDescription) throws -> any MLFeatureProvider {
        var values: [String: Any] = [:]
        for feature in description.inputDescriptionsByName.values where !feature.isOptional {
            values[feature.name] = try MLFeatureValue.zeros(for: feature)
        }
        for source in sources {
            guard let feature = description.inputDescriptionsByName[source.name] else {
                throw UsageError("the model has no input '\(source.name)'")
            }
            values[source.name] = try source.value(for: feature)
        }
        return try MLDictionaryFeatureProvider(dictionary: values)
    }
}
