import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["OUTLIVE_FUZZ"] ?? "")

/// One target, by `OUTLIVE_FUZZ`, under libFuzzer with the arguments of that.
@main
struct Fuzz {
    static func main() {
        guard target != nil else { fatalError("OUTLIVE_FUZZ is to name a target") }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { bytes, count in
                do {
                    try target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
                } catch {
                    fatalError("\(error)")
                }
                return 0
            })
    }
}
