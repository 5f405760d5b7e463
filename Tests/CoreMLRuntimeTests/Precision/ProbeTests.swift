import Testing

@testable import CoreMLRuntime

@Suite struct ProbeTests {
    private static func pixels(_ preprocessing: ImagePreprocessing, _ width: Int, _ height: Int) throws -> [Float] {
        let picture = try #require(ProbePicture(width: width, height: height))
        let tensor = Tensor(uninitialized: .float32([1, preprocessing.channels.count, height, width]))
        try picture.write(to: tensor.floatPointer, preprocessing)
        return Array(tensor.floats)
    }

    @Test("The picture has the whole numbers of 0 to 255, smooth places and edges")
    func picture() throws {
        let (width, height) = (96, 64)
        let pixels = try Self.pixels(ImagePreprocessing(channels: .gray), width, height)
        #expect(pixels.allSatisfy { $0 >= 0 && $0 <= 255 && $0 == $0.rounded() })
        let mean = pixels.reduce(0, +) / Float(pixels.count)
        let variance = pixels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(pixels.count)
        #expect(variance > 400, "a contrast of at least 20")
        let steps = (0..<height).flatMap { y in (1..<width).map { abs(pixels[y * width + $0] - pixels[y * width + $0 - 1]) } }.sorted()
        // As in photographs, most neighbours are alike and few are not.
        #expect(steps[steps.count / 2] < 8)
        #expect(steps[steps.count - 1] > 60)
    }

    @Test("A picture in other light has other pixels, all of 0 to 255")
    func lights() throws {
        let pictures = try ProbePicture.Light.allCases.map { light in
            let picture = try #require(ProbePicture(width: 48, height: 32, light: light))
            let tensor = Tensor(uninitialized: .float32([1, 1, 32, 48]))
            try picture.write(to: tensor.floatPointer, ImagePreprocessing(channels: .gray))
            return Array(tensor.floats)
        }
        #expect(pictures.allSatisfy { $0.allSatisfy { $0 >= 0 && $0 <= 255 } })
        let (day, night, drawing) = (pictures[0], pictures[1], pictures[2])
        #expect(night.reduce(0, +) < 0.15 * day.reduce(0, +))
        let plain = { (pixels: [Float]) in pixels.filter { $0 == 0 || $0 == 255 }.count }
        #expect(plain(drawing) > 10 * plain(day) + drawing.count / 10)
    }

    @Test("Channels are in the order, scale and bias that the network declares")
    func preprocessing() throws {
        let plain = try Self.pixels(ImagePreprocessing(channels: .rgb), 7, 5)
        let changed = try Self.pixels(ImagePreprocessing(channels: .bgr, scale: 0.5, biases: [1, 2, 3]), 7, 5)
        for index in 0..<35 {
            #expect(changed[index] == plain[70 + index] * 0.5 + 1)
            #expect(changed[35 + index] == plain[35 + index] * 0.5 + 2)
            #expect(changed[70 + index] == plain[index] * 0.5 + 3)
        }
    }

    @Test("A probe picture with an invalid size is not made", arguments: [(0, 4), (4, -1), (1 << 20, 4)])
    func sizes(_ width: Int, _ height: Int) {
        #expect(ProbePicture(width: width, height: height) == nil)
    }

    @Test("The error is the norm of the difference by the norm of the truth")
    func errors() {
        #expect(PrecisionProbe.error(of: [3, 4], from: [3, 4]) == 0)
        #expect(PrecisionProbe.error(of: [3, 9], from: [3, 4]) == 1)
        #expect(PrecisionProbe.error(of: [0], from: [0]) == 0)
        #expect(PrecisionProbe.error(of: [1], from: [0]) == .infinity)
        #expect(PrecisionProbe.error(of: [.nan], from: [1]) == .infinity)
        #expect(PrecisionProbe.error(of: [1e200], from: [1e201]) == .infinity, "the squares are infinite")
        #expect(PrecisionProbe.error(of: [1], from: [1, 2]) == .infinity)
    }
}
