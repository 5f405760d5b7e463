import Foundation

extension ModelPackage {
    /// Copies the weight files below `folder` that a model refers to, except those that `destination` has already. Files that are not weight files,
    /// or lie outside the folder, are left out; such a model does not load.
    static func copyWeightFiles(of model: Specification.Model, from folder: URL, to destination: URL) throws {
        let (files, place) = (FileManager.default, "@model_path/")
        for name in model.weightFileNames.sorted() where name.hasPrefix(place) {
            let path = String(name.dropFirst(place.count))
            let copy = destination.appendingPathComponent(path)
            guard let source = try? folder.descendant(path), !files.fileExists(atPath: copy.path),
                (try? WeightFile(contentsOf: source)) != nil
            else { continue }
            try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.copyItem(at: source, to: copy)
        }
    }
}

extension Specification.Model {
    /// The names of the weight files that the model's programs refer to, including the programs of a pipeline's models.
    var weightFileNames: Set<String> {
        switch type {
        case .mlProgram(let program)?:
            let blocks = program.functions.values.flatMap(\.blockSpecializations.values)
            return blocks.reduce(into: []) { $1.addWeightFileNames(to: &$0) }
        case .pipeline(let pipeline)?: return pipeline.weightFileNames
        case .pipelineClassifier(let classifier)?: return classifier.pipeline?.weightFileNames ?? []
        case .pipelineRegressor(let regressor)?: return regressor.pipeline?.weightFileNames ?? []
        default: return []
        }
    }
}

extension Specification.Pipeline {
    fileprivate var weightFileNames: Set<String> { models.reduce(into: []) { $0.formUnion($1.weightFileNames) } }
}

extension Specification.MILSpec.Block {
    fileprivate func addWeightFileNames(to names: inout Set<String>) {
        for operation in operations {
            var values = operation.attributes.values
            for case .value(let value)? in operation.inputs.values.flatMap(\.arguments).map(\.binding) { values.append(value) }
            for case .blobFileValue(let reference)? in values.map(\.value) { names.insert(reference.fileName) }
            for block in operation.blocks { block.addWeightFileNames(to: &names) }
        }
    }
}
