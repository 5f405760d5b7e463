import CoreGraphics
import CoreML
import CoreMLRuntime

/// Where a request's network comes from.
package enum NetworkSource: Sendable {
    /// The model of this name in the catalogue.
    case catalog(String)
    /// A model that a program brings.
    case given(ImageModel, CropAndScale.Option)

    /// The network, loaded.
    ///
    /// - Parameter request: who needs it, for messages.
    /// - Throws: `VisionFailure`: `dataUnavailable` where the catalogue's model is missing.
    package func network(for request: String, usesCPUOnly: Bool) throws -> Network {
        switch self {
        case .catalog(let name):
            let stored = try ModelStore.current.model(name, for: request, usesCPUOnly: usesCPUOnly)
            return Network(model: stored.model, cropAndScale: stored.entry.cropAndScale, usesCPUOnly: usesCPUOnly)
        case .given(let model, let cropAndScale):
            return Network(model: model, cropAndScale: cropAndScale, usesCPUOnly: usesCPUOnly)
        }
    }
}

extension NetworkSource: Hashable {
    package static func == (left: NetworkSource, right: NetworkSource) -> Bool {
        switch (left, right) {
        case (.catalog(let first), .catalog(let second)): first == second
        case (.given(let first, let crop), .given(let second, let otherCrop)): first.model === second.model && crop == otherCrop
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .catalog(let name): hasher.combine(name)
        case .given(let model, let cropAndScale):
            hasher.combine(ObjectIdentifier(model.model))
            hasher.combine(cropAndScale)
        }
    }
}

/// A network whose outputs an analysis decodes itself.
package struct Network: Sendable {
    package let model: ImageModel
    package let cropAndScale: CropAndScale.Option
    package let usesCPUOnly: Bool

    /// The names of its outputs.
    package var outputNames: [String] { model.model.modelDescription.outputs.map(\.name) }

    package func demands(region: CGRect, of frame: FrameInfo) throws -> [FrameDemand] {
        [FrameDemand(try model.crop(cropAndScale, region: region, of: frame))]
    }

    /// What the network says of a part of the frame, and how that part lies in its input.
    ///
    /// - Parameter region: normalised to the upright image, origin at the lower left.
    package func answer(region: CGRect, in context: AnalysisContext) throws -> (outputs: NetworkOutputs, crop: CropAndScale) {
        let crop = try model.crop(cropAndScale, region: region, of: context.frame.info)
        let image = FrameTensor(frame: context.frame, crop: crop)
        let result = try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation)
        return (NetworkOutputs(result, of: model), crop)
    }
}
