// swift-format-ignore-file
// Declares of Apple's module XCTest what the adapters use; has no bodies that run.
public import Foundation
@_exported public import XCUIAutomation

/// XCTAttachment
open class XCTAttachment: NSObject {
    /// XCTAttachmentLifetime
    public enum Lifetime: Int, Sendable { case keepAlways = 0, deleteOnSuccess = 1 }
    open var name: String?
    open var lifetime: XCTAttachment.Lifetime
    override init() { fatalError() }
    public convenience init(string: String) { fatalError() }
    /// XCTAttachment (XCUIScreenshot_ConvenienceInitializers), of XCUIAutomation
    @MainActor public convenience init(screenshot: XCUIScreenshot) { fatalError() }
}

/// XCTestRun
open class XCTestRun: NSObject {
    open var totalFailureCount: Int { fatalError() }
}

/// XCTest
open class XCTest: NSObject {
    open var name: String { fatalError() }
    open var testRun: XCTestRun? { fatalError() }
}

/// XCTestCase
open class XCTestCase: XCTest {
    open func add(_ attachment: XCTAttachment) { fatalError() }
    open func setUp() async throws { fatalError() }
    open func tearDown() async throws { fatalError() }
}

/// XCTestExpectation
open class XCTestExpectation: NSObject, @unchecked Sendable {}

/// XCTDarwinNotificationExpectation
open class XCTDarwinNotificationExpectation: XCTestExpectation, @unchecked Sendable {
    public init(notificationName: String) { fatalError() }
}

/// XCTWaiter
open class XCTWaiter: NSObject {
    /// XCTWaiterResult
    public enum Result: Int, Sendable {
        case completed = 1, timedOut, incorrectOrder, invertedFulfillment, interrupted
    }
    open class func fulfillment(
        of expectations: [XCTestExpectation], timeout seconds: TimeInterval = .infinity,
        enforceOrder enforceOrderOfFulfillment: Bool = false
    ) async -> XCTWaiter.Result { fatalError() }
}

/// XCTFail
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) { fatalError() }
