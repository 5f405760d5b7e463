import Testing
import UIKit

@Suite struct UIScreenTests {
    @Test("A layer that is set up for the screen, and a renderer's default format, have one pixel per point")
    func thereIsOnePixelPerPoint() {
        let layer = CATextLayer()
        layer.contentsScale = UIScreen.main.scale
        #expect(layer.contentsScale == 1 && UIScreen.main.nativeScale == 1)
        #expect(UIGraphicsImageRendererFormat.default().scale == UIScreen.main.scale)
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2))
        #expect(renderer.image { _ in }.cgImage?.width == 3 * Int(UIScreen.main.scale))
    }
}
