#if canImport(XCTest)
internal import Foundation
internal import Outlive
internal import OutliveDriver
public import XCTest

extension XCTestCase {
    /// Fails the test when an object is alive after it.
    ///
    /// The object is registered, and looked at when the test method has returned, before `tearDown()` is called: what
    /// the test case holds in a property is to be let go of in a teardown block that is added later than this one.
    ///
    /// - Parameters:
    ///   - object: an object of a class or an actor; it is not retained.
    ///   - name: what the failure calls it, the type's name by default.
    ///   - time: how long it may take to go away; as soon as it is gone, the test is over.
    ///   - fileID: the file of the call, as the compiler names it; leave it out.
    ///   - file: the file of the call, where the failure is recorded; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - column: the column of the call; leave it out.
    /// - Returns: `object`.
    @discardableResult
    public func trackForLeaks<Component: AnyObject>(
        _ object: Component, as name: String? = nil, settling time: Duration = .seconds(2), fileID: String = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Component {
        let check = LeakCheck.open()
        check.scope.collect {
            _ = LeakRegistry.shared.track(object, as: name, fileID: fileID, line: line, column: column)
        }
        addTeardownBlock { [unowned self] in
            end(check, settling: time, requiresRegistrations: true, at: CallSite(file: file, line: line), all: true)
        }
        return object
    }

    /// Fails the test when components that some work tracked are alive after it.
    ///
    /// For all that the tests of a class do, with their `setUp` and `tearDown`, override `invokeTest()`:
    ///
    ///     override func invokeTest() { assertNoLeaks { super.invokeTest() } }
    ///
    /// It blocks its thread while it settles. In an async test the compiler picks the `async` overload.
    ///
    /// - Parameters:
    ///   - time: how long components may take to go away; as soon as all are gone, the work is over.
    ///   - requiringRegistrations: whether work that tracks nothing fails; without it the summary of the run says so.
    ///   - file: the file of the call; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - work: the work.
    /// - Throws: what the work throws.
    @_disfavoredOverload
    public func assertNoLeaks<Value>(
        settling time: Duration = .seconds(2), requiringRegistrations: Bool = false, file: StaticString = #filePath,
        line: UInt = #line, _ work: () throws -> Value
    ) rethrows -> Value {
        let check = LeakCheck.open()
        defer {
            end(
                check, settling: time, requiresRegistrations: requiringRegistrations,
                at: CallSite(file: file, line: line))
        }
        return try LeakCheck.$current.withValue(check) { try check.scope.collect(work) }
    }

    /// Fails the test when components that some work tracked are alive after it; the work may suspend.
    ///
    /// - Parameters:
    ///   - time: how long components may take to go away; as soon as all are gone, the work is over.
    ///   - requiringRegistrations: whether work that tracks nothing fails; without it the summary of the run says so.
    ///   - isolation: the caller's actor; leave it out.
    ///   - file: the file of the call; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - work: the work.
    /// - Throws: what the work throws.
    public func assertNoLeaks<Value>(
        settling time: Duration = .seconds(2), requiringRegistrations: Bool = false,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line,
        _ work: () async throws -> Value
    ) async throws -> Value {
        let check = LeakCheck.open()
        let result: Result<Value, any Error>
        do {
            result = .success(
                try await LeakCheck.$current.withValue(check) { try await check.scope.collect(work) })
        } catch {
            result = .failure(error)
        }
        RunObserver.install()
        let outcome = await check.end(
            test: name, settling: SettlePolicy(deadline: time), requiresRegistrations: requiringRegistrations)
        record(outcome, at: CallSite(file: file, line: line))
        return try result.get()
    }

    /// Waits until a check has settled, while the main thread's run loop goes on, and records what it found.
    private func end(
        _ check: LeakCheck, settling time: Duration, requiresRegistrations: Bool, at site: CallSite, all: Bool = false
    ) {
        RunObserver.install()
        let name = name
        let found = Locked<LeakCheck.Outcome?>(nil)
        let ended = XCTestExpectation(description: "the leak check has ended")
        Task {
            let outcome = await check.end(
                test: name, settling: SettlePolicy(deadline: time), requiresRegistrations: requiresRegistrations)
            found.withLock { $0 = outcome }
            ended.fulfill()
        }
        // The symbolizer has a deadline of its own, which is less.
        let patience = time / .seconds(1) + 120
        guard XCTWaiter().wait(for: [ended], timeout: patience) == .completed, let outcome = found.withLock({ $0 })
        else {
            return fail("the leak check did not end within \(Int(patience)) s", at: site)
        }
        record(outcome, at: site, all: all)
    }
}
#endif
