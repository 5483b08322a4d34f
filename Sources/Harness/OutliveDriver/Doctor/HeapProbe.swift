internal import OutliveModel
internal import OutliveSupport

/// A run of an executable with the heap tier, which checks itself and ends the process before `main`.
struct HeapProbe {
    let settings: HeapSettings
    let target: HeapTarget
    /// The value of `LD_PRELOAD` without the tier.
    let preloaded: String?
    /// The timeout, long enough for the loader to relocate a very large program on a slow machine.
    var deadline = Duration.seconds(60)

    /// Runs the executable and returns the result.
    func check() async throws -> DiagnosisCheck {
        guard let executable = target.executable else { preconditionFailure("there is no Swift program to probe") }
        let root = try PrivateDirectory(.closed, removingAtExit: true)
        defer { root.remove() }
        let directory = try HeapDirectory.make(in: root.path)
        var environment = settings.environment(for: target, directory: directory.path, preloaded: preloaded)
        environment[EnvironmentName.heapProbe] = "1"
        let output = OutputBuffer(limit: 65_536)
        let child: ChildProcess
        do {
            child = try await ChildProcess.spawn(
                Command(program: executable), mark: .command(), environment: environment, output: output)
        } catch let failure as Failure {
            return DiagnosisCheck(.heapTier, .fails, failure.message)
        }
        let outcome = try await firstOf(timeout: deadline) { [exit = child.exit] in try await exit.get() }
        try await child.end(nil)
        let hello = try directory.hellos().first { $0.processID == child.processID }
        return Self.check(hello, outcome, printed: output.excerpt)
    }

    /// Returns the check for a hello message, an outcome of the wait and the output.
    static func check(
        _ hello: HeapHello?, _ outcome: WaitOutcome<ProcessExit>, printed: String?
    ) -> DiagnosisCheck {
        if let hello {
            if let refusal = hello.refusal {
                return DiagnosisCheck(.heapTier, .fails, "it is not supported: \(refusal.onOneLine())")
            }
            guard let controls = hello.controls, !controls.blind else {
                return DiagnosisCheck(
                    .heapTier, .fails,
                    hello.controls?.leakFound == true
                        ? "a released control object was reported" : "a control leak was not found",
                    advice: "do not trust a census of it, and report its Swift runtime to the makers of Outlive")
            }
            return DiagnosisCheck(.heapTier, .works, "a control leak was found, and a released object was not reported")
        }
        let last = printed?.split(whereSeparator: \.isNewline).last.map { ": \(String($0).onOneLine())" } ?? ""
        switch outcome {
        case .value(let exit), .exited(let exit):
            return DiagnosisCheck(
                .heapTier, .fails, "it \(exit) before the tier started\(last)", advice: "run it by hand")
        case .timedOut:
            return DiagnosisCheck(
                .heapTier, .fails, "the tier did not start in time\(last)", advice: "run it by hand")
        }
    }
}
