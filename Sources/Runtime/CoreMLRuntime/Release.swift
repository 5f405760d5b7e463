/// The release of the runtime and of the program.
package enum Release {
    package static let version = "0.1.0"
}
