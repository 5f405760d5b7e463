// Prints one line: the program beside `StartWithImports` of Benchmarks/start.py.

import Foundation

print(ProcessInfo.processInfo.processName)
