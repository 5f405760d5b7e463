#!/usr/bin/env python3
"""Writes Sources/Frameworks/simd/Generated: the eighteen matrix types of `simd`, which differ only in their scalar type and numbers of columns and
rows.

    python3 Scripts/generate_matrices.py [--check]

The types must store their columns in a tuple, for `columns.0`. Swift has no generic type that does this for a given number of columns. With --check
nothing is written, and the exit status tells whether the existing files are up to date.
"""
import generated

OUTPUT = generated.ROOT / "Sources/Frameworks/simd/Generated"
HEADING = "// Written by Scripts/generate_matrices.py.\n\n"
COUNTS = (2, 3, 4)
SCALARS = ("Float", "Double")
WORDS = {2: "two", 3: "three", 4: "four"}
PARTS = "xyzw"


def matrix(scalar, columns, rows):
    return f"simd_{scalar.lower()}{columns}x{rows}"


def vector(scalar, count):
    return f"SIMD{count}<{scalar}>"


def listed(form, count, separator=", "):
    return separator.join(form.format(i=i, part=PARTS[i]) for i in range(count))


def matrix_type(scalar, columns, rows):
    name, column, row = matrix(scalar, columns, rows), vector(scalar, rows), vector(scalar, columns)
    stored = listed(column.replace("{", "{{"), columns)
    transposed = ",\n            ".join(
        "Row(" + ", ".join(f"columns.{i}.{PARTS[j]}" for i in range(columns)) + ")" for j in range(rows))
    products = "".join(f"""
    /// The product of two matrices.
    @inlinable public static func * (lhs: {name}, rhs: {matrix(scalar, other, columns)}) -> {matrix(scalar, other, rows)} {{
        {matrix(scalar, other, rows)}({listed("lhs * rhs.columns.{i}", other)})
    }}""" for other in COUNTS)
    return f"""/// A matrix of {WORDS[columns]} columns and {WORDS[rows]} rows, stored column by column.
@frozen
public struct {name}: SIMDMatrix {{
    /// A column: {WORDS[rows]} elements, the topmost first.
    public typealias Column = {column}
    /// A row: {WORDS[columns]} elements, the leftmost first.
    public typealias Row = {row}

    /// The columns, left to right.
    public var columns: ({stored})

    /// A matrix of zeros.
    @inlinable public init() {{ columns = ({listed("Column()", columns)}) }}
    /// A matrix of the given columns.
    @inlinable public init(columns: ({stored})) {{ self.columns = columns }}
    /// A matrix of the given columns.
    @inlinable public init({listed("_ c{i}: Column", columns)}) {{ columns = ({listed("c{i}", columns)}) }}

    /// The number of columns.
    @inlinable public static var columnCount: Int {{ {columns} }}

    /// The column at `column`, 0 for the leftmost.
    @inlinable public subscript(column: Int) -> Column {{
        get {{
            switch column {{
            {listed("case {i}: return columns.{i}", columns, chr(10) + " " * 12)}
            default: preconditionFailure("The matrix has {columns} columns.")
            }}
        }}
        set {{
            switch column {{
            {listed("case {i}: columns.{i} = newValue", columns, chr(10) + " " * 12)}
            default: preconditionFailure("The matrix has {columns} columns.")
            }}
        }}
    }}

    /// The matrix with rows and columns exchanged.
    @inlinable public var transpose: {matrix(scalar, rows, columns)} {{
        {matrix(scalar, rows, columns)}(
            {transposed})
    }}

    /// The product of a matrix and a column vector.
    @inlinable public static func * (lhs: {name}, rhs: Row) -> Column {{
        {listed("lhs.columns.{i} * rhs.{part}", columns, " + ")}
    }}
    /// The product of a row vector and a matrix.
    @inlinable public static func * (lhs: Column, rhs: {name}) -> Row {{
        Row({listed("dot(lhs, rhs.columns.{i})", columns)})
    }}{products}
}}
"""


