internal import OutliveSupport
package import OutliveWire

/// Gives up a reference to an object that must be gone now, and checks that no other reference keeps it alive.
///
///     var cart: Cart? = Cart()
///     cart?.checkOut()
///     assert(expectReleased(&cart))
///
/// It needs neither a host nor a test, and prints nothing. A survivor stays tracked by `LeakRegistry.shared`, where that
/// is enabled, under the line of the call: the next report of an application lists it, and a test that ends with it fails
/// by `.failOnLeaks`. In tests `import OutliveTesting` has a function of the same name, by which the survivor is an
/// issue of the current test. Without the package trait `LiveReset` the reference is given up, and nothing is checked.
///
/// - Parameters:
///   - reference: A variable with the object. It is `nil` afterwards.
///   - name: The name in reports, by default the type's.
///   - fileID: The file of the call. Use the default.
///   - line: The line of the call. Use the default.
///   - column: The column of the call. Use the default.
/// - Returns: `false` if the object is still alive.
@_disfavoredOverload
@discardableResult
public func expectReleased<Component: AnyObject>(
    _ reference: inout Component?, as name: String? = nil, fileID: String = #fileID, line: UInt = #line,
    column: UInt = #column
) -> Bool {
    track(reference, as: name, fileID, line, column)
    let site = RegistrationSite(fileID: fileID, line: Int(line), column: Int(column))
    return ExpectedRelease(of: &reference, as: name, at: site).report().survivors.isEmpty
}

/// Gives up a reference to an object that must be gone soon, and waits until no other reference keeps it alive.
///
/// For objects that a task or a queue still holds for a moment. See the function that checks at once. The property of
/// an actor cannot be passed: move it to a variable of the function first, by `take()`.
///
/// - Parameters:
///   - reference: A variable with the object. It is `nil` as soon as the wait begins.
///   - name: The name in reports, by default the type's.
///   - time: The settle deadline; the wait ends as soon as the object is released.
///   - isolation: The caller's actor. Use the default.
///   - fileID: The file of the call. Use the default.
///   - line: The line of the call. Use the default.
///   - column: The column of the call. Use the default.
/// - Returns: `false` if the object is still alive at the deadline.
@_disfavoredOverload
@discardableResult
public func expectReleased<Component: AnyObject>(
    _ reference: inout Component?, as name: String? = nil, within time: Duration = .seconds(2),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, line: UInt = #line,
    column: UInt = #column
) async -> Bool {
    track(reference, as: name, fileID, line, column)
    let site = RegistrationSite(fileID: fileID, line: Int(line), column: Int(column))
    return await ExpectedRelease(of: &reference, as: name, at: site).settled(within: time).survivors.isEmpty
}

/// Tracks an object for the next report, if there is one.
private func track(_ object: AnyObject?, as name: String?, _ fileID: String, _ line: UInt, _ column: UInt) {
    guard let object else { return }
    LeakRegistry.shared.track(object, as: name, fileID: fileID, line: line, column: column)
}

/// An object whose last reference was given up, tracked by a registry of its own.
package struct ExpectedRelease: Sendable {
    private let registry = LeakRegistry()

    /// Tracks the object, and gives up the reference.
    package init<Component: AnyObject>(
        of reference: inout Component?, as name: String?, at site: RegistrationSite
    ) {
        if let object = reference {
            registry.track(
                object, as: name, fileID: site.fileID, line: UInt(site.line), column: UInt(site.column))
        }
        reference = nil
    }

    /// Returns a report with the object if it is alive now. Call one function of this type, once.
    package func report() -> GenerationReport { registry.endGeneration().unsettled() }

    /// Waits until the object is released or the time is up.
    package func settled(
        within time: Duration, clock: any Clock<Duration> = SuspendingClock()
    ) async -> GenerationReport {
        await registry.endGeneration(settling: SettlePolicy(deadline: time), clock: clock).settled()
    }
}
