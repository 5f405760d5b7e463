import CoreVideo
import Foundation
import InputChecks

/// The label map of a grid over an image. It gives the object to which each cell belongs.
package struct InstanceMask: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The label of each cell: the number of its object, from 1, or 0 for the background.
    package let labels: [UInt8]
    /// The probability that each cell belongs to its object; 0 for the background.
    package let probabilities: [Float]

    private static let threshold: Float = 0.5
    /// The maximum number of objects. Labels of 8 bits allow no more.
    private static let maximumCount = 255
    /// The least size of an object, as a fraction of all cells. Parts of the foreground below this size are ignored.
    private static let minimumShare = 0.001

    /// Labels each cell with its likeliest object, if the probability is at least one half.
    ///
    /// - Parameter maps: the probability map of each object.
    /// - Precondition: all maps have the same size.
    init(maps: [ProbabilityMap]) {
        let maps = maps.prefix(Self.maximumCount)
        (width, height) = (maps[0].width, maps[0].height)
        var labels = [UInt8](repeating: 0, count: width * height)
        var probabilities = [Float](repeating: 0, count: width * height)
        var count: UInt8 = 0
        var numbers: [Int: UInt8] = [:]
        for cell in labels.indices {
            guard let best = maps.indices.max(by: { maps[$0].values[cell] < maps[$1].values[cell] }),
                maps[best].values[cell] >= Self.threshold
            else { continue }
            // An object gets its number with its first cell. Objects without cells have none.
            if numbers[best] == nil {
                count += 1
                numbers[best] = count
            }
            labels[cell] = numbers[best] ?? 0
            probabilities[cell] = maps[best].values[cell]
        }
        (self.labels, self.probabilities) = (labels, probabilities)
    }

    /// Makes each connected part of a foreground an object. The largest object comes first.
    init(foreground: ProbabilityMap) {
        self.init(objects: Self.parts(of: foreground).map(\.cells), in: foreground)
    }

    /// Makes each person an object, the largest first. A cell of the foreground belongs to the body whose limbs are nearest. A connected part in
    /// which no body was found is a separate object.
    ///
    /// - Parameter bodies: the bodies, the most certain first. They are not computed if the foreground is empty.
    init(people: ProbabilityMap, bodies: @autoclosure () throws -> [PoseFinding]) rethrows {
        let parts = Self.parts(of: people)
        let bodies = parts.isEmpty ? [] : try bodies()
        var nearest = BodyOwners(width: people.width, height: people.height, bodies: bodies)
        var objects: [[Int]] = []
        var cellsOfBodies = [[Int]](repeating: [], count: bodies.count)
        for part in parts {
            let owners = nearest.owners(of: part.cells)
            if owners.isEmpty { objects.append(part.cells) }
            for (cell, body) in owners { cellsOfBodies[body].append(cell) }
        }
        objects += cellsOfBodies.filter { !$0.isEmpty }
        self.init(objects: objects.sorted { $0.count > $1.count }, in: people)
    }

    private static func parts(of foreground: ProbabilityMap) -> [MapRegions.Region] {
        let minimumArea = max(1, Int(Double(foreground.values.count) * minimumShare))
        return MapRegions(foreground, threshold: threshold, minimumArea: minimumArea).regions
    }

    /// - Parameter objects: the cells of each object.
    private init(objects: [[Int]], in map: ProbabilityMap) {
        (width, height) = (map.width, map.height)
        var labels = [UInt8](repeating: 0, count: width * height)
        var probabilities = [Float](repeating: 0, count: width * height)
        for (index, cells) in objects.prefix(Self.maximumCount).enumerated() {
            for cell in cells {
                labels[cell] = UInt8(index + 1)
                probabilities[cell] = map.values[cell]
            }
        }
        (self.labels, self.probabilities) = (labels, probabilities)
    }

    /// Restores a mask from an archive; `nil` if the parts do not fit together.
    package init?(width: Int, height: Int, labels: [UInt8], probabilities: [Float]) {
        guard width > 0, height > 0, let count = [width, height].checkedProduct(), labels.count == count, probabilities.count == count,
            zip(labels, probabilities).allSatisfy({ (0...1).contains($1) && ($0 > 0) == ($1 > 0) })
        else { return nil }
        (self.width, self.height) = (width, height)
        (self.labels, self.probabilities) = (labels, probabilities)
    }

    /// The numbers of the objects.
    package var instances: IndexSet { IndexSet(labels.lazy.filter { $0 > 0 }.map { Int($0) }) }

    /// The mean probability of the objects' cells; 0 if there are no objects.
    package var confidence: Float {
        let count = labels.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
        return count == 0 ? 0 : min(probabilities.reduce(0, +) / Float(count), 1)
    }

    /// The labels as a picture.
    package func makePicture() throws -> CVPixelBuffer {
        guard
            let picture = CVPixelBuffer.make(
                width: width, height: height, format: kCVPixelFormatType_OneComponent8, packedPlanes: [Data(labels)])
        else { throw VisionFailure(.outOfMemory, "there is no memory for a picture of \(width) × \(height) labels") }
        return picture
    }

    /// The probability map of some objects. Cells of other objects and of the background are 0.
    ///
    /// - Throws: `VisionFailure` of kind `invalidArgument` if `wanted` is empty or has a number that no object has.
    package func map(of wanted: IndexSet) throws -> ProbabilityMap {
        let missing = wanted.subtracting(instances)
        guard !wanted.isEmpty, missing.isEmpty else {
            let numbers = (wanted.isEmpty ? wanted : missing).map(String.init).joined(separator: ", ")
            throw VisionFailure(
                .invalidArgument, "there are no instances \(numbers.isEmpty ? "among none" : numbers), but \(instances.map(String.init))")
        }
        let values = zip(labels, probabilities).map { wanted.contains(Int($0)) ? $1 : 0 }
        return ProbabilityMap(width: width, height: height, values: values)
    }

    /// The smallest rectangle around some objects, in cells.
    package func box(of wanted: IndexSet) -> CGRect {
        var box = CGRect.null
        for (cell, label) in labels.enumerated() where wanted.contains(Int(label)) {
            box = box.union(CGRect(x: cell % width, y: cell / width, width: 1, height: 1))
        }
        return box
    }
}
