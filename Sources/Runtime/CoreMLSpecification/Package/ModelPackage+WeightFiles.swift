import Foundation

extension ModelPackage {
    /// Opens every array of a weight file that the model's programs refer to.
    ///
    /// - Throws: ``SpecificationError`` that names a file if it is missing, too short or not a weight file.
    package func checkWeights() throws {
        for reference in model.weightReferences { _ = try weights.entry(for: reference) }
    }

    /// Copies the weight files below `folder` that a model refers to, except those that `destination` already has. Files that are not weight files or
    /// are outside of the folder are left out.
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
    var weightFileNames: Set<String> { Set(weightReferences.map(\.fileName)) }

    /// The arrays of weight files that the model's programs refer to, including the programs of a pipeline's models.
    fileprivate var weightReferences: [Specification.MILSpec.Value.BlobFileValue] {
        switch type {
        case .mlProgram(let program)?:
            program.functions.values.flatMap(\.blockSpecializations.values).reduce(into: []) { $1.addWeightReferences(to: &$0) }
        case .pipeline(let pipeline)?: pipeline.weightReferences
        case .pipelineClassifier(let classifier)?: classifier.pipeline?.weightReferences ?? []
        case .pipelineRegressor(let regressor)?: regressor.pipeline?.weightReferences ?? []
        default: []
        }
    }
}

extension Specification.Pipeline {
    fileprivate var weightReferences: [Specification.MILSpec.Value.BlobFileValue] { models.flatMap(\.weightReferences) }
}

extension Specification.MILSpec.Block {
    fileprivate func addWeightReferences(to references: inout [Specification.MILSpec.Value.BlobFileValue]) {
        for operation in operations {
            var values = operation.attributes.values
            for case .value(let value)? in operation.inputs.values.flatMap(\.arguments).map(\.binding) { values.append(value) }
            for case .blobFileValue(let reference)? in values.map(\.value) { references.append(reference) }
            for block in operation.blocks { block.addWeightReferences(to: &references) }
        }
    }
}
