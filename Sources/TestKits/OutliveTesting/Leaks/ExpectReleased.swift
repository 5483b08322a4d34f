internal import Outlive
internal import OutliveModel
internal import OutliveSupport

/// An object that a test expects to be released, in the terms of its framework.
struct ReleaseExpectation {
    private let object: WeakObject
    private let release: ExpectedRelease
    private let terms: LeakCheck.Terms

    /// Tracks the object, and gives up the reference.
    init<Component: AnyObject>(
        _ reference: inout Component?, as name: String?, at site: RegistrationSite, source: String, test: String
    ) {
        LeakCheck.countExpected()
        object = WeakObject(reference)
        release = ExpectedRelease(of: &reference, as: name, at: site)
        terms = LeakCheck.Terms(
            test: test, source: source, settling: .zero, requiresRegistrations: false)
    }

    /// Checks the object now, and blocks the thread if it survives.
    func outcome() -> LeakCheck.Outcome {
        let report = release.report()
        defer { object.forget() }
        return LeakCheck.blockingOutcome(of: report, after: Self.end, in: terms)
    }

    /// Waits until the object is released or the time is up.
    func outcome(within time: Duration, isolation: isolated (any Actor)? = #isolation) async -> LeakCheck.Outcome {
        let report = await release.settled(within: time)
        defer { object.forget() }
        let terms = terms
        return await LeakCheck.outcome(of: report, after: Self.end, in: terms)
    }

    private static let end = "its release was expected"
}

/// A reference by which a survivor is taken from the checks that would report it once more.
private final class WeakObject {
    private weak var object: AnyObject?

    init(_ object: AnyObject?) { self.object = object }

    func forget() {
        if let object { LeakRegistry.shared.untrack(object) }
    }
}

#if canImport(Testing)
public import Testing

/// Gives up a reference to an object that must be gone now; a survivor is an issue of the current test.
///
///     var cart: Cart? = Cart()
///     cart?.checkOut()
///     expectReleased(&cart)
///
/// The issue is at the line of the call, with what holds the object where the heap tier is in this process. In
/// XCTest, call the method of the test case. Without the package trait `LiveReset` nothing is checked.
///
/// - Parameters:
///   - reference: A variable with the object. It is `nil` afterwards.
///   - name: The name in the issue, by default the type's.
///   - sourceLocation: The place of the call. Use the default.
/// - Returns: `false` if the object is still alive and no known leak accepts it.
@discardableResult
public func expectReleased<Component: AnyObject>(
    _ reference: inout Component?, as name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
    ReleaseExpectation(&reference, as: name, at: sourceLocation).outcome().recorded(at: sourceLocation)
}

/// Gives up a reference to an object that must be gone soon; if it survives the wait, that is an issue of the current test.
///
/// The property of an actor cannot be passed: move it to a variable of the test first, by `take()`.
///
/// - Parameters:
///   - reference: A variable with the object. It is `nil` as soon as the wait begins.
///   - name: The name in the issue, by default the type's.
///   - time: The settle deadline; the wait ends as soon as the object is released.
///   - isolation: The caller's actor. Use the default.
///   - sourceLocation: The place of the call. Use the default.
/// - Returns: `false` if the object is still alive and no known leak accepts it.
@discardableResult
public func expectReleased<Component: AnyObject>(
    _ reference: inout Component?, as name: String? = nil, within time: Duration = .seconds(2),
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation
) async -> Bool {
    let expectation = ReleaseExpectation(&reference, as: name, at: sourceLocation)
    return await expectation.outcome(within: time).recorded(at: sourceLocation)
}

extension ReleaseExpectation {
    fileprivate init<Component: AnyObject>(
        _ reference: inout Component?, as name: String?, at location: SourceLocation
    ) {
        let site = RegistrationSite(fileID: location.fileID, line: location.line, column: location.column)
        let test = Test.current.map { $0.displayName ?? $0.name } ?? "no test"
        self.init(&reference, as: name, at: site, source: location.sourceFile, test: test)
    }
}

extension LeakCheck.Outcome {
    /// Records issues, and returns `true` if there are none.
    fileprivate func recorded(at location: SourceLocation) -> Bool {
        for complaint in complaints {
            Issue.record(Comment(rawValue: complaint.text(adding: artifacts)), sourceLocation: location)
        }
        return complaints.isEmpty
    }
}
#endif
