#if canImport(XCTest)
internal import Foundation
internal import XCTest

/// Tells of the leak checks when XCTest has run all tests, as long as its own summary is still to come.
final class RunObserver: NSObject, XCTestObservation {
    private static let installed: Void = XCTestObservationCenter.shared.addTestObserver(RunObserver())

    /// Begins to observe the run; the first call does.
    static func install() { installed }

    func testBundleDidFinish(_ testBundle: Bundle) { RunLedger.shared.tell() }
}
#endif
