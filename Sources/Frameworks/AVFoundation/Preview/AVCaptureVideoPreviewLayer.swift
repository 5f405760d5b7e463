import CoreGraphics
import CoreMedia
import Foundation
import QuartzCore
import UIFoundation

/// The scaling of a video in a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The video is scaled to the largest size that fits into the layer, with its aspect ratio.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The video is scaled to fill the layer, with its aspect ratio. Parts of it may be outside.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The video is stretched to the size of the layer.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// A layer that shows the newest frame of a session's camera.
///
/// There is no screen. A program sees the frame when `render(in:)` draws the layer. In Osprey's layers, y points downwards, as on phones.
open class AVCaptureVideoPreviewLayer: CALayer {
    private var shown: AVCaptureSession?
    private var previewConnection: AVCaptureConnection?

    /// Makes a layer without a session.
    public override init() {
        super.init()
        show()
    }

    /// A copy of another layer's appearance, without a session.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? AVCaptureVideoPreviewLayer { videoGravity = other.videoGravity }
        show()
    }

    /// A layer that shows a session's camera.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// Always `nil`, because layers are not archived.
    public required init?(coder: NSCoder) { nil }

    deinit { shown?.removePreview() }

    private func show() {
        contentsGravity = .resizeAspect
        setNeedsDisplay()
    }

    /// The session whose camera is shown.
    open var session: AVCaptureSession? {
        get { shown }
        set {
            shown?.removePreview()
            newValue?.addPreview()
            (shown, previewConnection) = (newValue, nil)
        }
    }

    /// The connection from the camera to the layer, which rotates and mirrors the picture; `nil` while the session has no camera.
    open var connection: AVCaptureConnection? {
        guard let input = session?.inputs.first else { return nil }
        if previewConnection == nil { previewConnection = AVCaptureConnection(inputPorts: input.ports) }
        return previewConnection
    }

    /// The scaling of the video in the layer. The initial value is `resizeAspect`, which shows the whole video.
    open var videoGravity = AVLayerVideoGravity.resizeAspect {
        didSet {
            switch videoGravity {
            case .resize: contentsGravity = .resize
            case .resizeAspectFill: contentsGravity = .resizeAspectFill
            default: contentsGravity = .resizeAspect
            }
        }
    }

    /// Whether there is a frame to show.
    open var isPreviewing: Bool { session?.newestFrame != nil }

    private var orientation: Orientation { connection?.orientation ?? Orientation(1) }

    /// Draws the newest frame, clipped to the layer.
    open override func draw(in ctx: CGContext) {
        guard connection?.isEnabled == true, let buffer = session?.newestFrame?.imageBuffer else { return }
        let upright = orientation.exif == 1 ? buffer : buffer.turned(orientation) ?? buffer
        guard let image = try? upright.makeImage() else { return }
        let t = ctx.ctm
        let target = DrawingTarget(ctx, isFlipped: t.a * t.d - t.b * t.c < 0)
        ctx.clip(to: bounds)
        target.draw(image, in: place(of: CGSize(width: image.width, height: image.height), isFlipped: target.isFlipped))
    }

    // MARK: Coordinates

    /// The rectangle of the video in the layer. A part of it may be outside the layer. If there is no frame, it is the layer's bounds.
    private var videoRect: CGRect {
        guard let buffer = session?.newestFrame?.imageBuffer else { return bounds }
        let size = orientation.turned((width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer)))
        return place(of: CGSize(width: size.width, height: size.height), isFlipped: true)
    }

    /// Converts a rectangle of the camera's picture to the layer's coordinates. The rectangle's coordinates are fractions of the stored
    /// picture's sides.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        let part = orientation.apply(to: rectInMetadataOutputCoordinates, in: CGSize(width: 1, height: 1))
        let video = videoRect
        return CGRect(
            x: video.minX + part.minX * video.width, y: video.minY + part.minY * video.height, width: part.width * video.width,
            height: part.height * video.height)
    }

    /// Converts a rectangle of the layer to the camera's picture. The result's coordinates are fractions of the stored picture's sides.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        let (video, rect) = (videoRect, rectInLayerCoordinates)
        guard video.width > 0, video.height > 0 else { return .null }
        let part = CGRect(
            x: (rect.minX - video.minX) / video.width, y: (rect.minY - video.minY) / video.height, width: rect.width / video.width,
            height: rect.height / video.height)
        return orientation.undo(part, in: CGSize(width: 1, height: 1))
    }

    /// Converts a point of the camera's picture to the layer's coordinates. The point's coordinates are fractions of the stored picture's
    /// sides.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        layerRectConverted(fromMetadataOutputRect: CGRect(origin: captureDevicePointOfInterest, size: .zero)).origin
    }

    /// Converts a point of the layer to the camera's picture. The result's coordinates are fractions of the stored picture's sides.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        metadataOutputRectConverted(fromLayerRect: CGRect(origin: pointInLayer, size: .zero)).origin
    }

    /// Converts an object that an `AVCaptureMetadataOutput` found to the layer's coordinates.
    open func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
        metadataObject.moved(PictureMove(rect: layerRectConverted, orientation: orientation))
    }
}
