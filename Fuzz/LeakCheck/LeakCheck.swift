import CoreML
import Foundation
import ImageIO

/// Loads and unloads models, predicts, and decodes pictures many times, and fails where the process grows.
///
/// `LeakCheck CYCLES MODELS PICTURES`: a number, a folder of models, and a folder of pictures. Under a leak sanitizer, what nobody can
/// reach at the end is reported too.
@main
struct LeakCheck {
    /// The bytes that a process may grow by between a tenth of the cycles, when caches are full, and all of them.
    private static let allowance = 2 << 20

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let cycles = Int(arguments[1]), cycles >= 10 else {
            print("usage: LeakCheck CYCLES MODELS PICTURES")
            exit(2)
        }
        let models = try files(in: arguments[2])
        var grew = false
        for model in models {
            do {
                try predict(with: MLModel(contentsOf: model))
            } catch {
                // A seed of the fuzzers need not be a whole model.
                print("\(model.lastPathComponent): left out, \(error.localizedDescription)")
                continue
            }
            grew =
                try repeated("\(model.lastPathComponent): loaded and unloaded", cycles) { try predict(with: MLModel(contentsOf: model)) }
                || grew
            let loaded = try MLModel(contentsOf: model)
            grew = try repeated("\(model.lastPathComponent): predicted", cycles) { try predict(with: loaded) } || grew
        }
        for picture in try files(in: arguments[3]) {
            grew = try repeated("\(picture.lastPathComponent): decoded", max(10, cycles / 20)) { try decode(picture) } || grew
        }
        exit(grew ? 1 : 0)
    }

    private static func files(in folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isRegularFileKey])
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// Whether the process grew.
    private static func repeated(_ what: String, _ cycles: Int, _ body: () throws -> Void) throws -> Bool {
        for _ in 0..<cycles / 10 { try body() }
        let early = residentByteCount()
        for _ in cycles / 10..<cycles { try body() }
        let late = residentByteCount()
        let grew = late - early > allowance
        print("\(what) \(cycles) times: \(early >> 10) KB after a tenth, \(late >> 10) KB at the end\(grew ? ", WHICH IS A LEAK" : "")")
        return grew
    }

    private static func residentByteCount() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
    }

    private static func predict(with model: MLModel) throws {
        let inputs = try model.modelDescription.inputDescriptionsByName.compactMapValues { description -> MLFeatureValue? in
            switch description.type {
            case .multiArray:
                let shape = description.multiArrayConstraint?.shape ?? []
                let array = try MLMultiArray(shape: shape, dataType: .float32)
                for index in 0..<array.count { array[index] = NSNumber(value: index % 7) }
                return MLFeatureValue(multiArray: array)
            case .double: return MLFeatureValue(double: 1)
            case .int64: return MLFeatureValue(int64: 1)
            default: return nil
            }
        }
        let provider = try MLDictionaryFeatureProvider(dictionary: inputs)
        if model.modelDescription.stateDescriptionsByName.isEmpty {
            _ = try model.prediction(from: provider)
        } else {
            _ = try model.prediction(from: provider, using: model.makeState())
        }
    }

    private static func decode(_ picture: URL) throws {
        guard let source = CGImageSourceCreateWithURL(picture as CFURL, nil) else { return }
        _ = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        _ = CGImageSourceCreateImageAtIndex(source, 0, nil)?.dataProvider
    }
}
