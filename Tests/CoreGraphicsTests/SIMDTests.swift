import Testing
import simd

@Suite("simd: vectors, matrices, quaternions")
struct SIMDTests {
    @Test("Products, lengths and distances follow their definitions")
    func vectors() {
        let a = simd_float3(1, 2, 3)
        let b = simd_float3(-2, 0.5, 4)
        #expect(dot(a, b) == 11)
        #expect(simd_cross(a, b) == simd_float3(2 * 4 - 3 * 0.5, 3 * -2 - 1 * 4, 1 * 0.5 - 2 * -2))
        #expect(abs(dot(cross(a, b), a)) < 1e-5)
        #expect(length(simd_double2(3, 4)) == 5)
        #expect(simd_distance(simd_float2(1, 1), simd_float2(4, 5)) == 5)
        #expect(length(normalize(b)).rounded() == 1)
        #expect(mix(a, b, t: 0) == a && mix(a, b, t: 1) == b)
        #expect(clamp(simd_float3(-1, 0.5, 7), min: 0, max: 1) == simd_float3(0, 0.5, 1))
        #expect(reduce_add(a) == 6 && reduce_max(b) == 4 && simd_reduce_min(b) == -2)
        #expect(simd_int3(1, 2, .max) &+ simd_int3(0, 0, 1) == simd_int3(1, 2, .min))
        #expect(sign(simd_float3(-3, 0, 2)) == simd_float3(-1, 0, 1))
        #expect(reflect(simd_float2(1, -1), n: simd_float2(0, 1)) == simd_float2(1, 1))
        #expect(smoothstep(simd_float2(0.5, 3), edge0: simd_float2(0, 0), edge1: simd_float2(1, 1)) == simd_float2(0.5, 1))
        #expect(min(a, b) == simd_float3(-2, 0.5, 3) && min(2, 1) == 1)
    }

    @Test("A matrix multiplies column vectors from the left, and columns are stored first")
    func products() {
        let m = simd_float3x3(rows: [simd_float3(1, 2, 3), simd_float3(4, 5, 6), simd_float3(7, 8, 10)])
        #expect(m[0] == simd_float3(1, 4, 7) && m[2, 1] == 6 && m.columns.1.z == 8)
        #expect(m * simd_float3(1, 0, -1) == simd_float3(-2, -2, -3))
        #expect(simd_float3(1, 0, -1) * m == simd_float3(-6, -6, -7))
        #expect(simd_mul(m, matrix_identity_float3x3) == m)
        #expect(m.determinant == -3)
        #expect((m * 2 - m) == m && -m + m == simd_float3x3() && 2 * m == m + m)
        #expect(simd_almost_equal_elements(m.inverse * m, matrix_identity_float3x3, 1e-4))
        let wide = simd_double4x2(SIMD2(1, 2), SIMD2(3, 4), SIMD2(5, 6), SIMD2(7, 8))
        #expect(wide.transpose.transpose == wide)
        #expect(wide * wide.transpose == simd_double2x2(rows: [SIMD2(84, 100), SIMD2(100, 120)]))
        #expect(simd_transpose(wide)[1] == SIMD4(2, 4, 6, 8))
    }

    @Test("Determinants and inverses agree with cofactor expansion on pseudo-random matrices", arguments: 1...20)
    func inverses(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(1 << 31) * 2 - 1
        }
        func column() -> simd_double4 { simd_double4(next(), next(), next(), next()) }
        let m = simd_double4x4(column(), column(), column(), column())
        // Along the first row, from the determinants of 3 × 3 minors.
        var expected = 0.0
        for c in 0..<4 {
            let rest = (0..<4).filter { $0 != c }.map { simd_double3(m[$0].y, m[$0].z, m[$0].w) }
            expected += (c % 2 == 0 ? 1 : -1) * m[c].x * simd_double3x3(rest).determinant
        }
        #expect(Swift.abs(m.determinant - expected) < 1e-12)
        #expect(simd_almost_equal_elements(m * m.inverse, matrix_identity_double4x4, 1e-9 / Swift.abs(expected)))
        let two = simd_double2x2(SIMD2(next(), next()), SIMD2(next(), next()))
        #expect(simd_almost_equal_elements(two.inverse * two, matrix_identity_double2x2, 1e-9 / Swift.abs(two.determinant)))
    }

    @Test("A quaternion and its matrix turn alike, and its products compose")
    func quaternions() {
        let quarter = simd_quatf(angle: .pi / 2, axis: simd_float3(0, 0, 1))
        #expect(distance(quarter.act(simd_float3(1, 0, 0)), simd_float3(0, 1, 0)) < 1e-6)
        #expect(Swift.abs(quarter.angle - .pi / 2) < 1e-6)
        let other = simd_quatf(angle: 1.2, axis: normalize(simd_float3(1, -2, 0.5)))
        let v = simd_float3(0.3, -1, 2)
        #expect(distance((quarter * other).act(v), quarter.act(other.act(v))) < 1e-5)
        #expect(distance(simd_float3x3(other) * v, other.act(v)) < 1e-5)
        let back = simd_quatf(simd_float3x3(other))
        #expect(Swift.abs(Swift.abs(dot(back.vector, other.vector)) - 1) < 1e-5)
        let half = simd_slerp(simd_quatf(ix: 0, iy: 0, iz: 0, r: 1), quarter, 0.5)
        #expect(Swift.abs(half.angle - .pi / 4) < 1e-5)
        let opposite = simd_quatf(from: simd_float3(1, 0, 0), to: simd_float3(-1, 0, 0))
        #expect(distance(opposite.act(simd_float3(1, 0, 0)), simd_float3(-1, 0, 0)) < 1e-6)
    }
}
