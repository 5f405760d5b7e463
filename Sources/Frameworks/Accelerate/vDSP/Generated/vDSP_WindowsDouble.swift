// Written by Scripts/generate_vdsp.py.

import CVectors
import Foundation

/// A Hann window of n elements, for one period: (1 − cos(2π i / n)) / 2. With `vDSP_HANN_NORM` it is multiplied by 1.63, which keeps the
/// power. With `vDSP_HALF_WINDOW` only the first half is written.
public func vDSP_hann_windowD(_ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length, _ flag: Int32) {
    let scale = flag & Int32(vDSP_HANN_NORM) == 0 ? 0.5 : (2.0 / 3).squareRoot()
    let full = Int(bitPattern: n), count = flag & Int32(vDSP_HALF_WINDOW) == 0 ? full : (full + 1) / 2
    for n in 0..<count {
        let angle = 2 * Double.pi * Double(n) / Double(full)
        c[n] = Double(scale * (1 - cos(angle)))
    }
}

/// A Hamming window of n elements, for one period: 0.54 − 0.46 cos(2π i / n). With `vDSP_HALF_WINDOW` only the first half is written.
public func vDSP_hamm_windowD(_ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length, _ flag: Int32) {
    let full = Int(bitPattern: n), count = flag & Int32(vDSP_HALF_WINDOW) == 0 ? full : (full + 1) / 2
    for n in 0..<count {
        let angle = 2 * Double.pi * Double(n) / Double(full)
        c[n] = Double(0.54 - 0.46 * cos(angle))
    }
}

/// A Blackman window of n elements, for one period: 0.42 − 0.5 cos(2π i / n) + 0.08 cos(4π i / n). With `vDSP_HALF_WINDOW` only the first
/// half is written.
public func vDSP_blkman_windowD(_ c: UnsafeMutablePointer<Double>, _ n: vDSP_Length, _ flag: Int32) {
    let full = Int(bitPattern: n), count = flag & Int32(vDSP_HALF_WINDOW) == 0 ? full : (full + 1) / 2
    for n in 0..<count {
        let angle = 2 * Double.pi * Double(n) / Double(full)
        c[n] = Double(0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle))
    }
}
