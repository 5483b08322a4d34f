import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// `outlive heap --object` on a process that knows nothing of it.
@Suite(.serialized) struct ObjectCommandTests {
    @Test func `An object of a process has its values, its counts and all references`() async throws {
        let scratch = try Scratch()
        let program = try await Self.program(in: scratch)
        let address = try await Self.address(ofType: "app.Session", in: "\(program.id)")
        let run = try await outlive("heap", "--object", address, "--report", "json", "\(program.id)")
        try #require(run.status == 0, "\(run.errors)")
        let report = try JSONDecoder().decode(ObjectReport.self, from: Data(run.output.utf8))
        let values = Dictionary(
            report.object.fields.map { ($0.name, $0.value?.text ?? "") }, uniquingKeysWith: { first, _ in first })
        #expect(
            values == [
                "id": "42", "isOpen": "true", "phase": "0x2", "ratio": "1.5", "level": "nil", "title": "5",
                "secret": "27", "owner": "", "absent": "nil", "settings.limit": "-7", "settings.owner": "",
            ], "\(values)")
        // One is in the array of the global, and one in the owner's property.
        #expect(report.object.counts == ReferenceCounts(strong: 2, unowned: 0, weak: 1))
        #expect(!run.output.contains("hidden"))
        let referrers = report.object.referrers.map { ($0.object?.name ?? $0.root ?? "") + ($0.place ?? "") }
        #expect(referrers.contains("app.Owner.best") && referrers.contains("app.Owner.session"), "\(referrers)")
        #expect(report.object.referrers.first { $0.place == ".best" }?.strength == .weak)
        #expect(report.object.references.compactMap(\.place).contains(".settings.owner"))
        #expect(report.object.path.steps.first?.name == "kept", "\(report.object.path)")

        let shown = try await outlive("heap", "--object", address, "--contents", "\(program.id)")
        #expect(
            shown.output.contains("secret          Swift.String = \"hidden text number 27 of me\""), "\(shown.output)")
        #expect(shown.output.contains("Swift.String = \"short\""))
        #expect(shown.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `A snapshot in a file has the references and no values, and none is written to a file`() async throws {
        let scratch = try Scratch()
        let program = try await Self.program(in: scratch)
        let file = scratch.file("now.heap")
        #expect(try await outlive("census", "--graph", file, "\(program.id)").status == 0)
        let kept = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(kept.range(of: Data("hidden text".utf8)) == nil)
        let address = try await Self.address(ofType: "app.Session", in: file)
        let run = try await outlive("heap", "--object", address, file)
        #expect(run.status == 0 && run.output.contains("app.Owner.best  weak"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("values and reference counts are known only of a process"), "\(run.output)")

        let outside = try await outlive("heap", "--object", "0x10", file)
        #expect(outside.status == 3 && outside.output.isEmpty)
        #expect(outside.errors.split(separator: "\n").count == 1 && outside.errors.contains("contains 0x10;"))
    }

    @Test(arguments: [
        (["--object", "7q"], "7q is not an address"), (["--object", "0"], "0 is not an address"),
        (["--object", "0x1", "--type", "A"], "--object shows one object: remove --type"),
        (["--object", "0x1", "--export", "folded"], "--object shows one object: remove --export"),
        (["--object", "0x1", "--report", "html=a.html"], "--object has no page of its own"),
        (["--contents"], "--contents needs an object"), (["--attach"], "--attach is for processes"),
    ]) func `Options that contradict each other are wrong usage`(options: [String], message: String) async throws {
        let run = try await Started(Built.outlive, ["heap", "/nowhere.heap"] + options).end()
        #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    /// Returns the address of the first object of a type.
    static func address(ofType type: String, in target: String) async throws -> String {
        let run = try await outlive("heap", "--type", type, "--top", "--report", "json", target)
        try #require(run.status == 0, "\(run.errors)")
        let report = try JSONDecoder().decode(SnapshotReport.self, from: Data(run.output.utf8))
        return try #require(report.largest?.first?.address)
    }

    static func program(in scratch: Scratch) async throws -> StatefulProgram {
        try await StatefulProgram.compile(source, to: scratch.file("app"), in: scratch, "-g")
        return try await StatefulProgram(of: scratch.file("app"))
    }

    private static let source = """
        import Foundation
        enum Phase { case idle, busy, done }
        struct Settings { var limit: Int32 = -7; var owner: Owner? }
        final class Owner { weak var best: Session?; var session: Session? }
        final class Session {
            var id = 42; var isOpen = true; var phase = Phase.done; var ratio: Float = 1.5; var level: UInt8? = nil
            var title = "short"; var secret = "hidden text number 27 of " + (getpid() > 0 ? "me" : "you")
            var owner: Owner?; var absent: Owner?; var settings = Settings()
        }
        nonisolated(unsafe) var kept: [Session] = []
        func fill() {
            let (session, owner) = (Session(), Owner())
            (session.owner, session.settings.owner) = (owner, owner)
            (owner.best, owner.session) = (session, session)
            kept.append(session)
        }
        fill()
        print("ready", getpid())
        fflush(stdout)
        while readLine() != nil { print("ok"); fflush(stdout) }
        """
}
