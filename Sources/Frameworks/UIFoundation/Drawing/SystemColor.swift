import CoreGraphics

/// The named colours of Apple's systems, in the light appearance.
package enum SystemColor {
    package static let red = rgb(255, 59, 48)
    package static let orange = rgb(255, 149, 0)
    package static let yellow = rgb(255, 204, 0)
    package static let green = rgb(52, 199, 89)
    package static let mint = rgb(0, 199, 190)
    package static let teal = rgb(48, 176, 199)
    package static let cyan = rgb(50, 173, 230)
    package static let blue = rgb(0, 122, 255)
    package static let indigo = rgb(88, 86, 214)
    package static let purple = rgb(175, 82, 222)
    package static let pink = rgb(255, 45, 85)
    package static let brown = rgb(162, 132, 94)
    package static let gray = rgb(142, 142, 147)
    package static let gray2 = rgb(174, 174, 178)
    package static let gray3 = rgb(199, 199, 204)
    package static let gray4 = rgb(209, 209, 214)
    package static let gray5 = rgb(229, 229, 234)
    package static let gray6 = rgb(242, 242, 247)
    package static let label = rgb(0, 0, 0)
    package static let secondaryLabel = rgb(60, 60, 67, 0.6)
    package static let tertiaryLabel = rgb(60, 60, 67, 0.3)
    package static let quaternaryLabel = rgb(60, 60, 67, 0.18)
    package static let separator = rgb(60, 60, 67, 0.29)
    package static let background = rgb(255, 255, 255)

    private static func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
        CGColor(srgbRed: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    }
}
