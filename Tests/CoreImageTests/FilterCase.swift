import CoreImage
import Foundation
import TestSupport
import Testing

/// A filter with inputs and the pixels that other programs make of them (`Scripts/filter_fixtures.py`).
struct FilterCase: CustomTestStringConvertible, Sendable {
    let index: Int
    let filter: String
    var testDescription: String { "\(filter) (\(index))" }

    static let all: [FilterCase] = File.shared.cases.enumerated().map { FilterCase(index: $0.offset, filter: $0.element.filter) }

    /// The rectangle that the pixels fill, with the origin at the lower left.
    var rect: CGRect {
        let numbers = File.shared.cases[index].rect
        return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// RGBA, premultiplied, top row first.
    var expected: [UInt8] { [UInt8](File.shared.cases[index].expected) }

    /// The filter with its inputs.
    func make() -> CIFilter? {
        let record = File.shared.cases[index]
        let filter = CIFilter(name: record.filter)
        if !record.image.isEmpty { filter?.setValue(Self.picture(record.image), forKey: kCIInputImageKey) }
        for (key, value) in record.parameters {
            switch value {
            case .number(let number): filter?.setValue(number, forKey: key)
            case .numbers(let numbers):
                filter?.setValue(CIVector(values: numbers.map { CGFloat($0) }, count: numbers.count), forKey: key)
            case .color(let numbers):
                filter?.setValue(CIColor(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3]), forKey: key)
            case .picture(let name): filter?.setValue(Self.picture(name), forKey: key)
            }
        }
        return filter
    }

    /// One of the pictures that the filters are tried on: `image`, `background`, `mask` or `back`.
    static func picture(_ name: String) -> CIImage {
        let file = File.shared
        return CIImage(
            bitmapData: file.pictures[name] ?? Data(), bytesPerRow: 4 * file.width, size: CGSize(width: file.width, height: file.height),
            format: .RGBA8, colorSpace: nil)
    }
}

/// The values that the script wrote.
private struct File: Decodable {
    let width: Int
    let height: Int
    let pictures: [String: Data]
    let cases: [Record]

    struct Record: Decodable {
        let filter: String
        let image: String
        let parameters: [String: Value]
        let rect: [Double]
        let expected: Data
    }

    enum Value: Decodable {
        case number(Double), numbers([Double]), color([Double]), picture(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let numbers = try? container.decode([Double].self) {
                self = .numbers(numbers)
            } else if let name = try? container.decode(String.self) {
                self = .picture(name)
            } else {
                self = .color(try container.decode([String: [Double]].self)["color"] ?? [])
            }
        }
    }

    static let shared: File = {
        guard let data = try? Data(contentsOf: Fixtures.url("filters.json")), let file = try? JSONDecoder().decode(File.self, from: data)
        else {
            fatalError("the fixture filters.json cannot be read")
        }
        return file
    }()
}

/// The bytes of a rectangle of an image: RGBA, premultiplied, top row first.
func bytes(of image: CIImage, in rect: CGRect, context: CIContext = CIContext()) -> [UInt8] {
    var bytes = [UInt8](repeating: 77, count: Int(rect.width) * Int(rect.height) * 4)
    context.render(image, toBitmap: &bytes, rowBytes: Int(rect.width) * 4, bounds: rect, format: .RGBA8, colorSpace: nil)
    return bytes
}
