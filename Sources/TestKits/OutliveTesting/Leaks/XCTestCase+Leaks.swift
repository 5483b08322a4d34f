#if canImport(XCTest)
internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport
public import XCTest

extension XCTestCase {
    /// Fails the test if an object is still alive after it.
    ///
    /// The object is registered now and checked after the test method returns, before `tearDown()`. Release objects in
    /// properties of the test case in a teardown block that is added after this call.
    ///
    /// - Parameters:
    ///   - object: An object of a class or an actor; it is not retained.
    ///   - name: The name in failures, by default the type's.
    ///   - time: The settle deadline; the test ends as soon as the object is released.
    ///   - fileID: The file of the call, as the compiler names it; omit it.
    ///   - file: The file of the call, where the failure is recorded; omit it.
    ///   - line: The line of the call; omit it.
    ///   - column: The column of the call; omit it.
    /// - Returns: `object`.
    @discardableResult
    public func trackForLeaks<Component: AnyObject>(
        _ object: Component, as name: String? = nil, settling time: Duration = .seconds(2), fileID: String = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Component {
        let check = LeakCheck()
        check.scope.collect {
            _ = LeakRegistry.shared.track(object, as: name, fileID: fileID, line: line, column: column)
        }
        addTeardownBlock { [unowned self] in
            let site = SourceLine(file: file, line: line)
            end(check, terms(time, site, requiresRegistrations: true), at: site, all: true)
        }
        return object
    }

    /// Fails the test if some work leaves leaks behind.
    ///
    /// Run by `outlive test`, the check covers all objects: those that nothing can reach any more, and that the work surely
    /// allocated, in any task. Objects that something still refers to are left to `outlive test` itself. Elsewhere, and in
    /// addition, the check covers the components that the work tracked: these must be gone.
    ///
    /// To check all tests of a class, with their `setUp` and `tearDown`, override `invokeTest()`:
    ///
    ///     override func invokeTest() { assertNoLeaks { super.invokeTest() } }
    ///
    /// Blocks its thread while it settles. In an asynchronous test, the compiler selects the `async` overload.
    ///
    /// - Parameters:
    ///   - time: The settle deadline; the wait ends as soon as all components are released.
    ///   - requiringRegistrations: `true` to fail if the work tracks nothing where tracked components alone are watched;
    ///     otherwise, the summary of the run lists it.
    ///   - file: The file of the call; omit it.
    ///   - line: The line of the call; omit it.
    ///   - work: The work to check.
    /// - Throws: The error of the work.
    @_disfavoredOverload
    public func assertNoLeaks<Value>(
        settling time: Duration = .seconds(2), requiringRegistrations: Bool = false, file: StaticString = #filePath,
        line: UInt = #line, _ work: () throws -> Value
    ) rethrows -> Value {
        let check = LeakCheck()
        defer {
            let site = SourceLine(file: file, line: line)
            end(check, terms(time, site, requiresRegistrations: requiringRegistrations, watchesAll: true), at: site)
        }
        return try LeakCheck.$current.withValue(check) { try check.scope.collect(work) }
    }

    /// Fails the test if some asynchronous work leaves leaks behind.
    ///
    /// Other parameters and errors: see the overload that blocks its thread.
    ///
    /// - Parameter isolation: The caller's actor; omit it.
    public func assertNoLeaks<Value>(
        settling time: Duration = .seconds(2), requiringRegistrations: Bool = false,
        isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line,
        _ work: () async throws -> Value
    ) async throws -> Value {
        RunObserver.install()
        let site = SourceLine(file: file, line: line)
        let terms = terms(time, site, requiresRegistrations: requiringRegistrations, watchesAll: true)
        let (result, outcome) = await LeakCheck.run(terms) { try await work() }
        record(outcome, at: site)
        return try result.get()
    }

    /// Fails the test if some work leaves a global or static of the program changed, and names it.
    ///
    /// The check needs the heap tier in the process: run by `outlive test`, for example. Elsewhere it compares nothing,
    /// and the summary of the run says so. Variables that the work uses for the first time are not compared.
    ///
    /// To check all tests of a class, with their `setUp` and `tearDown`, override `invokeTest()`:
    ///
    ///     override func invokeTest() { assertNoPollution { super.invokeTest() } }
    ///
    /// - Parameters:
    ///   - file: The file of the call; omit it.
    ///   - line: The line of the call; omit it.
    ///   - work: The work to check.
    /// - Throws: The error of the work.
    public func assertNoPollution<Value>(
        file: StaticString = #filePath, line: UInt = #line, _ work: () throws -> Value
    ) rethrows -> Value {
        RunObserver.install()
        let check = PollutionCheck()
        defer {
            if let complaint = check.end() { fail(complaint, at: SourceLine(file: file, line: line)) }
        }
        return try work()
    }

    /// Gives up a reference to an object that must be gone now, and fails the test if it is still alive.
    ///
    /// See `trackForLeaks` for an object that must be gone after the test.
    ///
    /// - Parameters:
    ///   - reference: A variable or property with the object. It is `nil` afterwards.
    ///   - name: The name in the failure, by default the type's.
    ///   - fileID: The file of the call, as the compiler names it; omit it.
    ///   - file: The file of the call, where the failure is recorded; omit it.
    ///   - line: The line of the call; omit it.
    ///   - column: The column of the call; omit it.
    /// - Returns: `false` if the object is still alive and no known leak accepts it.
    @discardableResult
    public func expectReleased<Component: AnyObject>(
        _ reference: inout Component?, as name: String? = nil, fileID: String = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Bool {
        let site = RegistrationSite(fileID: fileID, line: Int(line), column: Int(column))
        let outcome = ReleaseExpectation(&reference, as: name, at: site, source: "\(file)", test: self.name).outcome()
        record(outcome, at: SourceLine(file: file, line: line), all: true)
        return outcome.complaints.isEmpty
    }

    /// Gives up a reference to an object that must be gone soon, waits, and fails the test if it is still alive.
    ///
    /// Other parameters: see the overload that checks at once.
    ///
    /// - Parameters:
    ///   - time: The settle deadline; the wait ends as soon as the object is released.
    ///   - isolation: The caller's actor; omit it.
    @discardableResult
    public func expectReleased<Component: AnyObject>(
        _ reference: inout Component?, as name: String? = nil, within time: Duration = .seconds(2),
        isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async -> Bool {
        let site = RegistrationSite(fileID: fileID, line: Int(line), column: Int(column))
        let outcome = await ReleaseExpectation(&reference, as: name, at: site, source: "\(file)", test: self.name)
            .outcome(within: time)
        record(outcome, at: SourceLine(file: file, line: line), all: true)
        return outcome.complaints.isEmpty
    }

    private func terms(
        _ settling: Duration, _ site: SourceLine, requiresRegistrations: Bool, watchesAll: Bool = false
    ) -> LeakCheck.Terms {
        LeakCheck.Terms(
            test: name, source: site.file, settling: settling, requiresRegistrations: requiresRegistrations,
            watched: watchesAll ? ranTest : nil)
    }

    /// The running test, without the times at which it ran.
    private var ranTest: RanTest {
        let type = String(reflecting: Swift.type(of: self)).split(separator: ".").map(String.init)
        let function = name.split(separator: ".").last.map(String.init) ?? name
        return RanTest(
            library: .xctest, module: type.first,
            path: type.dropFirst() + [function.hasSuffix(")") ? function : "\(function)()"])
    }

    /// Waits until a check has settled, with the main thread's run loop active, and records the result.
    private func end(_ check: LeakCheck, _ terms: LeakCheck.Terms, at site: SourceLine, all: Bool = false) {
        RunObserver.install()
        let found = Lock<LeakCheck.Outcome?>(nil)
        let ended = XCTestExpectation(description: "the leak check has ended")
        Task {
            let outcome = await check.end(terms)
            found.withLock { $0 = outcome }
            ended.fulfill()
        }
        // Longer than the symbolizer's own timeout.
        let timeout = terms.settling / .seconds(1) + 120
        guard XCTWaiter().wait(for: [ended], timeout: timeout) == .completed, let outcome = found.withLock({ $0 })
        else {
            return fail("the leak check did not end within \(Int(timeout)) s", at: site)
        }
        record(outcome, at: site, all: all)
    }

    /// Records the result of a check, with each survivor at its registration site if that is known.
    ///
    /// - Parameter all: `true` to record all survivors at the call.
    private func record(_ outcome: LeakCheck.Outcome, at site: SourceLine, all: Bool = false) {
        for complaint in outcome.complaints {
            fail(complaint.text(adding: outcome.artifacts), at: all ? site : complaint.site ?? site)
        }
        if let defect = outcome.defect { fail(defect, at: site) }
    }
}
#endif
