@main struct Osprey { static func main() {} }
