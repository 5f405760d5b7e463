/// A pixel format in which images can be scaled.
public protocol ScalablePixelFormat: StaticPixelFormat {}

extension vImage.Planar8: ScalablePixelFormat {}
extension vImage.PlanarF: ScalablePixelFormat {}
extension vImage.Interleaved8x4: ScalablePixelFormat {}
extension vImage.InterleavedFx4: ScalablePixelFormat {}
extension vImage.Planar8x2: ScalablePixelFormat {}
extension vImage.Planar8x3: ScalablePixelFormat {}
extension vImage.Planar8x4: ScalablePixelFormat {}
extension vImage.PlanarFx2: ScalablePixelFormat {}
extension vImage.PlanarFx3: ScalablePixelFormat {}
extension vImage.PlanarFx4: ScalablePixelFormat {}

extension vImage.PixelBuffer where Format: ScalablePixelFormat {
    /// Scales the pixels to the destination's size, with vImage's filter for high quality.
    public func scale(destination: vImage.PixelBuffer<Format>) {
        let flags = vImage_Flags(kvImageHighQualityResampling)
        withExtendedLifetime((owner, destination.owner)) {
            for (source, result) in zip(planes, destination.planes) {
                switch (MemoryLayout<Format.ComponentType>.stride, Format.channelsPerPlane) {
                case (1, 1): expect(vImageScale_Planar8([source], [result], nil, flags))
                case (1, _): expect(vImageScale_ARGB8888([source], [result], nil, flags))
                case (_, 1): expect(vImageScale_PlanarF([source], [result], nil, flags))
                default: expect(vImageScale_ARGBFFFF([source], [result], nil, flags))
                }
            }
        }
    }
}