SQUARES = """extension simd_float2x2: SIMDSquareMatrix {
    /// The factor by which the matrix scales areas, negative if it mirrors.
    @inlinable public var determinant: Scalar { columns.0.x * columns.1.y - columns.0.y * columns.1.x }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    @inlinable public var inverse: simd_float2x2 {
        simd_float2x2(Column(columns.1.y, -columns.0.y), Column(-columns.1.x, columns.0.x)) * (1 / determinant)
    }
}

extension simd_float3x3: SIMDSquareMatrix {
    /// The factor by which the matrix scales volumes, negative if it mirrors.
    @inlinable public var determinant: Scalar { dot(columns.0, cross(columns.1, columns.2)) }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    ///
    /// It is computed from the cross products of the columns, which are the rows of the adjugate.
    @inlinable public var inverse: simd_float3x3 {
        let adjugate = simd_float3x3(cross(columns.1, columns.2), cross(columns.2, columns.0), cross(columns.0, columns.1)).transpose
        return adjugate * (1 / determinant)
    }
}

extension simd_float4x4: SIMDSquareMatrix {
    /// The factor by which the matrix scales volumes, negative if it mirrors.
    @inlinable public var determinant: Scalar {
        let minors = pairMinors
        let (s, c) = (minors.lower, minors.upper)
        return s.0 * c.5 - s.1 * c.4 + s.2 * c.3 + s.3 * c.2 - s.4 * c.1 + s.5 * c.0
    }

    /// The 2 × 2 minors of the first two columns and of the last two, from which Laplace's expansion gives the determinant and the adjugate.
    @inlinable var pairMinors:
        (lower: (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar), upper: (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar))
    {
        let (a, b, c, d) = columns
        let lower = (
            a.x * b.y - b.x * a.y, a.x * b.z - b.x * a.z, a.x * b.w - b.x * a.w,
            a.y * b.z - b.y * a.z, a.y * b.w - b.y * a.w, a.z * b.w - b.z * a.w
        )
        let upper = (
            c.x * d.y - d.x * c.y, c.x * d.z - d.x * c.z, c.x * d.w - d.x * c.w,
            c.y * d.z - d.y * c.z, c.y * d.w - d.y * c.w, c.z * d.w - d.z * c.w
        )
        return (lower, upper)
    }

    /// The inverse matrix: its product with this matrix is the identity. A singular matrix gives infinities and NaNs.
    @inlinable public var inverse: simd_float4x4 {
        let minors = pairMinors
        let (s, c) = (minors.lower, minors.upper)
        let (p, q, r, t) = columns
        // The rows of the adjugate. They are written as columns and then transposed.
        let adjugate = simd_float4x4(
            Column(
                q.y * c.5 - q.z * c.4 + q.w * c.3, -q.x * c.5 + q.z * c.2 - q.w * c.1, q.x * c.4 - q.y * c.2 + q.w * c.0,
                -q.x * c.3 + q.y * c.1 - q.z * c.0),
            Column(
                -p.y * c.5 + p.z * c.4 - p.w * c.3, p.x * c.5 - p.z * c.2 + p.w * c.1, -p.x * c.4 + p.y * c.2 - p.w * c.0,
                p.x * c.3 - p.y * c.1 + p.z * c.0),
            Column(
                t.y * s.5 - t.z * s.4 + t.w * s.3, -t.x * s.5 + t.z * s.2 - t.w * s.1, t.x * s.4 - t.y * s.2 + t.w * s.0,
                -t.x * s.3 + t.y * s.1 - t.z * s.0),
            Column(
                -r.y * s.5 + r.z * s.4 - r.w * s.3, r.x * s.5 - r.z * s.2 + r.w * s.1, -r.x * s.4 + r.y * s.2 - r.w * s.0,
                r.x * s.3 - r.y * s.1 + r.z * s.0)
        ).transpose
        return adjugate * (1 / determinant)
    }
}
"""


def products(scalar):
    lines = []

    def product(name, x, y, result):
        lines.append("/// The product of a matrix and a vector, or of two matrices: `x * y`.")
        lines.append(f"@inlinable public func {name}(_ x: {x}, _ y: {y}) -> {result} {{ x * y }}")

    for columns in COUNTS:
        for rows in COUNTS:
            name, column, row = matrix(scalar, columns, rows), vector(scalar, rows), vector(scalar, columns)
            for function in ("simd_mul", "matrix_multiply"):
                product(function, name, row, column)
                product(function, column, name, row)
            for other in COUNTS:
                # Products of square matrices are generic.
                if not columns == rows == other:
                    product("simd_mul", name, matrix(scalar, other, columns), matrix(scalar, other, rows))
    return lines


def aliases():
    for scalar in SCALARS:
        for prefix in ("matrix_", ""):
            for columns in COUNTS:
                for rows in COUNTS:
                    short = f"{scalar.lower()}{columns}x{rows}"
                    yield f"/// A matrix of {WORDS[columns]} columns and {WORDS[rows]} rows.\npublic typealias {prefix}{short} = simd_{short}"


def square_functions():
    for scalar in SCALARS:
        for count in COUNTS:
            name = matrix(scalar, count, count)
            yield f"/// The {count} × {count} identity."
            yield f"public let matrix_identity_{name[5:]} = {name}(diagonal: SIMD{count}(repeating: 1))"
            yield "/// A matrix with the given diagonal and zeros elsewhere."
            yield f"@inlinable public func simd_diagonal_matrix(_ x: {vector(scalar, count)}) -> {name} {{ {name}(diagonal: x) }}"


def constructors():
    for scalar in SCALARS:
        for columns in COUNTS:
            for rows in COUNTS:
                name = matrix(scalar, columns, rows)
                yield "/// A matrix of the given columns."
                parameters = listed("_ c{i}: " + vector(scalar, rows), columns)
                yield f"@inlinable public func simd_matrix({parameters}) -> {name} {{ {name}({listed('c{i}', columns)}) }}"


def files():
    for scalar in SCALARS:
        for columns in COUNTS:
            yield f"Matrix{scalar}{columns}.swift", "\n".join(matrix_type(scalar, columns, rows) for rows in COUNTS)
    yield "SquareMatrices.swift", SQUARES + "\n" + SQUARES.replace("simd_float", "simd_double")
    yield "MatrixProducts.swift", "// Products under their C names.\n\n" + "\n".join(products("Float") + products("Double")) + "\n"
    names = "// The names that Apple's `simd` module gives to its matrices, beside `simd_float3x3` and its like.\n\n"
    yield "MatrixNames.swift", names + "\n".join([*aliases(), "", *square_functions(), "", *constructors()]) + "\n"


if __name__ == "__main__":
    generated.run(OUTPUT, {name: HEADING + text for name, text in files()})
