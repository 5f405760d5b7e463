import AVFoundation
import CoreGraphics
import CoreImage
import VisionRuntime

/// The engine that provides the analyses of `AVCaptureMetadataOutput`.
final class VisionMetadataEngine: MetadataEngine {
    static let shared = VisionMetadataEngine()

    static let codes: [(type: AVMetadataObject.ObjectType, kind: BarcodeKind)] = [
        (.qr, .qr), (.aztec, .aztec), (.dataMatrix, .dataMatrix), (.pdf417, .pdf417), (.ean13, .ean13), (.ean8, .ean8), (.upce, .upce),
        (.code39, .code39), (.code39Mod43, .code39Checksum), (.code93, .code93), (.code128, .code128), (.interleaved2of5, .i2of5),
        (.itf14, .itf14), (.codabar, .codabar), (.gs1DataBar, .gs1DataBar), (.gs1DataBarExpanded, .gs1DataBarExpanded),
        (.gs1DataBarLimited, .gs1DataBarLimited), (.microQR, .microQR), (.microPDF417, .microPDF417),
    ]

    var objectTypes: [AVMetadataObject.ObjectType] {
        let codes = Self.codes.filter { BarcodeKind.readable.contains($0.kind) }.map(\.type)
        return ModelStore.current.has("faces") ? [.face] + codes : codes
    }

    func makeFinder() -> any MetadataFinder { VisionMetadataFinder(models: ModelStore.current) }
}

/// Finds the metadata objects in the frames of one output, and tracks the faces.
final class VisionMetadataFinder: MetadataFinder, @unchecked Sendable {
    private let models: ModelStore
    /// The tracks of the faces. Only one thread uses them at a time.
    private var tracks = FaceTracks()

    /// The minimum confidence of a reported face. Core Image's face detector has the same minimum. Neither `AVMetadataFaceObject` nor `CIFaceFeature`
    /// has a confidence.
    private static let leastFaceConfidence: Float = 0.3

    init(models: ModelStore) { self.models = models }

    func things(in buffer: CVPixelBuffer, region: CGRect, types: Set<AVMetadataObject.ObjectType>) throws -> [FoundThing] {
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        let part = region.intersection(whole)
        guard !part.isNull, !part.isEmpty else { return [] }
        let lookedAt = CGRect(x: part.minX, y: 1 - part.maxY, width: part.width, height: part.height)
        let frame = try Frame(.pixelBuffer(buffer), orientation: .up)
        var things: [FoundThing] = []
        let kinds = Set(VisionMetadataEngine.codes.filter { types.contains($0.type) }.map(\.kind))
        if !kinds.isEmpty { things += try codes(of: kinds, in: frame, lookedAt) }
        if types.contains(.face) { things += try faces(in: frame, lookedAt) }
        return things
    }

    private func codes(of kinds: Set<BarcodeKind>, in frame: Frame, _ region: CGRect) throws -> [FoundThing] {
        try findings(of: BarcodeAnalysis(kinds: kinds, regionOfInterest: region), in: frame).compactMap { code in
            guard let type = VisionMetadataEngine.codes.first(where: { $0.kind == code.kind })?.type else { return nil }
            return .code(type, corners: code.corners.map { CGPoint(x: $0.x, y: 1 - $0.y) }, text: code.payload)
        }
    }

    private func faces(in frame: Frame, _ region: CGRect) throws -> [FoundThing] {
        let analysis = FaceDetectionAnalysis(regionOfInterest: region, usesCPUOnly: false, models: models)
        let faces = try findings(of: analysis, in: frame).filter { $0.confidence >= Self.leastFaceConfidence }
        let boxes = faces.map { face in
            let box = face.boundingBox
            return CGRect(x: box.minX, y: 1 - box.maxY, width: box.width, height: box.height)
        }
        return zip(zip(faces, boxes), tracks.follow(boxes)).map { found, track in
            .face(found.1, id: Int(track.id), turn: found.0.attitude.roll.map { CGFloat(-$0 * 180 / .pi) })
        }
    }

    private func findings<A: Analysis>(of analysis: A, in frame: Frame) throws -> [A.Finding] {
        let job = AnalysisJob(analysis, cancellation: Cancellation()) { findings, _ in findings }
        return try Performance.run([.success(job)], on: .success(frame)).first?.get() ?? []
    }
}

/// The shared engine. `CDetectors` finds this function in programs that are linked with this module.
@_cdecl("osprey_metadataEngine")
package func metadataEngine() -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged<AnyObject>.passUnretained(VisionMetadataEngine.shared).toOpaque())
}
