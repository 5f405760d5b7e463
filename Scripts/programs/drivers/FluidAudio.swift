// Asks FluidAudio for the samples of a file as its models of speech take them: 16,000 of one channel in a second.
import Foundation

let samples = try AudioConverter().resampleAudioFile(path: CommandLine.arguments[1])
print("samples", samples.map { String($0) }.joined(separator: " "))
