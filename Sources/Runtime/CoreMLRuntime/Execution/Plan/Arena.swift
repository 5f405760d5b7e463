/// Places intermediate values in one block of memory. Values that are alive at the same time do not overlap.
enum Arena {
    /// The alignment of values in bytes. It keeps vectors aligned, and keeps threads from sharing cache lines.
    private static let alignment = 128

    /// Sets the offset of every arena buffer: the largest first, each at the lowest free offset. Returns the number of bytes needed.
    static func place(_ buffers: inout [Plan.Buffer]) -> Int {
        let order = buffers.indices.filter { if case .arena = buffers[$0].kind { true } else { false } }
            .sorted { (buffers[$0].byteCount, $1) > (buffers[$1].byteCount, $0) }
        var placed: [Int] = []
        var total = 0
        for index in order {
            let size = placedSize(buffers[index])
            var offset = 0
            // `placed` is in the order of offsets.
            for other in placed where overlapsInTime(buffers[index], buffers[other]) {
                if offset + size <= buffers[other].offset { break }
                offset = max(offset, buffers[other].offset + placedSize(buffers[other]))
            }
            buffers[index].offset = offset
            placed.insert(index, at: placed.firstIndex { buffers[$0].offset > offset } ?? placed.count)
            total = max(total, offset + size)
        }
        return total
    }

    private static func placedSize(_ buffer: Plan.Buffer) -> Int { max(buffer.byteCount, 1).rounded(toMultipleOf: alignment) }

    private static func overlapsInTime(_ a: Plan.Buffer, _ b: Plan.Buffer) -> Bool { a.first <= b.last && b.first <= a.last }
}
