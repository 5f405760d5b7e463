/// A plane that several passes search, and the planes that are derived from it. Each derived plane is made on first use. Only one thread uses a
/// `ScannedPlane`.
final class ScannedPlane {
    let plane: GrayPlane
    private var columns: GrayPlane?
    private var surroundings: GrayPlane?
    private var opposite: ScannedPlane?

    init(_ plane: GrayPlane) {
        self.plane = plane
    }

    /// The plane with rows and columns exchanged.
    func transposed() throws -> GrayPlane { try kept(&columns) { try plane.transposed() } }

    /// The plane after quarter turns clockwise, 0 to 3.
    func turned(quarters: Int) throws -> GrayPlane {
        switch quarters {
        case 1: try transposed().mirrored(horizontally: true)
        case 2: try plane.mirrored(horizontally: true, vertically: true)
        case 3: try transposed().mirrored(vertically: true)
        default: plane
        }
    }

    /// The mean of a wide neighbourhood of each pixel, for use as a threshold. Darker pixels count as black, brighter pixels as white.
    func mean() throws -> GrayPlane { try kept(&surroundings) { try plane.blurred(radius: max(8, min(plane.width, plane.height) / 8)) } }

    /// The plane with light and dark exchanged.
    func inverted() throws -> ScannedPlane { try kept(&opposite) { try ScannedPlane(plane.inverted()) } }

    private func kept<Value>(_ value: inout Value?, make: () throws -> Value) rethrows -> Value {
        if let value { return value }
        let made = try make()
        value = made
        return made
    }
}
