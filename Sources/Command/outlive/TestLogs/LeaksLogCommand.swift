internal import ArgumentParser
internal import Foundation
internal import OutliveJudgement
internal import OutliveLogs
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct LeaksLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leaks-log",
        abstract: "Judges what Apple's leaks prints.",
        discussion: "")

    @Argument(help: .init("The output of leaks; - is standard input.", valueName: "file"))
    var files: [String]

    func run() throws {
        for path in files {
            var reader = LeaksReader()
            try FileInput(path: path).read { piece in
                reader.read(piece)
                return true
            }
            let log = reader.finish()
            print(path, "processes", log.processes.count, "other", log.otherLines, log.examples)
            for process in log.processes {
                print(process.process, process.system, process.stated as Any, process.count, process.isPartial)
                let judged = JudgedLeaks(process)
                for cause in causes(of: judged.findings) {
                    print("  cause", cause.leader.key.type, cause.leader.count, cause.leader.verdict, cause.findings.count, cause.leader.fingerprint ?? "")
                    print("    suspect:", cause.leader.trace?.culprit?.name as Any, cause.leader.trace?.culprit?.pattern as Any, cause.leader.trace?.culprit?.remedy ?? "")
                    for step in cause.leader.trace?.steps ?? [] { print("      ", step.kind, step.name, step.edge ?? "") }
                }
            }
        }
    }
}
