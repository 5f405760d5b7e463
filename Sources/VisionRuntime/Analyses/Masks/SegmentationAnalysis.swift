import CoreGraphics
import CoreML

/// Segments an image with a model of the catalogue.
///
/// The model's input is an image. Its one output is a picture of one component, or an array of maps whose last two dimensions are rows and
/// columns:
/// - One map is the probability that a cell belongs to the foreground.
/// - Of two maps, the first is the probability of the background. The second is not used.
/// - Of more maps, the first is the probability of the background, and each other map is the probability of one object.
package struct SegmentationAnalysis: Analysis {
    /// The model's name in the catalogue.
    package let name: String
    /// The name of the request, for messages.
    package let request: String
    /// Normalised to the upright image, origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool
    package let models: ModelStore

    package init(model name: String, for request: String, regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) {
        self.name = name
        self.request = request
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
        self.models = models
    }

    private func prediction() throws -> CoreModelAnalysis {
        let stored = try models.model(name, for: request, usesCPUOnly: usesCPUOnly)
        return CoreModelAnalysis(
            model: stored.model, cropAndScale: stored.entry.cropAndScale, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try prediction().demands(of: frame) }

    /// One segmentation.
    package func findings(in context: AnalysisContext) throws -> [Segmentation] {
        let prediction = try prediction()
        let answers = try prediction.findings(in: context)
        guard answers.count == 1, let answer = answers.first else {
            throw VisionFailure(.invalidModel, "the model '\(name)' gives \(answers.count) outputs instead of one with maps")
        }
        let maps =
            switch answer {
            case .picture(let picture, _): [try ProbabilityMap(picture)]
            case .feature(let value, _): try value.multiArrayValue.map { try ProbabilityMap.maps($0, of: name) } ?? []
            default: [ProbabilityMap]()
            }
        guard let first = maps.first else { throw VisionFailure(.invalidModel, "the model '\(name)' gives no maps of an image") }
        let info = context.frame.info
        let crop = try prediction.model.crop(prediction.cropAndScale, region: regionOfInterest, of: info)
        return [Segmentation(maps: maps.map { $0.cleared(outside: crop) }, area: first.area(of: info, crop), imageSize: info.size)]
    }
}

/// What a segmenting model says of an image.
package struct Segmentation: Sendable {
    let maps: [ProbabilityMap]
    /// The whole image, in cells of the maps.
    let area: CGRect
    let imageSize: CGSize

    /// The probability that a cell shows anything but the background.
    private var foreground: ProbabilityMap {
        guard maps.count > 1 else { return maps[0] }
        return ProbabilityMap(width: maps[0].width, height: maps[0].height, values: maps[0].values.map { 1 - $0 })
    }

    /// The probability of the foreground over the whole image, as a picture.
    ///
    /// - Parameters:
    ///   - maximumDimension: the greatest number of pixels of the longer side. A smaller image keeps its own size.
    ///   - format: see ``ProbabilityMap/pixels(of:width:height:format:)``.
    package func foreground(maximumDimension: Int, format: OSType) throws -> CVPixelBuffer {
        let (width, height) = size(maximumDimension: maximumDimension)
        return try foreground.pixels(of: area, width: width, height: height, format: format)
    }

    /// The objects of the foreground, over the whole image.
    package func instances() throws -> InstanceMask {
        let (width, height) = size(maximumDimension: max(maps[0].width, maps[0].height))
        let whole = try (maps.count > 2 ? Array(maps.dropFirst()) : [foreground]).map {
            try $0.resized(area, width: width, height: height)
        }
        return maps.count > 2 ? InstanceMask(maps: whole) : InstanceMask(foreground: whole[0])
    }

    private func size(maximumDimension: Int) -> (width: Int, height: Int) {
        let scale = min(CGFloat(maximumDimension) / max(imageSize.width, imageSize.height), 1)
        return (max(1, Int((imageSize.width * scale).rounded())), max(1, Int((imageSize.height * scale).rounded())))
    }
}

extension ProbabilityMap {
    /// The whole image's rectangle in the coordinates of a crop's map, in cells.
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
        guard !seen.insetBy(dx: -0.01, dy: -0.01).contains(bounds) else { return self }
        var map = self
        for row in 0..<height {
            for column in 0..<width where !seen.contains(CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5)) {
                map.values[row * width + column] = 0
            }
        }
        return map
    }
}

/// How fine the mask of people is.
package enum PersonMaskQuality: Sendable {
    case accurate, balanced, fast

    /// Of the mask's longer side, in pixels.
    package var maximumDimension: Int {
        switch self {
        case .accurate: 2016
        case .balanced: 512
        case .fast: 256
        }
    }
}
