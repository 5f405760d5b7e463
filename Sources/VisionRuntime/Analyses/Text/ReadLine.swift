import CoreGraphics

/// A line of words, and where it is.
struct ReadLine {
    var words: [ReadWord]
    /// Where the image is that the words were read in, in pixels of the plane that it was cut from.
    let place: LinePlace
    /// The image's size in pixels, which the words' boxes have.
    let size: CGSize

    init(_ words: [ReadWord], in strip: LineStrip) {
        self.words = words
        place = strip.place
        size = CGSize(width: strip.plane.width, height: strip.plane.height)
    }

    /// The mean of the letters' confidences.
    var confidence: Float {
        let letters = words.reduce(0) { $0 + $1.symbols.count }
        let sum = words.reduce(Float(0)) { $0 + $1.confidence * Float($1.symbols.count) }
        return letters > 0 ? sum / Float(letters) : 0
    }

    var text: String { words.map(\.text).joined(separator: " ") }

    func finding(in view: ReducedView) -> RecognizedTextFinding {
        let bounds = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
        let corners = place.part(part(bounds)).corners.map { corner in
            let point = view.normalized(corner)
            return CGPoint(x: min(max(point.x, 0), 1), y: min(max(point.y, 0), 1))
        }
        var languages: [String] = []
        for language in words.compactMap(\.language?.identifier) where !languages.contains(language) { languages.append(language) }
        let whole = CGAffineTransform(
            a: 1 / bounds.width, b: 0, c: 0, d: 1 / bounds.height, tx: -bounds.minX / bounds.width, ty: -bounds.minY / bounds.height)
        let candidate = TextCandidate(string: text, confidence: confidence, line: corners, boxes: boxes.map { $0.applying(whole) })
        return RecognizedTextFinding(
            candidates: [candidate], quadrilateral: QuadrilateralFinding(corners: corners, confidence: confidence), languages: languages)
    }

    /// A box in the image that was read, as a part of that image.
    private func part(_ box: CGRect) -> CGRect {
        CGRect(x: box.minX / size.width, y: box.minY / size.height, width: box.width / size.width, height: box.height / size.height)
    }

    /// For each Unicode scalar of the text. Spaces lie between words, and what is one letter in the image has one box.
    private var boxes: [CGRect] {
        var boxes: [CGRect] = []
        for (index, word) in words.enumerated() {
            if index > 0 {
                let before = words[index - 1].box
                let left = min(before.maxX, word.box.minX)
                boxes.append(
                    CGRect(x: left, y: word.box.minY, width: max(word.box.minX - left, 0), height: word.box.height))
            }
            for symbol in word.symbols {
                let box = CGRect(x: symbol.box.minX, y: word.box.minY, width: symbol.box.width, height: word.box.height)
                boxes += Array(repeating: box, count: symbol.choices[0].text.unicodeScalars.count)
            }
        }
        return boxes
    }
}
