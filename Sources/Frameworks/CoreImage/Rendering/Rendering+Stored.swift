import CPixels
import CoreGraphics

// Functions of stored values read the stored values of a source without conversion. Successive functions pass stored values on. Linear
// light is computed only where another operation needs it.

extension Recipe {
    /// Whether the last operation produces stored values.
    var endsInStoredValues: Bool {
        if case .pointwise(_, .storedRow) = self { return true }
        return false
    }
}

extension Rendering {
    /// Prepares a recipe for drawing in sRGB's stored values, even if other recipes are in linear light.
    func prepareStored(_ recipe: Recipe, in rect: CGRect) throws -> Prepared {
        guard isLinear else { return try prepare(recipe, in: rect) }
        // Sources are always scaled in their stored values.
        if FusedRecipe(recipe) != nil { return try Rendering(isLinear: false, decoded: decoded).prepare(recipe, in: rect) }
        if case .pointwise(let inner, .storedRow(let function)) = recipe {
            return try prepareStored(inner, in: rect).changed(inside: inner.extent, function)
        }
        return try prepare(recipe, in: rect).changed(inside: recipe.extent) { LinearLight.encode($0, count: $1) }
    }
}

extension Prepared {
    /// The image with a function applied to the pixels inside a rectangle.
    func changed(inside extent: CGRect, _ function: @escaping @Sendable (UnsafeMutablePointer<SIMD4<Float>>, Int) -> Void) -> Prepared {
        Prepared(halo: halo) { band, rows in
            try draw(band, rows)
            let (columns, lines) = band.range(of: extent)
            if columns.isEmpty { return }
            for y in lines { function(rows.row(y) + columns.lowerBound, columns.count) }
        }
    }
}
