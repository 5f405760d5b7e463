import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The record of a compiled model's precision, in the model's folder.
enum PrecisionFile {
    /// The choices that the folder of `package` keeps for this processor; empty where there are none.
    static func choices(of package: ModelPackage) -> [[Int]: PrecisionChoice] {
        guard let folder = package.location, folder.pathExtension == "mlmodelc", let file = package.modelFile else { return [:] }
        let place = folder.appendingPathComponent(PrecisionRecord.fileName)
        guard FileManager.default.fileExists(atPath: place.path), let text = try? Bytes(contentsOf: place),
            let record = PrecisionRecord(text), let model = try? Bytes(contentsOf: file)
        else { return [:] }
        return record.choices(model: model)
    }

    /// Measures the model in a compiled folder, and writes what was chosen there. Does nothing on processors that compute everything in float32, or
    /// if the model cannot be loaded: loading says why.
    static func write(in folder: URL) {
        guard PlanOptions.fastest.isReduced, let package = try? ModelPackage(contentsOf: folder), let file = package.modelFile,
            let model = try? MLModel(package: package, configuration: MLModelConfiguration(), name: folder.lastPathComponent),
            let report = model.precisionReport, !report.choices.isEmpty, let message = try? Bytes(contentsOf: file),
            let text = try? PrecisionRecord(report, model: message).text()
        else { return }
        try? writeFile([text], to: folder.appendingPathComponent(PrecisionRecord.fileName))
    }
}
