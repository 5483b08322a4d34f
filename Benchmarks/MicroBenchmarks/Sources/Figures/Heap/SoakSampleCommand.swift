internal import ArgumentParser
internal import Foundation
internal import OutliveModel

/// `figures soak-sample`: checks that `outlive soak --heap` finds the sample's planted leaks, of which nothing is
/// registered, and finds none in the sample without leaks.
struct SoakSampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak-sample", abstract: "The sample's planted leaks under the heap tier, and the sample without.")

    @Option(help: "The path of outlive.") var outlive: String
    @Option(help: "The path of note-service.") var program: String
    @Option(help: "A copy of note-service without symbols; without it that is not looked at.") var stripped: String?
    @Option(help: "The service's data file.") var data: String
    @Option(help: "The folder of the service's sources, where lines are looked up.") var sources: String
    @Option(help: "Runs of the service without a leak.") var clean = 10
    @Option(help: "Only leaks whose name contains this.") var only = ""

    func run() throws {
        var good = true
        for leak in PlantedLeak.all where only.isEmpty || leak.kind.contains(only) {
            good = try check(leak) && good
            if let stripped { good = try checkStripped(leak, stripped) && good }
        }
        if clean > 0 { good = try checkClean() && good }
        throw ExitCode(good ? 0 : 1)
    }

    private func check(_ leak: PlantedLeak) throws -> Bool {
        let (status, report) = try soak(program, ["--leak", leak.kind])
        let leaks = report.findings.filter { $0.verdict == .leak }
        var problems: [String] = []
        if status != 1 { problems.append("exit status \(status)") }
        if leaks.contains(where: { $0.tier != .heap }) { problems.append("something was registered") }
        for component in leak.components {
            let lines = try component.lines(in: sources)
            let found = leaks.filter { $0.key.type.hasSuffix(".\(component.type)") }
            if found.isEmpty {
                problems.append("no leak of \(component.type)")
            } else if !found.contains(where: { component.isPlace($0.key.site, lines: lines) }) {
                let places = found.map { "\($0.key.site)" }.joined(separator: ", ")
                problems.append("\(component.type) at \(places), not at \(component.file):\(lines)")
            }
        }
        let seen = leak.components.flatMap { component in leaks.filter { $0.key.type.hasSuffix(".\(component.type)") } }
        let words = seen.map { "\($0.key.type.split(separator: ".").last ?? "") at \($0.key.site)" }
        // A leak that another one retains is judged by the holder of that one.
        let held = seen.map { finding in
            leaks.first { $0.fingerprint != nil && $0.fingerprint == finding.victimOf } ?? finding
        }
        let named = try culprits(of: leak, among: held, &problems)
        print(
            leak.kind, problems.isEmpty ? "caught" : "NOT CAUGHT: \(problems.joined(separator: "; "))",
            words.joined(separator: ", "), named, "\(leaks.count - seen.count) besides", separator: "\t")
        return problems.isEmpty
    }

    /// Returns the culprits in the traces of a leak's types, and adds a problem for each that is not one of the
    /// expected.
    private func culprits(of leak: PlantedLeak, among findings: [Finding], _ problems: inout [String]) throws -> String
    {
        var named: [String] = []
        for finding in findings {
            guard let culprit = finding.trace?.culprit else {
                problems.append("nothing is named that holds \(finding.key.type)")
                continue
            }
            let words = culprit.name + (culprit.location.map { " (\($0))" } ?? "")
            if !named.contains(words) { named.append(words) }
            if try !leak.culprits.contains(where: { try $0.isNamed(by: culprit, file: leak.file, in: sources) }) {
                problems.append("\(words) is named, not \(leak.culprits.map(\.name).joined(separator: " or "))")
            }
        }
        if named.isEmpty { problems.append("nothing is named that holds it") }
        return named.joined(separator: ", ")
    }

    /// Checks the same program without symbols: types and properties come from the runtime's metadata.
    private func checkStripped(_ leak: PlantedLeak, _ stripped: String) throws -> Bool {
        let (_, report) = try soak(stripped, ["--leak", leak.kind])
        let leaks = report.findings.filter { $0.verdict == .leak }
        var problems: [String] = []
        var named: [String] = []
        for component in leak.components {
            let found = leaks.first { $0.key.type.hasSuffix(".\(component.type)") }
            guard let trace = found?.trace else {
                problems.append(found == nil ? "no leak of \(component.type)" : "no trace of \(component.type)")
                continue
            }
            if trace.steps.last?.name != component.type { problems.append("the trace ends elsewhere: \(trace)") }
            if found?.victimOf == nil { named.append(trace.culprit?.name ?? "nothing") }
        }
        if let culprit = leak.strippedCulprit, !named.contains(culprit) {
            problems.append("\(named.joined(separator: ", ")) is named, not \(culprit)")
        }
        let words = leak.components.map(\.type).joined(separator: ", ")
        print(
            "\(leak.kind), stripped", problems.isEmpty ? "caught" : "NOT CAUGHT: \(problems.joined(separator: "; "))",
            words, named.joined(separator: ", "), "", separator: "\t")
        return problems.isEmpty
    }

    private func checkClean() throws -> Bool {
        var passed = 0
        for run in 1...clean {
            let (status, report) = try soak(program, [])
            let leaks = report.findings.filter { $0.verdict == .leak }
            if status == 0, leaks.isEmpty {
                passed += 1
            } else {
                let places = leaks.map { "\($0.key.type) at \($0.key.site)" }
                let words = (places + report.failures.map(\.message)).joined(separator: ", ")
                print("run \(run)", "NOT CLEAN: exit status \(status)", words, "", "", separator: "\t")
            }
        }
        print("no leak", passed == clean ? "clean" : "NOT CLEAN", "\(passed) of \(clean) runs", "", "", separator: "\t")
        return passed == clean
    }

    /// Runs `outlive soak` and returns its exit status and its report.
    private func soak(_ program: String, _ service: [String]) throws -> (Int32, Report) {
        try withFolder { folder in
            func quoted(_ word: String) -> String { "'\(word.replacing("'", with: #"'\''"#))'" }
            let launch = [program, "serve", "--port", "{port}", "--data", data] + service
            let process = Process()
            process.executableURL = URL(filePath: outlive)
            process.arguments = [
                "soak", "--heap", "--leaks", "off", "--launch",
                launch.map { $0 == "{port}" ? $0 : quoted($0) }.joined(separator: " "), "--ready", "notify",
                "--reset", "signal:RTMIN+1", "--work", "exec:\(quoted(program)) work --port {port}",
                "--cycles", "10", "--report", "json=\(folder)/report.json",
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return (process.terminationStatus, try readReport("\(folder)/report.json"))
        }
    }
}
