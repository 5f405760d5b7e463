import CoreGraphics
import CoreML

/// Which parts of an image show what a model of the catalogue was trained to set apart.
///
/// The model has one image for its input. The output that counts is its only one, or the one with the name of the subject: a picture of one
/// component, or an array whose last two dimensions are rows and columns. One map is the probability that a cell is of the foreground. Of
/// several, the first is the probability of the background. Of more than two, each of the others is that of one object.
package struct SegmentationAnalysis: Analysis {
    /// The subject that is set apart, and the output for it where a model has several.
    package enum Subject: String, Sendable {
        case person, foreground
    }

    /// Which of the sizes that the model takes the image is brought to.
    package enum Size: Sendable {
        case smallest, wanted, largest
    }

    /// The model's name in the catalogue.
    package let name: String
    package let subject: Subject
    /// The request's name, for messages.
    package let request: String
    /// Normalised to the upright image, origin at the lower left.
    package let regionOfInterest: CGRect
    package let size: Size
    package let usesCPUOnly: Bool
    package let models: ModelStore

    package init(
        model name: String, of subject: Subject, for request: String, regionOfInterest: CGRect, size: Size = .wanted, usesCPUOnly: Bool,
        models: ModelStore = .current
    ) {
        self.name = name
        self.subject = subject
        self.request = request
        self.regionOfInterest = regionOfInterest
        self.size = size
        self.usesCPUOnly = usesCPUOnly
        self.models = models
    }

    private func prediction() throws -> CoreModelAnalysis {
        let stored = try models.model(name, for: request, usesCPUOnly: usesCPUOnly)
        // The model's preferred size is the first of the list, and of equal areas `min` and `max` take the first.
        let sizes = size == .wanted ? [] : try stored.model.imageInputSizes()
        let inputSize: CGSize? =
            switch size {
            case .wanted: nil
            case .smallest: sizes.min { $0.area < $1.area }
            case .largest: sizes.max { $0.area < $1.area }
            }
        return CoreModelAnalysis(
            model: stored.model, cropAndScale: stored.entry.cropAndScale, inputSize: inputSize, regionOfInterest: regionOfInterest,
            usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try prediction().demands(of: frame) }

    /// One segmentation.
    package func findings(in context: AnalysisContext) throws -> [Segmentation] {
        let prediction = try prediction()
        let answers = try context.findings(of: prediction)
        guard let answer = answers.count == 1 ? answers.first : answers.first(where: { $0.name == subject.rawValue }) else {
            throw VisionFailure(
                .invalidModel,
                "the model '\(name)' gives \(answers.count) outputs instead of one with maps, none of which is '\(subject.rawValue)'")
        }
        let maps =
            switch answer {
            case .picture(let picture, _): [try ProbabilityMap(picture)]
            case .feature(let value, _): try value.multiArrayValue.map { try ProbabilityMap.maps($0, of: name) } ?? []
            default: [ProbabilityMap]()
            }
        guard let first = maps.first else { throw VisionFailure(.invalidModel, "the model '\(name)' gives no maps of an image") }
        let info = context.frame.info
        let crop = try prediction.crop(of: info)
        let foreground = maps.count == 1 ? first : first.complement
        let objects = maps.count > 2 ? maps.dropFirst().map { $0.cleared(outside: crop) } : []
        return [
            Segmentation(
                foreground: foreground.cleared(outside: crop), objects: objects, area: first.area(of: info, crop), imageSize: info.size)
        ]
    }
}

/// A segmenting model's answer for an image.
package struct Segmentation: Sendable {
    /// The probability that a cell shows anything but the background.
    let foreground: ProbabilityMap
    /// The probability of each object; none where the model does not tell objects apart.
    let objects: [ProbabilityMap]
    /// The whole image, in cells of the maps.
    let area: CGRect
    let imageSize: CGSize

    /// The most cells on the longer side of a map of the whole image. More are never useful, even if the model saw a small part of the image.
    private static let maximumCellCount = 2016

    /// The probability of the foreground over the whole image, in cells as large as the model's.
    func wholeForeground() throws -> ProbabilityMap { try whole(foreground) }

    /// The objects of the foreground, over the whole image: of a model that does not tell them apart, each connected part.
    func instances() throws -> InstanceMask {
        objects.isEmpty ? InstanceMask(foreground: try wholeForeground()) : InstanceMask(maps: try objects.map(whole))
    }

    private func whole(_ map: ProbabilityMap) throws -> ProbabilityMap {
        let (width, height) = imageSize.fitting(Int(min(max(area.width, area.height).rounded(), CGFloat(Self.maximumCellCount))))
        return try map.resized(area, width: width, height: height)
    }
}

extension CGSize {
    fileprivate var area: CGFloat { width * height }

    /// The size in whole pixels whose longer side is at most so long; a smaller size's own.
    func fitting(_ maximumDimension: Int) -> (width: Int, height: Int) {
        let scale = min(CGFloat(maximumDimension) / max(width, height), 1)
        return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
    }
}

extension ProbabilityMap {
    /// Where a whole image lies over the map of a crop, in cells.
    fileprivate func area(of frame: FrameInfo, _ crop: CropAndScale) -> CGRect {
        let across = crop.destination.width / crop.region.width, down = crop.destination.height / crop.region.height
        let (x, y) = (CGFloat(width) / crop.inputSize.width, CGFloat(height) / crop.inputSize.height)
        return CGRect(
            x: (crop.destination.minX - crop.region.minX * across) * x, y: (crop.destination.minY - crop.region.minY * down) * y,
            width: frame.size.width * across * x, height: frame.size.height * down * y)
    }

    /// The map with zeros in the padding, where the model saw black bars instead of the image.
    fileprivate func cleared(outside crop: CropAndScale) -> ProbabilityMap {
        let (x, y) = (CGFloat(width) / crop.inputSize.width, CGFloat(height) / crop.inputSize.height)
        let seen = CGRect(
            x: crop.destination.minX * x, y: crop.destination.minY * y, width: crop.destination.width * x,
            height: crop.destination.height * y)
        // A cell that lies partly on the image stays.
        return cleared(outside: seen.insetBy(dx: 1e-6, dy: 1e-6).integral)
    }
}
