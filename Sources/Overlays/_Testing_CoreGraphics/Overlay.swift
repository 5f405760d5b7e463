// Swift Testing declares that a file which imports it and CoreGraphics imports this module, too. Apple's platforms have it; here it only has to
// exist, so that tests may import both.
