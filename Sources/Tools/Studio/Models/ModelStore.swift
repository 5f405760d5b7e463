import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import JSON
import Locks
import Reports
import Vision

/// The models that pages offer: models of finished trainings, and uploaded models. Uploaded models are stored until the server ends.
final class ModelStore: Sendable {
    private struct Uploaded {
        let name: String
        let title: String
        let role: ModelRole
        let file: URL
        let folder: URL
    }

    private static let maximumCount = 20
    private static let timedRuns = 30
    private static let timedSeconds = 3.0
    private static let maximumStepCount = 400
    private let storage: Storage
    private let jobs: JobQueue
    private let samples: SampleFolder
    private let uploaded = Locked<[Uploaded]>([])

    init(_ storage: Storage, _ jobs: JobQueue, _ samples: SampleFolder) {
        (self.storage, self.jobs, self.samples) = (storage, jobs, samples)
    }

    var json: JSON {
        let trained = jobs.all.filter { $0.record.state == .finished }.map { job -> JSON in
            Self.json(
                job.name, job.record.name, ModelRole(kind: job.record.kind), "trained here on \(job.record.kind)", canBeRemoved: false)
        }
        let others = uploaded.withLock { $0 }.map { Self.json($0.name, $0.title, $0.role, "uploaded", canBeRemoved: true) }
        let own = samples.samples.flatMap { sample in
            sample.models.map { model -> JSON in
                let title = sample.models.count > 1 ? "\(sample.name)'s \(model.name)" : "\(sample.name)'s"
                return Self.json(sample.identifier(of: model.name), title, model.role, "a sample", canBeRemoved: false)
            }
        }
        return .array(trained + others + own)
    }

    /// - Parameter origin: the origin of the model, as text.
    private static func json(_ name: String, _ title: String, _ role: ModelRole, _ origin: String, canBeRemoved: Bool) -> JSON {
        [
            "id": .string(name), "title": .string(title), "origin": .string(origin), "canBeRemoved": .bool(canBeRemoved),
            "role": .string(role.rawValue), "use": .string(role.title),
        ]
    }

    /// - Throws: `WebFailure` if there is no model of this name.
    func file(named name: String) throws -> URL {
        guard !name.isEmpty else { throw WebFailure(400, "choose a model first") }
        if let sample = samples.model(name) { return sample }
        if let model = uploaded.withLock({ $0.first { $0.name == name } }) { return model.file }
        guard let job = try? jobs.job(name), job.record.state == .finished else { throw WebFailure(404, "there is no such model") }
        return job.model
    }

    // MARK: Uploaded models

    /// Stores an uploaded model, after checking that it is a model.
    func add(_ upload: String, _ uploads: UploadTable) throws -> String {
        guard uploaded.withLock({ $0.count }) < Self.maximumCount else {
            throw WebFailure(409, "there are \(Self.maximumCount) models; remove one first")
        }
        let (inner, role) = try uploads.using(upload) { folder -> (String, ModelRole) in
            let file = try Self.model(in: folder)
            let role = ModelRole(try ModelPackage(contentsOf: file).model)
            return (String(file.path.dropFirst(folder.path.count + 1)), role)
        }
        let name = Storage.makeName()
        let folder = storage.models.appendingPathComponent(name)
        try uploads.move(upload, to: folder)
        let file = folder.appendingPathComponent(inner)
        uploaded.withLock { $0.append(Uploaded(name: name, title: file.lastPathComponent, role: role, file: file, folder: folder)) }
        return name
    }

    /// The only model below a folder.
    private static func model(in folder: URL) throws -> URL {
        let folder = folder.resolvingSymlinksInPath()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var found: URL?
        while let url = files?.nextObject() as? URL {
            switch url.pathExtension.lowercased() {
            case "mlmodelc", "mlpackage":
                files?.skipDescendants()
                fallthrough
            case "mlmodel":
                guard found == nil else { throw WebFailure(422, "there is more than one model in it") }
                found = url.resolvingSymlinksInPath()
            default: break
            }
        }
        guard let found else { throw WebFailure(422, "there is no .mlmodel, .mlpackage or .mlmodelc in it") }
        return found
    }

