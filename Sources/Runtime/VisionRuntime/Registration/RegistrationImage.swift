/// The data of an image that registration needs, made once: an image pyramid, and the spectrum of its smallest level.
package struct RegistrationImage: Sendable {
    /// The levels of the image pyramid, from the plane itself to the smallest. Each level is half as large as the previous level.
    let levels: [GrayPlane]
    /// The spectrum of the smallest level; `nil` if the image is too small for blocks.
    let spectrum: PhaseSpectrum?

    /// The least side of an image. A smaller image has too few blocks for registration.
    static let shortestSide = 32
    /// The length that the longer side of the smallest level should not exceed. It is large enough to resolve small shifts, and small enough for a
    /// fast transform.
    private static let longestSide = 256

    /// - Throws: `ImageError` or `RegistrationFailure.outOfMemory` if there is no memory.
    package init(_ plane: GrayPlane) throws {
        var count = 1
        while max(plane.width, plane.height) >> (count - 1) > Self.longestSide
            && min(plane.width, plane.height) >> count >= Self.shortestSide
        {
            count += 1
        }
        levels = try GrayPyramid(plane, smallestSide: Self.shortestSide, maximumLevels: count).levels
        let last = levels[levels.count - 1]
        spectrum = min(last.width, last.height) >= Self.shortestSide ? try PhaseSpectrum(last) : nil
    }

    package var width: Int { levels[0].width }
    package var height: Int { levels[0].height }
    var smallest: GrayPlane { levels[levels.count - 1] }

    func checkSize(of floating: RegistrationImage) throws {
        guard floating.width == width && floating.height == height else {
            throw RegistrationFailure.differentSizes(
                floatingWidth: floating.width, floatingHeight: floating.height, referenceWidth: width, referenceHeight: height)
        }
    }
}
