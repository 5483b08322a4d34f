internal import COutliveInspect
package import OutliveModel
internal import OutliveSupport

// The checks of the inspections from outside that this machine supports.
extension DiagnosisCheck {
    /// The versions of Swift whose programs were inspected; see `scripts/trial versions`.
    private static let swiftVersions = ["6.0.3", "6.2.3", "6.3.1"]

    /// Returns the check of the permission: inspects this process, as any other one is, from a process of its own.
    ///
    /// Blocks the calling thread, and stops this process for some milliseconds.
    package static func inspection(limits: InspectionLimits = InspectionLimits()) -> DiagnosisCheck {
        let processID = getpid()
        let result = Result { () throws(Failure) in _ = try Inspection(.process(processID), limits: limits) }
        return inspection(result, Permission(processID: processID))
    }

    static func inspection(_ trial: Result<Void, Failure>, _ permission: Permission) -> DiagnosisCheck {
        switch trial {
        case .success:
            return DiagnosisCheck(
                .inspection, .works, "permitted for processes \(permission.users) (\(permission.rules))")
        case .failure(let failure):
            return DiagnosisCheck(
                .inspection, .degraded, "not possible: \(failure.message) (\(permission.rules))",
                advice: "or inspect a core file, which needs no permission: outlive census CORE")
        }
    }

    /// Returns the check of what can be inspected.
    ///
    /// - Parameters:
    ///   - glibc: The version of this machine's C library, such as `2.36`, or `nil` with another library.
    ///   - swift: The version of Swift that an executable was built with, or `nil` if it is unknown.
    package static func inspectable(glibc: String?, swift: String?) -> DiagnosisCheck {
        var (oldest, newest): (UInt32, UInt32) = (0, 0)
        guard outl_inspect_glibc(&oldest, &newest) else {
            return DiagnosisCheck(
                .inspectable, .degraded, "nothing: inspections need Linux, x86_64 or aarch64, and glibc")
        }
        let known = "glibc 2.\(oldest) to 2.\(newest), others inexactly"
        let versions = swiftVersions.joined(separator: ", ")
        let finding = "\(known); Swift \(versions); core files of the kernel and of gcore, for x86_64 and aarch64"
        var less: [String] = []
        if let glibc, let minor = glibc.split(separator: ".").dropFirst().first.flatMap({ UInt32($0) }),
            !(oldest...newest).contains(minor)
        {
            less.append("inspections are inexact with this machine's glibc \(glibc)")
        }
        if let swift, !swiftVersions.contains(swift) {
            less.append("the executable's Swift \(swift) was not tried")
        }
        guard !less.isEmpty else { return DiagnosisCheck(.inspectable, .works, finding) }
        return DiagnosisCheck(
            .inspectable, .degraded, "\(finding); \(less.joined(separator: ", and "))",
            advice: "compare a census of it with that of 'outlive run'")
    }
}
