// Written by Scripts/generate_vdsp.py.

import CVectors

/// Converts elements of type `Int8` to floating-point numbers.
public func vDSP_vflt8(
    _ a: UnsafePointer<Int8>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_i8_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts elements of type `UInt8` to floating-point numbers.
public func vDSP_vfltu8(
    _ a: UnsafePointer<UInt8>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_u8_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts elements of type `Int16` to floating-point numbers.
public func vDSP_vflt16(
    _ a: UnsafePointer<Int16>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_i16_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts elements of type `UInt16` to floating-point numbers.
public func vDSP_vfltu16(
    _ a: UnsafePointer<UInt16>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_u16_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts elements of type `Int32` to floating-point numbers.
public func vDSP_vflt32(
    _ a: UnsafePointer<Int32>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_i32_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts elements of type `UInt32` to floating-point numbers.
public func vDSP_vfltu32(
    _ a: UnsafePointer<UInt32>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_u32_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts floating-point numbers to elements of type `Int8`; the fraction is truncated. Numbers out of its range become the nearest
/// number of the type, and NaN becomes 0.
public func vDSP_vfix8(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Int8>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_i8(a, strideA, c, strideC, Int(bitPattern: n), 0)
}

/// Converts floating-point numbers to elements of type `UInt8`; the fraction is truncated. Numbers out of its range become the nearest
/// number of the type, and NaN becomes 0.
public func vDSP_vfixu8(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<UInt8>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_u8(a, strideA, c, strideC, Int(bitPattern: n), 0)
}

/// Converts floating-point numbers to elements of type `Int16`; the fraction is truncated. Numbers out of its range become the nearest
/// number of the type, and NaN becomes 0.
public func vDSP_vfix16(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Int16>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_i16(a, strideA, c, strideC, Int(bitPattern: n), 0)
}

/// Converts floating-point numbers to elements of type `UInt16`; the fraction is truncated. Numbers out of its range become the nearest
/// number of the type, and NaN becomes 0.
public func vDSP_vfixu16(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<UInt16>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_u16(a, strideA, c, strideC, Int(bitPattern: n), 0)
}

/// Converts floating-point numbers to elements of type `Int32`; the fraction is truncated. Numbers out of its range become the nearest
/// number of the type, and NaN becomes 0.
public func vDSP_vfix32(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Int32>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_i32(a, strideA, c, strideC, Int(bitPattern: n), 0)
}

/// Converts floating-point numbers to elements of type `UInt32`; the fraction is truncated. Numbers out of its range become the nearest
/// number of the type, and NaN becomes 0.
public func vDSP_vfixu32(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<UInt32>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_u32(a, strideA, c, strideC, Int(bitPattern: n), 0)
}

/// Converts floating-point numbers to elements of type `Int8`; they are rounded to the nearest integer. Numbers out of its range become
/// the nearest number of the type, and NaN becomes 0.
public func vDSP_vfixr8(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Int8>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_i8(a, strideA, c, strideC, Int(bitPattern: n), 1)
}

/// Converts floating-point numbers to elements of type `UInt8`; they are rounded to the nearest integer. Numbers out of its range become
/// the nearest number of the type, and NaN becomes 0.
public func vDSP_vfixru8(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<UInt8>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_u8(a, strideA, c, strideC, Int(bitPattern: n), 1)
}

/// Converts floating-point numbers to elements of type `Int16`; they are rounded to the nearest integer. Numbers out of its range become
/// the nearest number of the type, and NaN becomes 0.
public func vDSP_vfixr16(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Int16>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_i16(a, strideA, c, strideC, Int(bitPattern: n), 1)
}

/// Converts floating-point numbers to elements of type `UInt16`; they are rounded to the nearest integer. Numbers out of its range become
/// the nearest number of the type, and NaN becomes 0.
public func vDSP_vfixru16(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<UInt16>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_u16(a, strideA, c, strideC, Int(bitPattern: n), 1)
}

/// Converts floating-point numbers to elements of type `Int32`; they are rounded to the nearest integer. Numbers out of its range become
/// the nearest number of the type, and NaN becomes 0.
public func vDSP_vfixr32(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Int32>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_i32(a, strideA, c, strideC, Int(bitPattern: n), 1)
}

/// Converts floating-point numbers to elements of type `UInt32`; they are rounded to the nearest integer. Numbers out of its range become
/// the nearest number of the type, and NaN becomes 0.
public func vDSP_vfixru32(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<UInt32>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_u32(a, strideA, c, strideC, Int(bitPattern: n), 1)
}
