// Swift imports this module when a file imports both Testing and AppKit. The toolchain declares such an overlay for every platform, but
// ships it only for Apple's. It is empty, so that tests of Osprey and of its clients can import both.
