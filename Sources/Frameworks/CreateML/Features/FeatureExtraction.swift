import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import InputChecks

/// The features of labelled images.
struct ExtractedFeatures: Sendable {
    var matrix: FeatureMatrix
    /// The image of each row.
    var urls: [URL] = []
    /// The images that could not be read, with the reason for each.
    var skipped: [(url: URL, reason: String)] = []
}

extension ImageFeatureExtractor {
    /// An image and the numbers of its classes.
    struct Example: Sendable {
        var url: URL
        var labels: [Int]
    }

    /// Extracts the features of all images on all cores. An image that cannot be read is skipped and listed in the result.
    ///
    /// - Parameter acceptsDamage: whether to accept a partly lost image, such as a truncated file.
    /// - Parameter report: called with the number of completed images, by one thread at a time. If it throws an error, the extraction ends.
    /// - Throws: the error of `report`.
    func extract(
        _ examples: [Example], augmentation: MLImageClassifier.ImageAugmentationOptions = [], acceptsDamage: Bool = true,
        cache: FeatureCache? = nil, report: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) throws -> ExtractedFeatures {
        let answers = try Parallelism.map(examples.count, report: report) { index in
            try self.rows(examples[index].url, augmentation, acceptsDamage, cache)
        }
        var result = ExtractedFeatures(matrix: FeatureMatrix(columns: count))
        for (example, answer) in zip(examples, answers) {
            switch answer {
            case .success(let rows):
                for row in rows {
                    result.matrix.append(row, labels: example.labels)
                    result.urls.append(example.url)
                }

            case .failure(let error): result.skipped.append((example.url, error.reason(ofImageAt: example.url)))
            }
        }
        return result
    }
}

extension ImageFeatureExtractor {
    /// The feature rows of an image and its augmented copies. The random seed depends only on the image's content. The cache therefore finds the rows
    /// again, even if other images were added or removed.
    private func rows(
        _ url: URL, _ augmentation: MLImageClassifier.ImageAugmentationOptions, _ acceptsDamage: Bool, _ cache: FeatureCache?
    ) throws -> [[Float]] {
        var content = ContentDigest()
        if cache != nil || !augmentation.isEmpty {
            do {
                content.add(try Data(contentsOfFile: url))
            } catch {
                throw MLCreateError.io(reason: "\(url.path) cannot be read: \(FileReason.text(of: error))")
            }
        }
        func make() throws -> [[Float]] {
            try features(of: url, augmentation: augmentation, seed: content.number, acceptsDamage: acceptsDamage)
        }
        guard let cache else { return try make() }
        var key = digest
        key.add(augmentation.rawValue)
        key.add(content.data)
        return try cache.rows(key, columns: count, make: make)
    }
}
