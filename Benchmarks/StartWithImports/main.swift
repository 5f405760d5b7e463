// Prints one line. The imports show what modules cost at the start of a program that uses nothing of them: Benchmarks/start.py times it.

import AVFoundation
import Accelerate
import Combine
import CoreImage
import CoreML
import Foundation
import NaturalLanguage
import SoundAnalysis
import Vision

print(ProcessInfo.processInfo.processName)
