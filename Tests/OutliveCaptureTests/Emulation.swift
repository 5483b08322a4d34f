import Foundation

/// Programs for another processor, which an emulator runs if `scripts/trial arm64` starts the tests.
///
/// They are the fixture, and what tests build. The tests themselves, and the readers of snapshots, stay programs of this
/// machine.
enum Emulation {
    private static let environment = ProcessInfo.processInfo.environment

    /// The folder of the fixture and of the library to preload, or `nil` without an emulator.
    static let programs = environment["OUTLIVE_EMULATED_PROGRAMS"].map { URL(fileURLWithPath: $0, isDirectory: true) }

    /// The root with the libraries of the other processor.
    private static let root = environment["QEMU_LD_PREFIX"] ?? ""

    /// The number of real-time signals that the emulator keeps for itself: the program's have lower numbers.
    static let keptSignals: Int32 = programs == nil ? 0 : 2

    /// The options of clang for the other processor, with Swift's library; `nil` without an emulator.
    static var clangOptions: [String]? {
        guard programs != nil else { return nil }
        let compiler = root + "/usr/lib/gcc/aarch64-linux-gnu/14", swift = "/usr/libexec/swift/lib/swift/linux"
        return [
            "--target=aarch64-linux-gnu", "-fuse-ld=lld", "--sysroot=" + root, "-B" + compiler, "-L" + compiler,
            "-L" + root + swift, "-Wl,-rpath," + swift,
        ]
    }
}
