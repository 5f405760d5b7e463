/// The release that the runtime and the program are of.
package enum Release {
    package static let version = "0.1.0"
}
