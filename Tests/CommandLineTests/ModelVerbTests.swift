import CoreMLSpecification
import Foundation
import JSON
import ModelServer
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// `osprey model …` on a linear regression that these tests write themselves: y = 2a + 3b + 0.5.
@Suite struct ModelVerbTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private let path: String

    init() throws {
        temporary = try TemporaryFolder()
        let model = temporary.file("Linear.mlmodel")
        path = model.path
        try Specification.Model.with {
            $0.specificationVersion = 1
            $0.description = .with {
                $0.input = [
                    .with {
                        $0.name = "x"
                        $0.type = .with {
                            $0.type = .multiArrayType(
                                .with {
                                    $0.shape = [2]
                                    $0.dataType = .double
                                })
                        }
                    }
                ]
                $0.output = [
                    .with {
                        $0.name = "y"
                        $0.type = .with { $0.type = .doubleType(.init()) }
                    }
                ]
                $0.predictedFeatureName = "y"
                $0.metadata = .with { $0.author = "nobody" }
            }
            $0.type = .glmRegressor(
                .with {
                    $0.weights = [.with { $0.value = [2, 3] }]
                    $0.offset = [0.5]
                })
        }.write(to: model)
    }

    private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        return file(name)
    }

    private func read(_ name: String) throws -> JSON {
        try JSON(parsing: Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test("Predict reads and writes files")
    func predictReadsAndWritesFiles() throws {
        let json = try write("[1, 10]", to: "x.json")
        #expect(Osprey.run(["model", "predict", path, "--input", "x=\(json)", "--output", "y=\(file("y.json"))"]) == .success)
        #expect(try read("y.json").double == 32.5)
        let values: [Float] = [2, 20]
        try NumPyArray(type: .float32, shape: [1, 2], data: values.withUnsafeBytes { Data($0) }).file
            .write(to: folder.appendingPathComponent("x.npy"))
        #expect(Osprey.run(["model", "predict", path, "--input", "x=\(file("x.npy"))", "--output", "y=\(file("z.json"))"]) == .success)
        #expect(try read("z.json").double == 64.5)
    }

    @Test("Missing, unknown and ill-shaped inputs of a prediction are refused")
    func predictRefusesWhatTheModelDoesNotTake() throws {
        let long = try write("[1, 2, 3]", to: "long.json")
        let ragged = try write("[[1], [2, 3]]", to: "ragged.json")
        #expect(Osprey.run(["model", "predict", path]) == .wrongUsage)
        #expect(Osprey.run(["model", "predict", path, "--input", "x"]) == .wrongUsage)
        #expect(Osprey.run(["model", "predict", path, "--input", "w=\(long)"]) == .wrongUsage)
        #expect(Osprey.run(["model", "predict", path, "--input", "x=3"]) == .wrongUsage)
        #expect(Osprey.run(["model", "predict", path, "--input", "x=\(long)"]) == .someFailed)
        #expect(Osprey.run(["model", "predict", path, "--input", "x=\(ragged)"]) == .someFailed)
        #expect(Osprey.run(["model", "predict", file("missing.mlmodel")]) == .someFailed)
    }

    @Test("Compiled models predict the same")
    func compiledModelsPredictTheSame() throws {
        #expect(Osprey.run(["model", "compile", path, "--output", file("out")]) == .success)
        // A second time replaces the first.
        #expect(Osprey.run(["model", "compile", path, "--output", file("out")]) == .success)
        let json = try write("[1, 10]", to: "x.json")
        let compiled = file("out/Linear.mlmodelc")
        #expect(Osprey.run(["model", "predict", compiled, "--input", "x=\(json)", "--output", "y=\(file("y.json"))"]) == .success)
        #expect(try read("y.json").double == 32.5)
    }

    @Test("Info and bench succeed")
    func infoAndBenchSucceed() {
        #expect(Osprey.run(["model", "info", path]) == .success)
        #expect(Osprey.run(["model", "info", path, file("missing.mlmodel"), "--json"]) == .someFailed)
        #expect(Osprey.run(["model", "bench", path, "--runs", "2", "--json"]) == .success)
        #expect(Osprey.run(["model", "bench", path, "--runs", "2", "--batch", "3", "--json"]) == .success)
        #expect(Osprey.run(["model", "bench", path, "--runs", "0"]) == .wrongUsage)
    }

    @Test("Info is of one function")
    func infoIsOfOneFunction() throws {
        let url = folder.appendingPathComponent("Functions.mlmodel")
        try ProgramModels.twoFunctions.write(to: url)
        let package = try ModelPackage(contentsOf: url)
        for (name, answer) in [(nil, "positive"), ("magnitude", "magnitude")] {
            let info = try ModelDescriptionText(path: url.path, package, functionName: name)
            #expect(info.json["function"]?.string == answer)
            #expect(info.json["inputs"]?.text == #"[{"name": "x", "type": "multiArray", "shape": [2], "dataType": "float32"}]"#)
            #expect(info.text.contains(answer) && info.text.contains("y: "))
        }
        #expect(Osprey.run(["model", "info", url.path, "--function", "magnitude"]) == .success)
        #expect(Osprey.run(["model", "info", url.path, "--function", "other"]) == .someFailed)
        #expect(Osprey.run(["model", "info", path, "--function", "other"]) == .someFailed)
        // A default function that is not there is no reason to say nothing of the model.
        var model = ProgramModels.twoFunctions
        model.description?.defaultFunctionName = "missing"
        try model.write(to: url)
        #expect(Osprey.run(["model", "info", url.path]) == .success)
    }
}

// MARK: Serve

extension ModelVerbTests {
    private func answer(_ server: ModelSession, _ request: String) -> JSON {
        Array(request.utf8).withUnsafeBufferPointer(server.answer)
    }

    private func load(_ server: ModelSession) throws -> Int {
        let answer = answer(server, #"{"id": 1, "op": "load", "path": "\#(path)", "computeUnits": "CPU_ONLY"}"#)
        #expect(answer["inputs"]?.text == #"[{"name": "x", "type": "multiArray", "shape": [2], "dtype": "float64"}]"#)
        #expect(answer["outputs"]?.text == #"[{"name": "y", "type": "double"}]"#)
        return try #require(answer["model"]?.integer)
    }

    @Test("Settings of another kind are an error that names them", arguments: [("computeUnits", "3"), ("function", "[\"main\"]")])
    func serverRefusesSettingsOfAnotherKind(name: String, value: String) throws {
        let refusal = answer(ModelSession(), #"{"id": 1, "op": "load", "path": "\#(path)", "\#(name)": \#(value)}"#)
        #expect(refusal["error"]?["message"]?.string == "'\(name)' is a string")
        let server = ModelSession()
        #expect(answer(server, #"{"id": 1, "op": "load", "path": "\#(path)", "\#(name)": null}"#)["model"]?.integer == 1)
    }

    @Test("Server answers predictions")
    func serverAnswersPredictions() throws {
        let server = ModelSession()
        let model = try load(server)
        let values: [Float] = [1, 10]
        let data = values.withUnsafeBytes { Data($0) }.base64EncodedString()
        let request =
            #"{"id": 2, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "data": "\#(data)"}}}}"#
        #expect(answer(server, request).text == #"{"id": 2, "ok": true, "outputs": {"y": {"double": 32.5}}}"#)
        #expect(answer(server, #"{"id": 3, "op": "unload", "model": \#(model)}"#).text == #"{"id": 3, "ok": true}"#)
        #expect(answer(server, request)["error"]?["message"]?.string == "there is no model \(model)")
    }

    @Test(
        "Server goes on after bad requests",
        arguments: [
            "", "[]", "null", "{}", #"{"op": 3}"#, #"{"op": "fly"}"#, #"{"op": "load"}"#, #"{"op": "load", "path": "/nowhere"}"#,
            #"{"op": "load", "path": "/", "computeUnits": "ABACUS"}"#, #"{"op": "predict"}"#, #"{"op": "predict", "model": 1, "state": 9}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": 3}}"#, #"{"op": "predict", "model": 1, "inputs": {"x": {}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "data": "AAAA"}}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"array": {"dtype": "float32", "shape": [-2], "data": ""}}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"array": {"dtype": "float32", "shape": [9223372036854775807, 2], "data": ""}}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"array": {"dtype": "object", "shape": [], "data": ""}}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"image": {"width": 9223372036854775807, "height": 9, "format": "RGBA", "data": ""}}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"image": {"width": -1, "height": -1, "format": "L", "data": "AA=="}}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"dictionary": [[1, 2], ["a", 3]]}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"dictionary": [1]}}}"#,
            #"{"op": "predict", "model": 1, "inputs": {"x": {"sequence": [1, "a"]}}}"#,
            #"{"op": "newState"}"#, #"{"op": "readState", "state": 1, "name": "s"}"#,
            #"{"op": "writeState", "state": 1, "name": "s", "value": {}}"#,
            #"{"op": "unload"}"#,
        ])
    func serverGoesOnAfterBadRequests(_ request: String) throws {
        let server = ModelSession()
        _ = try load(server)
        let refusal = answer(server, request)
        #expect(refusal.text.hasPrefix(#"{"id": null, "ok": false, "error": {"domain": "#), "\(refusal.text)")
        #expect(refusal["error"]?["message"]?.string?.isEmpty == false)
        _ = try load(server)
    }

    @Test("States of a model without them are empty")
    func statesOfAModelWithoutThemAreEmpty() throws {
        let server = ModelSession()
        let model = try load(server)
        let state = try #require(answer(server, #"{"id": 2, "op": "newState", "model": \#(model)}"#)["state"]?.integer)
        let refusal = answer(server, #"{"id": 3, "op": "readState", "state": \#(state), "name": "s"}"#)
        #expect(refusal["error"]?["message"]?.string == "the model has no state 's'")
        _ = answer(server, #"{"id": 4, "op": "unload", "model": \#(model)}"#)
        #expect(
            answer(server, #"{"id": 5, "op": "readState", "state": \#(state), "name": "s"}"#)["error"]?["message"]?.string
                == "there is no state \(state)")
    }

    @Test("A model with states does not predict without one, and is timed with one")
    func states() throws {
        let total = temporary.file("Total.mlpackage")
        try ModelPackage.write(ProgramModels.runningTotal, to: total)
        let input = temporary.file("total.json")
        try Data("[1, 2]".utf8).write(to: input)
        let run = try Program.run("model", "predict", total.path, "--input", "x=\(input.path)", in: folder)
        #expect(run.status == 1 && run.errors.contains("total must be an MLState") && run.output.isEmpty)
        let timed = try Program.run("model", "bench", total.path, "--input", "x=\(input.path)", "--runs", "2", "--json", in: folder)
        #expect(timed.status == 0, "\(timed.errors)")
    }
}
