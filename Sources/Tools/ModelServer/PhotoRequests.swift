import CoreML
import CoreMLRuntime
import CreateML
import Foundation
import JSON
import Reports
import Vision

/// Requests on photos in their file formats: `classify`, `detect` and `featurePrint`. Models stay loaded for the next request.
final class PhotoRequests {
    /// The work of a request for one photo.
    private typealias Look = (VNImageRequestHandler, Data, _ space: (any AnswerSpace)?) throws -> [(String, JSON)]

    private var looks: [String: Look] = [:]
    /// The maximum number of settings whose detectors stay loaded. The number limits the memory that a client can fill with changing settings.
    private static let keptCount = 16

    /// The member `results`: for each photo of `images`, an object with the findings or with an `error`.
    ///
    /// - Parameter space: the place for arrays of the answer.
    func answer(
        _ request: JSON, _ values: ServedValue, _ rights: ClientRights, into space: (any AnswerSpace)?
    ) throws -> [(String, JSON)] {
        guard let images = request["images"]?.array else {
            throw ModelSession.RequestError(description: "the request has no list of 'images'")
        }
        let look = try look(request, rights)
        let results = images.enumerated().map { index, image -> JSON in
            do {
                let data = try values.data(image)
                return JSON.object(try look(VNImageRequestHandler(data: data), data, space))
            } catch let error as ServedValue.ValueError {
                return ["error": .string("'images[\(index)]': \(error.description)")]
            } catch {
                return ["error": .string(ErrorText.describe(error))]
            }
        }
        return [("results", .array(results))]
    }

    private func look(_ request: JSON, _ rights: ClientRights) throws -> Look {
        let settings = JSON.object((request.object ?? []).filter { !["id", "images", "answerOffset"].contains($0.0) }).text
        if let look = looks[settings] { return look }
        let look = try makeLook(request, rights)
        if looks.count >= Self.keptCount { looks = [:] }
        looks[settings] = look
        return look
    }

    private func makeLook(_ request: JSON, _ rights: ClientRights) throws -> Look {
        let threshold = try request.member("threshold", "a number", \.double) ?? 0
        guard (0...1).contains(threshold) else { throw ModelSession.RequestError(description: "a threshold is from 0 to 1") }
        let model = try request.member("path", "a string", \.string).map { try rights.model(at: $0) }
        let crop = try crop(request)
        guard crop == nil || model != nil else { throw ModelSession.RequestError(description: "a crop needs the 'path' of a model") }
        let options = DetectionOptions(model: model, crop: crop, threshold: Float(threshold))
        switch request["op"]?.string {
        case "classify": return try classify(options, top: request.member("top", "a whole number", \.integer) ?? 5)
        case "detect":
            let kinds = try DetectionKind.list(request.member("kinds", "a string", \.string) ?? "")
            return try detect(options, kinds, withMaps: request.member("maps", "true or false", \.boolean) ?? false)
        default:
            let revision = try request.member("revision", "a whole number", \.integer)
            guard revision == nil || model == nil else {
                throw ModelSession.RequestError(description: "a revision is of Osprey's feature print, and does not go with a 'path'")
            }
            let type: MLImageClassifier.FeatureExtractorType =
                model.map { .custom(.init(modelPath: $0)) } ?? .scenePrint(revision: revision.map(PrintNetwork.revision(short:)))
            let extractor = try ImageFeatureExtractor(type)
            return { _, data, _ in [("featurePrint", .array(try extractor.features(of: data).map { .float($0) }))] }
        }
    }

    private func crop(_ request: JSON) throws -> VNImageCropAndScaleOption? {
        let crops: [String: VNImageCropAndScaleOption] = ["centerCrop": .centerCrop, "scaleFit": .scaleFit, "scaleFill": .scaleFill]
        guard let name = try request.member("crop", "a string", \.string) else { return nil }
        guard let crop = crops[name] else { throw ModelSession.RequestError(description: "there is no crop '\(name)'") }
        return crop
    }

    private func classify(_ options: DetectionOptions, top: Int) throws -> Look {
        guard top > 0 else { throw ModelSession.RequestError(description: "'top' is at least 1") }
        let classifier = try Classifier(options)
        return { handler, _, _ in
            let request = classifier.request()
            try handler.perform([request])
            let labels = try classifier.labels(of: request).prefix(top).filter { $0.confidence >= options.threshold }
            return [("observations", .array(labels.map(\.json)))]
        }
    }

    /// - Parameter withMaps: whether a finding's map, such as a mask, is in the answer, too.
    private func detect(_ options: DetectionOptions, _ kinds: [DetectionKind], withMaps: Bool) throws -> Look {
        let detectors = try kinds.map { (name: $0.name, detector: try $0.detector.init(options)) }
        return { handler, _, space in
            // The photo is decoded once for all kinds.
            let queries = try detectors.map { (name: $0.name, query: try $0.detector.query()) }
            try handler.perform(queries.map(\.query.request))
            return try queries.map { kind in
                let findings = try kind.query.findings().filter { $0.confidence >= options.threshold }
                let found = try findings.map { try withMaps ? Self.withMap($0, space) : $0.json }
                return (kind.name, kind.query.isSingle ? found.first ?? .null : .array(found))
            }
        }
    }

    /// A finding as JSON. If it has a map, the map's values are included: rows × columns, the top row first.
    private static func withMap(_ finding: Finding, _ space: (any AnswerSpace)?) throws -> JSON {
        guard let map = finding.heatMap, let members = finding.json.object else { return finding.json }
        let array = MLMultiArray(MLShapedArray<Float>(scalars: map.values, shape: [map.height, map.width]))
        return .object(members + [("map", try ServedValue.encode(array, into: space))])
    }
}
