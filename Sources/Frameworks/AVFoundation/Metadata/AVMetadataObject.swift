import CoreGraphics
import CoreMedia
import Foundation

/// An object that was found in a camera's frame. Coordinates are fractions of the stored picture's sides, with the origin at the upper
/// left.
open class AVMetadataObject: NSObject, @unchecked Sendable {
    /// The type of an object.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The time of the frame.
    public let time: CMTime
    /// The duration of the frame; invalid if it is unknown.
    public let duration: CMTime
    /// The upright rectangle around the object.
    public let bounds: CGRect
    /// The type of the object.
    public let type: ObjectType

    init(_ type: ObjectType, bounds: CGRect, time: CMTime, duration: CMTime) {
        (self.type, self.bounds, self.time, self.duration) = (type, bounds, time, duration)
    }

    /// The object in the coordinates of a layer that shows the picture.
    func moved(_ move: PictureMove) -> AVMetadataObject {
        AVMetadataObject(type, bounds: move.rect(bounds), time: time, duration: duration)
    }
}

extension AVMetadataObject.ObjectType {
    /// A face.
    public static let face = AVMetadataObject.ObjectType(rawValue: "face")
    /// A QR code.
    public static let qr = AVMetadataObject.ObjectType(rawValue: "org.iso.QRCode")
    /// An Aztec code.
    public static let aztec = AVMetadataObject.ObjectType(rawValue: "org.iso.Aztec")
    /// A Data Matrix code.
    public static let dataMatrix = AVMetadataObject.ObjectType(rawValue: "org.iso.DataMatrix")
    /// A PDF417 code.
    public static let pdf417 = AVMetadataObject.ObjectType(rawValue: "org.iso.PDF417")
    /// An EAN-13 code. UPC-A codes are among them; their first digit is 0.
    public static let ean13 = AVMetadataObject.ObjectType(rawValue: "org.gs1.EAN-13")
    /// An EAN-8 code.
    public static let ean8 = AVMetadataObject.ObjectType(rawValue: "org.gs1.EAN-8")
    /// A UPC-E code.
    public static let upce = AVMetadataObject.ObjectType(rawValue: "org.gs1.UPC-E")
    /// A Code 39.
    public static let code39 = AVMetadataObject.ObjectType(rawValue: "org.iso.Code39")
    /// A Code 39 with a check character.
    public static let code39Mod43 = AVMetadataObject.ObjectType(rawValue: "org.iso.Code39Mod43")
    /// A Code 93.
    public static let code93 = AVMetadataObject.ObjectType(rawValue: "com.intermec.Code93")
    /// A Code 128.
    public static let code128 = AVMetadataObject.ObjectType(rawValue: "org.iso.Code128")
    /// An Interleaved 2 of 5 code.
    public static let interleaved2of5 = AVMetadataObject.ObjectType(rawValue: "org.ansi.Interleaved2of5")
    /// An Interleaved 2 of 5 code of 14 digits.
    public static let itf14 = AVMetadataObject.ObjectType(rawValue: "org.gs1.ITF14")
    /// A Codabar code.
    public static let codabar = AVMetadataObject.ObjectType(rawValue: "Codabar")
    /// A GS1 DataBar code.
    public static let gs1DataBar = AVMetadataObject.ObjectType(rawValue: "GS1DataBar")
    /// An expanded GS1 DataBar code.
    public static let gs1DataBarExpanded = AVMetadataObject.ObjectType(rawValue: "GS1DataBarExpanded")
    /// A limited GS1 DataBar code.
    public static let gs1DataBarLimited = AVMetadataObject.ObjectType(rawValue: "GS1DataBarLimited")
    /// A Micro QR code.
    public static let microQR = AVMetadataObject.ObjectType(rawValue: "MicroQR")
    /// A MicroPDF417 code.
    public static let microPDF417 = AVMetadataObject.ObjectType(rawValue: "MicroPDF417")
}

/// A code that was found and read.
open class AVMetadataMachineReadableCodeObject: AVMetadataObject, @unchecked Sendable {
    /// The code's corners. They run counterclockwise. The first one is the upper left corner of the unrotated code. If the picture is mirrored,
    /// they run clockwise.
    public let corners: [CGPoint]
    /// The text of the code; `nil` if its content is not text.
    public let stringValue: String?

    init(_ type: ObjectType, corners: [CGPoint], stringValue: String?, time: CMTime, duration: CMTime) {
        (self.corners, self.stringValue) = (corners, stringValue)
        super.init(type, bounds: CGRect(around: corners), time: time, duration: duration)
    }

    override func moved(_ move: PictureMove) -> AVMetadataObject {
        AVMetadataMachineReadableCodeObject(
            type, corners: corners.map(move.point), stringValue: stringValue, time: time, duration: duration)
    }
}

/// A face. While a face is found in successive frames, its number stays the same.
open class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {
    /// The number that identifies the face.
    public let faceID: Int
    /// The clockwise angle of the face in degrees, from 0 up to 360; 0 if it is unknown.
    public let rollAngle: CGFloat
    /// Whether ``rollAngle`` is known.
    public let hasRollAngle: Bool
    /// Whether ``yawAngle`` is known: always `false`.
    public var hasYawAngle: Bool { false }
    /// The angle by which the face is rotated to a side: always 0, because it is not known.
    public var yawAngle: CGFloat { 0 }

    init(bounds: CGRect, faceID: Int, rollAngle: CGFloat?, time: CMTime, duration: CMTime) {
        let turn = (rollAngle ?? 0).truncatingRemainder(dividingBy: 360)
        self.rollAngle = turn < 0 ? turn + 360 : turn
        (self.faceID, hasRollAngle) = (faceID, rollAngle != nil)
        super.init(.face, bounds: bounds, time: time, duration: duration)
    }

    override func moved(_ move: PictureMove) -> AVMetadataObject {
        AVMetadataFaceObject(
            bounds: move.rect(bounds), faceID: faceID, rollAngle: hasRollAngle ? move.clockwiseDegrees(rollAngle) : nil, time: time,
            duration: duration)
    }
}

/// The transform from the stored picture to a layer that shows the picture. In the stored picture, width and height are 1.
struct PictureMove {
    /// Converts a rectangle. Its size may be zero.
    let rect: (CGRect) -> CGRect
    /// The orientation that the transform undoes.
    let orientation: Orientation

    func point(_ point: CGPoint) -> CGPoint { rect(CGRect(origin: point, size: .zero)).origin }

    /// Converts a clockwise angle in the stored picture to a clockwise angle in the layer. Both are in degrees.
    func clockwiseDegrees(_ degrees: CGFloat) -> CGFloat {
        let angle = degrees * .pi / 180
        var (x, y) = orientation.axes(sin(angle), -cos(angle))
        if orientation.flipsX { x = -x }
        if orientation.flipsY { y = -y }
        return atan2(x, -y) * 180 / .pi
    }
}
