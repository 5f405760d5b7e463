// Times Core Image's filters and Accelerate's functions, and writes what they compute: the program of Benchmarks/filters.py.
//
//   FilterRates FOLDER WIDTH HEIGHT ROUNDS [CASE …]
//
// FOLDER has the pixels of two photos (`image` and `top`, RGBA of 8 bits, rows from the top), and vectors of floats (`a`, `b`, `m`). Each line that is
// printed has a case's name and its milliseconds; the case's results are in FOLDER/NAME.out.

import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 5, let width = Int(arguments[2]), let height = Int(arguments[3]), let rounds = Int(arguments[4]), rounds > 0 else {
    print("FilterRates FOLDER WIDTH HEIGHT ROUNDS [CASE …]")
    exit(2)
}
let watch = Stopwatch(folder: URL(fileURLWithPath: arguments[1]), rounds: rounds, cases: Set(arguments.dropFirst(5)))
try measureFilters(watch, width: width, height: height)
try measureVectors(watch)
