import Counters
import Foundation

/// The target that `OUTLIVE_FUZZ` names.
private let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["OUTLIVE_FUZZ"] ?? "")

/// Initialised with the first input.
private let sharedCounters: Void = outl_fuzz_share_counters()

/// The longest time that an input may take, in seconds of the processor.
///
/// libFuzzer's own limits are by the clock: on a busy machine an input of 30 ms has taken 14 s.
private let limit = 2.0

/// The function that libFuzzer, which provides `main`, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { fatalError("OUTLIVE_FUZZ is to name a target") }
    if target == .core { sharedCounters }
    let start = processorTime()
    do {
        try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    let seconds = processorTime() - start
    guard seconds <= limit else { fatalError("\(count) bytes take \(seconds) s of the processor") }
    return 0
}

/// The processor time of this thread, in seconds.
private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
