import VisionRuntime

/// Revision 1 of ``VNDetectBarcodesRequest``.
public let VNDetectBarcodesRequestRevision1 = 1
/// Revision 2 of ``VNDetectBarcodesRequest``, the first with Codabar, GS1 DataBar, Micro PDF417 and Micro QR.
public let VNDetectBarcodesRequestRevision2 = 2
/// Revision 3 of ``VNDetectBarcodesRequest``.
public let VNDetectBarcodesRequestRevision3 = 3
/// Revision 4 of ``VNDetectBarcodesRequest``, the first with MSI Plessey.
public let VNDetectBarcodesRequestRevision4 = 4

/// Finds and reads all barcodes in an image. Codes may have any rotation, and may be dark on light or light on dark.
open class VNDetectBarcodesRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The barcodes, from the top of the image to its bottom.
    public var results: [VNBarcodeObservation]? { latestResults as? [VNBarcodeObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNDetectBarcodesRequestRevision1...VNDetectBarcodesRequestRevision4)
    }

    private struct Settings: OwnSettings {
        /// The symbologies to look for; `nil` for all symbologies that the revision supports.
        var symbologies: [VNBarcodeSymbology]?
        var coalescesComposites = false
    }

    /// The symbologies to look for. The default is all symbologies that the revision supports. Setting ``VNRequest/revision`` restores the
    /// default. A request for few symbologies takes less time than a request for all.
    ///
    /// Performing the request fails with `invalidArgument` if a symbology is not supported.
    public var symbologies: [VNBarcodeSymbology] {
        get { self[own: \Settings.symbologies] ?? Self.supported(revision: revision) }
        set { self[own: \Settings.symbologies] = newValue }
    }

    /// Whether the two parts of a GS1 composite code become one observation.
    ///
    /// The value has no effect: Osprey cannot read the two-dimensional part, and always returns the linear part alone.
    public var coalesceCompositeSymbologies: Bool {
        get { self[own: \Settings.coalescesComposites] }
        set { self[own: \Settings.coalescesComposites] = newValue }
    }

    /// The symbologies that the request's revision and the installed barcode library can read.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public func supportedSymbologies() throws -> [VNBarcodeSymbology] {
        let settings = settings
        try validate(settings)
        return Self.supported(revision: settings.revision)
    }

    /// The symbologies that the newest revision can read.
    @available(*, deprecated, message: "use supportedSymbologies()")
    open class var supportedSymbologies: [VNBarcodeSymbology] { supported(revision: currentRevision) }

    private static func supported(revision: Int) -> [VNBarcodeSymbology] {
        BarcodeKind.readable.filter { firstRevision(of: $0) <= revision }.map(VNBarcodeSymbology.init)
    }

    private static func firstRevision(of kind: BarcodeKind) -> Int {
        switch kind {
        case .codabar, .gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited, .microPDF417, .microQR: VNDetectBarcodesRequestRevision2
        case .msiPlessey: VNDetectBarcodesRequestRevision4
        default: VNDetectBarcodesRequestRevision1
        }
    }

    /// The revision of the algorithm. Setting the revision resets ``symbologies`` to all symbologies that the revision supports.
    public override var revision: Int {
        get { super.revision }
        set {
            super.revision = newValue
            self[own: \Settings.symbologies] = nil
        }
    }

    override func makeTwin() -> VNRequest { VNDetectBarcodesRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let supported = Self.supported(revision: settings.revision)
        let symbologies = settings.own(Settings.self).symbologies ?? supported
        if let stranger = symbologies.first(where: { !supported.contains($0) }) {
            throw VNErrorCode.invalidArgument.error("Revision \(settings.revision) cannot read the symbology \(stranger.rawValue)")
        }
        let analysis = BarcodeAnalysis(kinds: Set(symbologies.compactMap(\.kind)), regionOfInterest: settings.regionOfInterest)
        return performance.regionJob(analysis) { VNBarcodeObservation($1, $0) }
    }
}
