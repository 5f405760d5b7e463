import CPixels
import Foundation
import Testing

@Suite("Core Image: loops over bytes")
struct ByteKernelTests {
    /// Numbers of pixels around those that are computed at once.
    private static let counts = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 100]
    private static let rgba = PixelOrder(size: 4, red: 0, green: 1, blue: 2, alpha: 3)

    /// Bytes of any value, the same for each seed.
    private static func bytes(_ count: Int, _ seed: UInt32) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
    }

    /// Premultiplied pixels of any alpha.
    private static func pixels(_ count: Int, _ seed: UInt32) -> [UInt8] {
        var result = bytes(4 * count, seed)
        for index in result.indices { result[index] = min(result[index], result[index | 3]) }
        return result
    }

    /// Calls a function with pointers to rows, from a place on.
    private static func withPointers(_ rows: [[UInt8]], from place: Int = 0, _ body: ([UnsafePointer<UInt8>?]) -> Void) {
        let copies = rows.map { row in
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: row.count)
            copy.initialize(from: row, count: row.count)
            return copy
        }
        body(copies.map { UnsafePointer($0 + place) })
        for copy in copies { copy.deallocate() }
    }

    @Test("The median is the fifth of nine bytes in order, in both rows", arguments: counts)
    func median(count: Int) {
        let rows = (0..<4).map { Self.bytes(4 * (count + 2), UInt32($0)) }
        var (made, next) = ([UInt8](repeating: 7, count: 4 * count + 4), [UInt8](repeating: 7, count: 4 * count + 4))
        Self.withPointers(rows, from: 4) { bytes_medians($0, &made, &next, count) }
        for (line, result) in [made, next].enumerated() {
            let expected = (4..<4 * count + 4).map { (place: Int) -> UInt8 in
                let nine = rows[line..<line + 3].flatMap { (row: [UInt8]) -> [UInt8] in [row[place - 4], row[place], row[place + 4]] }
                return nine.sorted()[4]
            }
            #expect(result == expected + [7, 7, 7, 7])
        }
    }

    @Test("Extremes are those of the rows' bytes, and nothing is written behind them", arguments: counts)
    func extremes(count: Int) {
        let rows = (0..<6).map { Self.bytes(4 * count, UInt32($0)) }
        for isMaximum in [false, true] {
            var made = [[UInt8]](repeating: [UInt8](repeating: 7, count: 4 * count + 4), count: 3)
            Self.withPointers(rows) { pointers in
                bytes_extremes(pointers, 5, isMaximum ? 1 : 0, &made[0], count)
                var (first, second) = (made[1], made[2])
                bytes_extremes_of_two(pointers, 5, isMaximum ? 1 : 0, &first, &second, count)
                (made[1], made[2]) = (first, second)
            }
            let expected = [0, 1].map { first in
                (0..<4 * count).map { (place: Int) -> UInt8 in
                    let values: [UInt8] = rows[first..<first + 5].map { $0[place] }
                    return isMaximum ? values.max()! : values.min()!
                } + [7, 7, 7, 7]
            }
            #expect(made == [expected[0], expected[0], expected[1]])
        }
    }

    @Test("Rules for two pixels are their formulas, rounded; a sum of two products is rounded twice", arguments: counts)
    func rules(count: Int) {
        let (top, bottom) = (Self.pixels(count, 1), Self.pixels(count, 2))
        for rule in [
            byte_rule_over, byte_rule_in, byte_rule_out, byte_rule_atop, byte_rule_add, byte_rule_multiply, byte_rule_maximum,
            byte_rule_minimum,
        ] {
            var made = top
            bytes_combine(top, bottom, rule, &made, count)
            for index in 0..<4 * count {
                let (t, b) = (Double(top[index]), Double(bottom[index]))
                let (ta, ba) = (Double(top[index | 3]) / 255, Double(bottom[index | 3]) / 255)
                let expected =
                    switch rule {
                    case byte_rule_over: t + b * (1 - ta)
                    case byte_rule_in: t * ba
                    case byte_rule_out: t * (1 - ba)
                    case byte_rule_atop: t * ba + b * (1 - ta)
                    case byte_rule_add: min(t + b, 255)
                    case byte_rule_multiply: t * b / 255
                    case byte_rule_maximum: max(t, b)
                    default: min(t, b)
                    }
                #expect(abs(Double(made[index]) - expected) <= (rule == byte_rule_atop ? 1.001 : 0.501), "\(rule) \(t) \(b) \(ta) \(ba)")
            }
        }
    }

    @Test("Sums and ranges are those of the components", arguments: counts + [9000])
    func reductions(count: Int) {
        let pixels = Self.bytes(4 * count, 5)
        let table = (0..<256).map { UInt32($0 * $0 + 3) }
        var (sums, values): ([UInt64], [UInt64]) = ([1, 2, 3, 4], [1, 2, 3, 4])
        var (low, high): ([UInt8], [UInt8]) = ([200, 200, 200, 200], [9, 9, 9, 9])
        bytes_sum(pixels, &sums, count)
        bytes_sum_values(pixels, table, &values, count)
        bytes_range(pixels, &low, &high, count)
        for component in 0..<4 {
            let bytes = stride(from: component, to: 4 * count, by: 4).map { pixels[$0] }
            #expect(sums[component] == bytes.reduce(UInt64(component + 1)) { $0 + UInt64($1) })
            #expect(values[component] == bytes.reduce(UInt64(component + 1)) { $0 + UInt64(component == 3 ? UInt32($1) : table[Int($1)]) })
            #expect(low[component] == min(200, bytes.min()!) && high[component] == max(9, bytes.max()!))
        }
    }

    @Test("A table changes opaque pixels, leaves zeros, and refuses others", arguments: counts, [false, true])
    func tables(count: Int, areEqual: Bool) {
        var given = Self.bytes(4 * count, 3)
        for index in 0..<count { given[4 * index + 3] = 255 }
        if count > 3 { given.replaceSubrange(8..<12, with: [0, 0, 0, 0]) }
        let table = areEqual ? (0..<3).flatMap { _ in Self.bytes(256, 8) } : Self.bytes(768, 9)
        var made = given
        #expect(bytes_map(&made, table, count) == 1)
        for index in 0..<count {
            let pixel = given[4 * index..<4 * index + 4]
            let mapped: [UInt8] = (0..<3).map { table[256 * $0 + Int(given[4 * index + $0])] } + [255]
            let expected = pixel.allSatisfy { $0 == 0 } ? [0, 0, 0, 0] : mapped
            #expect(Array(made[4 * index..<4 * index + 4]) == expected)
        }
        given[4 * count - 1] = 254
        #expect(bytes_map(&given, table, count) == 0)
    }

    @Test("Pixels of any order are read and written, and those that cannot be taken are refused", arguments: counts)
    func orders(count: Int) {
        let orders = [
            Self.rgba, PixelOrder(size: 4, red: 2, green: 1, blue: 0, alpha: 3), PixelOrder(size: 4, red: 1, green: 2, blue: 3, alpha: 0),
            PixelOrder(size: 4, red: 3, green: 2, blue: 1, alpha: 0), PixelOrder(size: 4, red: 0, green: 1, blue: 2, alpha: -1),
            PixelOrder(size: 3, red: 0, green: 1, blue: 2, alpha: -1), PixelOrder(size: 3, red: 2, green: 1, blue: 0, alpha: -1),
            PixelOrder(size: 1, red: 0, green: 0, blue: 0, alpha: -1),
        ]
        for order in orders {
            let (size, alpha) = (Int(order.size), Int(order.alpha))
            var given = Self.bytes(size * count, 4)
            if alpha >= 0 { given[alpha] = 0 }
            var made = [UInt8](repeating: 7, count: 4 * count + 4)
            #expect(bytes_from_order(given, order, pixels_any, &made, count) == 1)
            for index in 0..<count {
                let pixel = Array(given[size * index..<size * index + size])
                let opacity = alpha < 0 ? 255 : pixel[alpha]
                let expected = [pixel[Int(order.red)], pixel[Int(order.green)], pixel[Int(order.blue)], opacity]
                #expect(Array(made[4 * index..<4 * index + 4]) == (opacity == 0 ? [0, 0, 0, 0] : expected), "\(order)")
            }
            #expect(made.suffix(4) == [7, 7, 7, 7])
            #expect(bytes_are_taken(made, pixels_any, count) == 1)
            #expect(bytes_from_order(given, order, pixels_opaque, &made, count) == (alpha < 0 ? 1 : 0))
            guard alpha >= 0 else { continue }
            for index in 0..<count { given[size * index + alpha] = 255 }
            #expect(bytes_from_order(given, order, pixels_opaque, &made, count) == 1 && bytes_are_taken(made, pixels_opaque, count) == 1)
            var back = [UInt8](repeating: 7, count: 4 * count)
            #expect(bytes_to_order(made, order, pixels_opaque, &back, count) == 1 && back == given)
            made[4 * count - 1] = 0
            #expect(bytes_to_order(made, order, pixels_opaque, &back, count) == 0 && bytes_are_taken(made, pixels_opaque, count) == 0)
        }
    }

    @Test("A matrix changes opaque pixels as floats do, leaves zeros, and refuses others", arguments: counts)
    func matrices(count: Int) {
        let matrix: [Float] = [0.5, 0.1, 0.2, 0, 0.3, 0.8, 0.2, 0, 0.1, 0, 0.5, 0, 0.02, 0, 0, 1, 0.01, 0, -0.3, 0]
        var given = Self.bytes(4 * count, 6)
        for index in 0..<count { given[4 * index + 3] = 255 }
        if count > 3 { given.replaceSubrange(8..<12, with: [0, 0, 0, 0]) }
        var made = given
        #expect(bytes_multiply(&made, matrix, count) == 1)
        var floats = given.map { Float($0) / 255 }
        pixels_multiply(&floats, count, matrix)
        #expect(zip(made, floats).allSatisfy { abs(Float($0) - 255 * min(max($1, 0), 1)) <= 0.502 })
        given[4 * count - 1] = 254
        #expect(bytes_multiply(&given, matrix, count) == 0)
    }

    @Test("Samples of bytes are those of floats, also beside the grid")
    func samples() {
        let (width, height, count) = (9, 7, 40)
        let bytes = Self.bytes(4 * width * height, 7)
        let floats = bytes.map { Float($0) / 255 }
        for (x, y, stepX, stepY) in [(-2.3, -1.2, 0.4, 0.3), (8.7, 1.1, -0.35, 0.1), (0, 0, 1, 0), (3.25, 9, 0, -0.3)] {
            var (made, expected) = ([UInt8](repeating: 7, count: 4 * count + 4), [Float](repeating: 0, count: 4 * count))
            bytes.withUnsafeBufferPointer {
                let grid = ByteGrid(pixels: $0.baseAddress, bytes_per_row: 4 * width, width: width, height: height)
                let places = SamplePlaces(x: x, y: y, right_x: stepX, right_y: stepY, below_x: 0, below_y: 0)
                bytes_sample(grid, places, &made, 4 * count, count, 1)
            }
            floats.withUnsafeBufferPointer {
                pixels_sample(PixelGrid(pixels: $0.baseAddress, width: width, height: height), x, y, stepX, stepY, 1, &expected, count)
            }
            #expect(zip(made, expected).allSatisfy { abs(Float($0) - 255 * $1) <= 0.502 } && made.suffix(4) == [7, 7, 7, 7])
        }
    }

    @Test(
        "A rectangle's samples are those of its rows, inside the picture and across its edges", arguments: [0.0, 7, 45, 90, 173, 200, 271])
    func rectanglesOfSamples(degrees: Double) {
        let (width, height, padding) = (500, 400, 12)
        let (columns, rows) = (410, 9)
        let bytes = Self.bytes((4 * width + padding) * height, 11)
        var floats = [Float](repeating: 0, count: 4 * width * height)
        for y in 0..<height {
            for x in 0..<4 * width { floats[4 * width * y + x] = Float(bytes[(4 * width + padding) * y + x]) / 255 }
        }
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        // In the middle; and beyond the corners, so that the rows begin, end or stay outside.
        for (x, y) in [(250.3, 200.7), (-20, -20), (499, 399), (510, 10.5)] {
            let left = x - 180 * cosine, top = y - 180 * sine, bytesPerRow = 4 * columns + 8
            var made = [UInt8](repeating: 7, count: bytesPerRow * rows)
            bytes.withUnsafeBufferPointer {
                let grid = ByteGrid(pixels: $0.baseAddress, bytes_per_row: 4 * width + padding, width: width, height: height)
                let places = SamplePlaces(x: left, y: top, right_x: cosine, right_y: sine, below_x: -sine, below_y: cosine)
                bytes_sample(grid, places, &made, bytesPerRow, columns, rows)
            }
            for row in 0..<rows {
                var expected = [Float](repeating: 0, count: 4 * columns)
                floats.withUnsafeBufferPointer {
                    let grid = PixelGrid(pixels: $0.baseAddress, width: width, height: height)
                    pixels_sample(grid, left - Double(row) * sine, top + Double(row) * cosine, cosine, sine, 1, &expected, columns)
                }
                let line = made[bytesPerRow * row..<bytesPerRow * (row + 1)]
                #expect(zip(line, expected).allSatisfy { abs(Float($0) - 255 * $1) <= 0.51 }, "\(x) \(y) \(row)")
                #expect(line.suffix(8).allSatisfy { $0 == 7 }, "nothing is written behind a row")
            }
        }
    }
}
