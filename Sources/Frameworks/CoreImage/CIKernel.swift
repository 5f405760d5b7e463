import CoreGraphics

/// The reason why a custom kernel cannot be created.
public struct CIKernelError: Error, CustomStringConvertible, Sendable {
    public let description = "kernels of a program's own need Metal, which this system does not have; use the filters by name instead"
}

/// A custom kernel: a function that computes pixels. Custom kernels need Metal, which Linux does not have, so every initialiser throws or
/// returns `nil`.
open class CIKernel: NSObject, @unchecked Sendable {
    /// The function's name.
    public let name: String

    init(name: String) { self.name = name }

    /// Always `nil`, because Osprey does not compile Core Image's kernel language.
    public init?(source string: String) { nil }

    /// Throws a ``CIKernelError``.
    public init(functionName name: String, fromMetalLibraryData data: Data) throws { throw CIKernelError() }

    /// Throws a ``CIKernelError``.
    public init(functionName name: String, fromMetalLibraryData data: Data, outputPixelFormat format: CIFormat) throws {
        throw CIKernelError()
    }

    /// Throws a ``CIKernelError``.
    public static func kernels(withMetalString source: String) throws -> [CIKernel] { throw CIKernelError() }

    /// Always `nil`.
    public static func makeKernels(source string: String) -> [CIKernel]? { nil }

    /// Always `nil`.
    open func apply(extent: CGRect, roiCallback callback: @escaping (Int32, CGRect) -> CGRect, arguments args: [Any]?) -> CIImage? { nil }
}

/// A custom kernel that computes each pixel from the pixels at the same position. It needs Metal, which Linux does not have.
open class CIColorKernel: CIKernel, @unchecked Sendable {
    /// Always `nil`.
    open func apply(extent: CGRect, arguments args: [Any]?) -> CIImage? { nil }
}

/// A custom kernel that maps positions in the result to positions in the source. It needs Metal, which Linux does not have.
open class CIWarpKernel: CIKernel, @unchecked Sendable {
    /// Always `nil`.
    open func apply(
        extent: CGRect, roiCallback callback: @escaping (Int32, CGRect) -> CGRect, image: CIImage, arguments args: [Any]?
    ) -> CIImage? { nil }
}

/// A kernel that computes a pixel from a pixel of the foreground and a pixel of the background. The built-in kernels below work. Custom
/// kernels need Metal, which Linux does not have.
open class CIBlendKernel: CIColorKernel, @unchecked Sendable {
    /// The foreground blended with the background.
    open func apply(foreground: CIImage, background: CIImage) -> CIImage? {
        CIFilter(name: name, parameters: [kCIInputImageKey: foreground, kCIInputBackgroundImageKey: background])?.outputImage
    }

    private static func named(_ filter: String) -> CIBlendKernel { CIBlendKernel(name: filter) }

    /// The compositing operation source over: the foreground over the background.
    public static var sourceOver: CIBlendKernel { named("CISourceOverCompositing") }
    /// The compositing operation source in: the foreground where the background is opaque.
    public static var sourceIn: CIBlendKernel { named("CISourceInCompositing") }
    /// The compositing operation source out: the foreground where the background is transparent.
    public static var sourceOut: CIBlendKernel { named("CISourceOutCompositing") }
    /// The compositing operation source atop: the foreground over the background, only where the background is opaque.
    public static var sourceAtop: CIBlendKernel { named("CISourceAtopCompositing") }
    /// The maximum of each component.
    public static var componentMax: CIBlendKernel { named("CIMaximumCompositing") }
    /// The minimum of each component.
    public static var componentMin: CIBlendKernel { named("CIMinimumCompositing") }
    /// The sum of each component.
    public static var componentAdd: CIBlendKernel { named("CIAdditionCompositing") }
    /// The product of each component.
    public static var componentMultiply: CIBlendKernel { named("CIMultiplyCompositing") }
    /// The blend mode multiply.
    public static var multiply: CIBlendKernel { named("CIMultiplyBlendMode") }
    /// The blend mode screen.
    public static var screen: CIBlendKernel { named("CIScreenBlendMode") }
    /// The blend mode overlay.
    public static var overlay: CIBlendKernel { named("CIOverlayBlendMode") }
    /// The blend mode darken.
    public static var darken: CIBlendKernel { named("CIDarkenBlendMode") }
    /// The blend mode lighten.
    public static var lighten: CIBlendKernel { named("CILightenBlendMode") }
    /// The blend mode colour dodge.
    public static var colorDodge: CIBlendKernel { named("CIColorDodgeBlendMode") }
    /// The blend mode colour burn.
    public static var colorBurn: CIBlendKernel { named("CIColorBurnBlendMode") }
    /// The blend mode hard light.
    public static var hardLight: CIBlendKernel { named("CIHardLightBlendMode") }
    /// The blend mode soft light.
    public static var softLight: CIBlendKernel { named("CISoftLightBlendMode") }
    /// The blend mode difference.
    public static var difference: CIBlendKernel { named("CIDifferenceBlendMode") }
    /// The blend mode exclusion.
    public static var exclusion: CIBlendKernel { named("CIExclusionBlendMode") }
    /// The blend mode hue.
    public static var hue: CIBlendKernel { named("CIHueBlendMode") }
    /// The blend mode saturation.
    public static var saturation: CIBlendKernel { named("CISaturationBlendMode") }
    /// The blend mode colour.
    public static var color: CIBlendKernel { named("CIColorBlendMode") }
    /// The blend mode luminosity.
    public static var luminosity: CIBlendKernel { named("CILuminosityBlendMode") }
    /// The blend mode linear burn.
    public static var linearBurn: CIBlendKernel { named("CILinearBurnBlendMode") }
    /// The blend mode linear dodge.
    public static var linearDodge: CIBlendKernel { named("CILinearDodgeBlendMode") }
    /// The blend mode linear light.
    public static var linearLight: CIBlendKernel { named("CILinearLightBlendMode") }
    /// The blend mode vivid light.
    public static var vividLight: CIBlendKernel { named("CIVividLightBlendMode") }
    /// The blend mode pin light.
    public static var pinLight: CIBlendKernel { named("CIPinLightBlendMode") }
    /// The blend mode subtract.
    public static var subtract: CIBlendKernel { named("CISubtractBlendMode") }
    /// The blend mode divide.
    public static var divide: CIBlendKernel { named("CIDivideBlendMode") }
}
