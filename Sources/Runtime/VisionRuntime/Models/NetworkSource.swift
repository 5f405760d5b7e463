import CoreGraphics
import CoreML
import CoreMLRuntime

/// The source of a request's network.
package enum NetworkSource: Sendable {
    /// The model of this name in the model catalogue.
    case catalog(String)
    /// A model that a program provides.
    case given(ImageModel, CropAndScale.Option)

    /// The loaded network.
    ///
    /// - Parameter request: the request that needs the network, for messages.
    /// - Throws: `VisionFailure`: `dataUnavailable` if the catalogue's model is missing.
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

/// A network whose outputs are decoded by the analysis itself.
package struct Network: Sendable {
    package let model: ImageModel
    package let cropAndScale: CropAndScale.Option
    package let usesCPUOnly: Bool
    /// Whether an image that does not fill the input is placed in the input's upper left corner. If not, the image is placed in the centre.
    private let fillsFromCorner: Bool

    package init(model: ImageModel, cropAndScale: CropAndScale.Option, usesCPUOnly: Bool, fillsFromCorner: Bool = false) {
        self.model = model
        self.cropAndScale = cropAndScale
        self.usesCPUOnly = usesCPUOnly
        self.fillsFromCorner = fillsFromCorner
    }

    /// The names of the network's outputs.
    package var outputNames: [String] { model.model.modelDescription.outputs.map(\.name) }

    package func demands(region: CGRect, of frame: FrameInfo) throws -> [FrameDemand] {
        try model.imageInputSizes().map { FrameDemand(try crop(region, of: frame, $0)) }
    }

    /// The network's outputs for a part of the frame, and the crop that maps this part to the input.
    typealias Answer = (outputs: NetworkOutputs, crop: CropAndScale)

    /// The network's outputs for a part of the frame.
    ///
    /// - Parameter region: normalised to the upright image, origin at the lower left.
    func answer(region: CGRect, in context: AnalysisContext) throws -> Answer {
        try answer(region, nil, in: context)
    }

    /// The network's outputs for a part of the frame in each allowed input size, the preferred size first.
    func answers(region: CGRect, in context: AnalysisContext) throws -> [Answer] {
        try model.imageInputSizes().map { try answer(region, $0, in: context) }
    }

    private func answer(_ region: CGRect, _ size: CGSize?, in context: AnalysisContext) throws -> Answer {
        let crop = try crop(region, of: context.frame.info, size)
        let image = FrameTensor(frame: context.frame, crop: crop)
        let result = try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation)
        return (NetworkOutputs(result, of: model), crop)
    }

    private func crop(_ region: CGRect, of frame: FrameInfo, _ size: CGSize?) throws -> CropAndScale {
        let crop = try model.crop(cropAndScale, region: region, of: frame, size: size)
        return fillsFromCorner ? crop.inCorner : crop
    }
}
