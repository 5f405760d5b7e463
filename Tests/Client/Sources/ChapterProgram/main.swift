import Dispatch
import Foundation

// Usage: ChapterProgram vision|coreml|multi MODEL IMAGE
//
// Shows one image to the app, whose label then holds the answer, and prints that.

let arguments = CommandLine.arguments
guard arguments.count == 4, let image = UIImage(contentsOfFile: arguments[3]) else {
    print("usage: ChapterProgram vision|coreml|multi MODEL IMAGE")
    exit(2)
}
HealthySnacks.urlOfModelInThisBundle = URL(fileURLWithPath: arguments[2])
switch arguments[1] {
case "vision": ViewController().classify(image: image)
case "multi": MultiSnacksViewController().classify(image: image)
default: CoreMLViewController().classify(image: image)
}
dispatchMain()
