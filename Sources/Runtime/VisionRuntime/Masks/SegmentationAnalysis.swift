import CoreGraphics
import CoreML

/// Segments an image with a model of the catalogue.
///
/// The model has one input, an image. Of several outputs, the output with the name of the subject is used. The output is a picture of one
/// component, or an array whose last two dimensions are rows and columns. The array may have several maps:
/// - One map: the probability of the foreground.
/// - Two maps: the probability of the background, and another map that is not used.
/// - More maps: the probability of the background, and then the probability of each object.
package struct SegmentationAnalysis: Analysis {
    /// The subject that is segmented. If a model has several outputs, the raw value is the name of the output for the subject.
    package enum Subject: String, Sendable {
        case person, foreground
    }

    /// The choice among the input sizes that the model accepts.
    package enum Size: Sendable {
        case smallest, wanted, largest
    }

    /// The model's name in the model catalogue.
    package let name: String
    package let subject: Subject
    /// The request's name, for messages.
    package let request: String
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
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
        // The list begins with the model's preferred size. Among sizes of equal area, `min` and `max` return the first.
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

    /// A single segmentation.
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

/// The result of a segmentation.
package struct Segmentation: Sendable {
    /// The probability that a cell shows anything but the background.
    let foreground: ProbabilityMap
    /// The probability maps of the objects; empty if the model does not separate objects.
    let objects: [ProbabilityMap]
    /// The rectangle that the whole image covers in the maps, in cells.
    let area: CGRect
    let imageSize: CGSize

    /// The maximum number of cells on the longer side of a map of the whole image. Without a limit, the map would be very large if the model saw only
    /// a small part of the image.
    private static let maximumCellCount = 2016

    /// The probability of the foreground over the whole image. Its cells are as large as the cells of the model's output.
    func wholeForeground() throws -> ProbabilityMap { try whole(foreground) }

    /// The objects of the foreground, over the whole image. If the model does not separate objects, each connected part of the foreground is an
    /// object.
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

    /// The size reduced so that its longer side has at most `maximumDimension` pixels, in whole pixels. A size below that is not enlarged.
    func fitting(_ maximumDimension: Int) -> (width: Int, height: Int) {
        let scale = min(CGFloat(maximumDimension) / max(width, height), 1)
        return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
    }
}

extension ProbabilityMap {
    /// The rectangle that the whole image covers in the coordinates of this map, in cells. The map shows a crop of the image.
    fileprivate func area(of frame: FrameInfo, _ crop: CropAndScale) -> CGRect {
        let across = crop.destination.width / crop.region.width, down = crop.destination.height / crop.region.height
        let (x, y) = (CGFloat(width) / crop.inputSize.width, CGFloat(height) / crop.inputSize.height)
        return CGRect(
            x: (crop.destination.minX - crop.region.minX * across) * x, y: (crop.destination.minY - crop.region.minY * down) * y,
            width: frame.size.width * across * x, height: frame.size.height * down * y)
    }

    /// The map with zeros in the padding. There the model saw black bars and not the image.
    fileprivate func cleared(outside crop: CropAndScale) -> ProbabilityMap {
        let (x, y) = (CGFloat(width) / crop.inputSize.width, CGFloat(height) / crop.inputSize.height)
        let seen = CGRect(
            x: crop.destination.minX * x, y: crop.destination.minY * y, width: crop.destination.width * x,
            height: crop.destination.height * y)
        // A cell that lies partly on the image is not cleared.
        return cleared(outside: seen.insetBy(dx: 1e-6, dy: 1e-6).integral)
    }
}
