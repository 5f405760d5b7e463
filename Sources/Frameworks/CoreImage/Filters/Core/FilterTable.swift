import CoreGraphics

/// All filters, by name.
enum FilterTable {
    static let definitions: [String: FilterDefinition] = {
        let families = [
            ColorAdjustments.definitions, ColorEffects.definitions, Compositing.definitions, BlendModes.definitions, Blurs.definitions,
            Convolutions.definitions, Morphology.definitions, Sharpening.definitions, Geometry.definitions, Generators.definitions,
            Barcodes.definitions, Reductions.definitions,
        ]
        return Dictionary(families.joined().map { ($0.name, $0) }) { first, _ in first }
    }()
}
