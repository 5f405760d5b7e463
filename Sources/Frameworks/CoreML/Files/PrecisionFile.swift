import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The record of a model's precision, in a compiled model's folder or beside a model's file.
enum PrecisionFile {
    /// The choices of precision that are stored with `package` for this processor; empty if there are none.
    static func choices(of package: ModelPackage) -> [[Int]: PrecisionChoice] {
        guard let place = place(of: package), let file = package.modelFile else { return [:] }
        guard FileManager.default.fileExists(atPath: place.path), let text = try? Bytes(contentsOf: place),
            let record = PrecisionRecord(text), let model = try? Bytes(contentsOf: file)
        else { return [:] }
        return record.choices(model: model)
    }

    private static func place(of package: ModelPackage) -> URL? {
        guard let location = package.location else { return nil }
        switch location.pathExtension {
        case "mlmodelc": return location.appendingPathComponent(PrecisionRecord.fileName)
        case "mlmodel": return location.deletingPathExtension().appendingPathExtension(PrecisionRecord.pathExtension)
        default: return nil
        }
    }

    /// Measures the model in a compiled folder, and writes the chosen precision there.
    ///
    /// Does nothing on processors that compute everything in float32. It also does nothing if the model cannot be loaded, because the reason is
    /// reported when the model is used.
    static func write(in folder: URL) {
        guard PlanOptions.fastest.isReduced, let package = try? ModelPackage(contentsOf: folder), let file = package.modelFile,
            let model = try? MLModel(package: package, configuration: MLModelConfiguration(), name: folder.lastPathComponent),
            let report = model.precisionReport, !report.choices.isEmpty, let message = try? Bytes(contentsOf: file),
            let text = try? PrecisionRecord(report, model: message).text()
        else { return }
        try? writeFile([text], to: folder.appendingPathComponent(PrecisionRecord.fileName))
    }
}
