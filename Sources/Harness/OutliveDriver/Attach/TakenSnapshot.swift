package import OutliveInspect
internal import OutliveModel

/// A single snapshot of a process or a core file. Its file is valid as long as the object.
package final class TakenSnapshot: Sendable {
    package let file: HeapFile
    /// The path of the executable, or the name of the program or core file if the path is not known.
    package let executable: String
    private let inspection: Inspection?

    /// Takes the snapshot. A process with the heap tier takes it itself; another target is inspected.
    ///
    /// - Parameters:
    ///   - fromOutside: `true` to inspect from outside also a process that can take the census itself.
    ///   - root: The directory below which the files lie that a core file names, or `nil` for the root directory.
    ///   - withGraph: `true` to capture every block and reference as well.
    ///   - withContents: `true` to capture the contents of objects as well, if it is inspected from outside.
    ///   - withMemory: `true` to capture the use of resident memory as well, if it is inspected from outside.
    ///   - requiresObjects: `false` to accept a program without Swift objects.
    ///   - state: The order to capture the state of the program, or `nil` to omit it.
    ///   - limits: A process that takes the census itself has only the timeout.
    /// - Throws: `Failure` with the reason and the remedy.
    package convenience init(
        of target: InspectedTarget, fromOutside: Bool, root: String? = nil, withGraph: Bool,
        withContents: Bool = false, withMemory: Bool = false, requiresObjects: Bool = true, state: StateOrder? = nil,
        limits: InspectionLimits
    ) async throws {
        var served: HeapProcess?
        if !fromOutside, case .process(let processID) = target { served = try HeapProcess.ifServed(processID) }
        try await self.init(
            of: target, by: served, root: root, withGraph: withGraph, withContents: withContents,
            withMemory: withMemory, requiresObjects: requiresObjects, state: state, limits: limits)
    }

    /// Takes the snapshot by the heap tier of the target, or from outside if `served` is `nil`.
    init(
        of target: InspectedTarget, by served: HeapProcess?, root: String? = nil, withGraph: Bool,
        withContents: Bool = false, withMemory: Bool, requiresObjects: Bool, state: StateOrder? = nil,
        limits: InspectionLimits
    ) async throws {
        if let served {
            // With the heap, the names of types come from the runtime, which cannot read the state.
            let state = state?.isAlone == true ? state : nil
            file = try await served.census(withGraph: withGraph, state: state, timeout: limits.timeout)
            executable = served.record.executable
            inspection = nil
        } else {
            let inspection = try await onOwnThread { _ in
                try Inspection(
                    target, root: root, withGraph: withGraph, withContents: withContents, withMemory: withMemory,
                    requiresObjects: requiresObjects, state: state, limits: limits)
            }
            file = HeapFile(path: inspection.path, processID: inspection.processID)
            executable = inspection.executable
            self.inspection = inspection
        }
    }

    deinit { file.remove() }
}
