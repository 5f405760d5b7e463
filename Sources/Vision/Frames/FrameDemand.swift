/// What a request wants to see of an image.
struct FrameDemand {
    /// A part of the upright image in its full resolution, origin at the top left.
    var region: CGRect
    /// The number of pixels that the part is looked at in; `nil` for all that there are.
    var size: CGSize?

    /// The part of the image's full resolution that is enough, from 0 to 1.
    var scale: CGFloat {
        guard let size, region.width > 0, region.height > 0 else { return 1 }
        return min(max(size.width / region.width, size.height / region.height), 1)
    }
}
