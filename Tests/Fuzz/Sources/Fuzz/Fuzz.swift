import Foundation

/// The target that `OUTLIVE_FUZZ` names.
private let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["OUTLIVE_FUZZ"] ?? "")

/// What libFuzzer, which has the `main` of the program, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { fatalError("OUTLIVE_FUZZ is to name a target") }
    do {
        try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
