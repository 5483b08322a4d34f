#if canImport(XCTest)
internal import Foundation
internal import XCTest

/// An observer that prints the summary of the leak checks when all tests have run, before XCTest's own summary.
final class RunObserver: NSObject, XCTestObservation {
    private static let installed: Void = XCTestObservationCenter.shared.addTestObserver(RunObserver())

    /// Starts to observe the run once; later calls do nothing.
    static func install() { installed }

    func testBundleDidFinish(_ testBundle: Bundle) { RunLedger.shared.tell() }
}
#endif
