import Foundation

/// Writes the objects of a PDF file to a consumer, each as soon as it is complete (ISO 32000-1, 7.5).
final class PDFWriter {
    private let consumer: CGDataConsumer
    /// The number of bytes that have been written.
    private var count = 0
    /// The position of each object; `nil` if it is not written yet. The first object's number is 1.
    private var positions: [Int?] = []
    /// Whether the consumer did not take all bytes, for example because a disk is full.
    private(set) var isFailed = false
    private var isFinished = false

    /// Begins a file. `nil` if the consumer does not take bytes.
    init?(_ consumer: CGDataConsumer) {
        self.consumer = consumer
        // The bytes beyond ASCII tell programs that copy files that this is not a text.
        put(Data("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 10])
        guard !isFailed else { return nil }
    }

    private func put(_ bytes: Data) {
        guard !isFailed, !isFinished else { return }
        isFailed = !consumer.put(bytes)
        count += bytes.count
    }

    /// The number of a new object that is written later.
    func reserve() -> Int {
        positions.append(nil)
        return positions.count
    }

    /// Writes an object that was reserved.
    func write(_ object: PDFObject, as number: Int) {
        positions[number - 1] = count
        var bytes = Data("\(number) 0 obj\n".utf8)
        object.write(to: &bytes)
        bytes += "\nendobj\n".utf8
        put(bytes)
    }

    /// Writes a new object, and returns its number.
    func write(_ object: PDFObject) -> Int {
        let number = reserve()
        write(object, as: number)
        return number
    }

    /// Writes the table of objects and ends the file. Returns whether all bytes were taken.
    @discardableResult
    func finish(root: Int, information: Int) -> Bool {
        let start = count
        var bytes = Data("xref\n0 \(positions.count + 1)\n0000000000 65535 f \n".utf8)
        for position in positions {
            let digits = String(position ?? 0)
            let entry = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
            bytes += "\(entry) \(position == nil ? "65535 f" : "00000 n") \n".utf8
        }
        bytes += "trailer\n".utf8
        PDFObject.dictionary([
            "Size": .integer(positions.count + 1), "Root": .reference(root), "Info": .reference(information),
        ]).write(to: &bytes)
        bytes += "\nstartxref\n\(start)\n%%EOF\n".utf8
        put(bytes)
        isFinished = true
        return !isFailed
    }
}