    func remove(_ name: String) throws {
        let model = uploaded.withLock { uploaded -> Uploaded? in
            guard let place = uploaded.firstIndex(where: { $0.name == name }) else { return nil }
            return uploaded.remove(at: place)
        }
        guard let model else { throw WebFailure(404, "there is no such model") }
        try? FileManager.default.removeItem(at: model.folder)
    }

    // MARK: Describing a model

    /// The description of a model: its interface, layers and sizes.
    func description(_ name: String) throws -> JSON {
        let file = try file(named: name)
        let text = try ModelDescriptionText(path: file.lastPathComponent, ModelPackage(contentsOf: file), functionName: nil)
        return ["id": .string(name), "info": text.json, "text": .string(text.text), "bytes": .integer(Self.size(of: file))]
    }

    private static func size(of file: URL) -> Int {
        let inner = FileManager.default.enumerator(at: file, includingPropertiesForKeys: [.fileSizeKey])?.compactMap { $0 as? URL } ?? []
        return ([file] + inner).reduce(0) { sum, url in
            let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            return sum + (values?.isRegularFile == true ? values?.fileSize ?? 0 : 0)
        }
    }

    /// The time to load the model, and the times of the steps of a prediction whose inputs are zeros.
    func times(_ name: String) throws -> JSON {
        let clock = ContinuousClock()
        let start = clock.now
        let model = try MLModel(contentsOf: file(named: name), configuration: MLModelConfiguration())
        var values: [String: Any] = [:]
        for feature in model.modelDescription.inputDescriptionsByName.values where !feature.isOptional {
            values[feature.name] = try MLFeatureValue.zeros(for: feature)
        }
        let inputs = try MLDictionaryFeatureProvider(dictionary: values)
        let state = model.makeStateIfNeeded()
        _ = try model.prediction(from: inputs, usingAny: state)
        let loaded = clock.now
        var times: [Double] = []
        let profile = PlanProfile()
        repeat {
            let begin = clock.now
            _ = try model.prediction(from: inputs, usingAny: state)
            times.append((clock.now - begin) / .milliseconds(1))
        } while times.count < Self.timedRuns && clock.now - loaded < .seconds(Self.timedSeconds)
        try profile.gather { for _ in 0..<min(times.count, 5) { _ = try model.prediction(from: inputs, usingAny: state) } }
        times.sort()
        let steps = profile.entries.prefix(Self.maximumStepCount).map {
            ["name": .string($0.name), "ms": .number($0.milliseconds)] as JSON
        }
        return [
            "load": .number((loaded - start) / .milliseconds(1)), "median": .number(times[times.count / 2]), "least": .number(times[0]),
            "runs": .integer(times.count), "steps": .array(steps),
        ]
    }

    // MARK: Running it

    /// Runs a model on a picture.
    func run(_ name: String, on picture: Data) throws -> JSON {
        let size = try PictureSize(picture)
        let model = try MLModel(contentsOf: file(named: name), configuration: MLModelConfiguration())
        let request = VNCoreMLRequest(model: try VNCoreMLModel(for: model))
        if model.modelDescription.outputDescriptionsByName["coordinates"] != nil { request.imageCropAndScaleOption = .scaleFill }
        let start = ContinuousClock.now
        try VNImageRequestHandler(data: picture).perform([request])
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        let results = (request.results ?? []).prefix(200)
        return [
            "width": .integer(size.width), "height": .integer(size.height), "milliseconds": .number(time),
            "findings": .array(results.compactMap { Self.finding($0)?.overlay }), "outputs": .array(results.compactMap(Self.output)),
        ]
    }

    private static func finding(_ result: VNObservation) -> Finding? {
        switch result {
        case let object as VNRecognizedObjectObservation: Finding(object)
        case let label as VNClassificationObservation: Finding(Label(label))
        default: nil
        }
    }

    private static func output(_ result: VNObservation) -> JSON? {
        switch result {
        case let value as VNCoreMLFeatureValueObservation:
            ["name": .string(value.featureName), "text": .string(FeatureOutput(name: value.featureName, value: value.featureValue).text)]
        case let image as VNPixelBufferObservation:
            [
                "name": .string(image.featureName ?? "image"),
                "text": .string("image \(CVPixelBufferGetWidth(image.pixelBuffer)) × \(CVPixelBufferGetHeight(image.pixelBuffer))"),
                "picture": Thumbnail.dataURL(of: image.pixelBuffer).map { .string($0) } ?? .null,
            ]
        default: nil
        }
    }
}
