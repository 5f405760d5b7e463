// Swift imports this module wherever a file imports both Testing and CoreImage: the toolchain declares such an overlay for every
// platform but ships it for Apple's only. It is empty, so that tests of Osprey and of its clients can import both.
