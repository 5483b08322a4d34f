import Foundation
import Testing

/// The steps of `action.yml`, with a script in the place of `scripts/install`.
@Suite struct InstallActionTests {
    private let checkout: Checkout

    init() throws { checkout = try Checkout() }

    @Test(arguments: ["/opt/x\n/tmp/evil", "/opt/x\r", "\u{7F}", "/opt/\u{1B}[2J"])
    func `A control character in an input is refused in one line, and nothing is installed`(prefix: String) async throws
    {
        var runner = try JobRunner(in: checkout.folder)
        let run = try #require(try await runner.perform([install(into: prefix)]).first)
        #expect(run.status == 64)
        #expect(run.output.hasPrefix("::error::the input prefix has a line break or another control character"))
        #expect(run.output.split(separator: "\n").count == 1 && run.errors.isEmpty, "\(run.output)\(run.errors)")
        #expect(runner.path.isEmpty && runner.values.isEmpty && checkout.installed == nil)
    }

    @Test(arguments: ["it's \"$(touch x)\" \u{E4}", "a; touch x", "`touch x`", "-x $HOME ${{ github.token }}"])
    func `A folder of any printable name is passed on as it is`(name: String) async throws {
        let prefix = checkout.folder.file(name)
        var runner = try JobRunner(in: checkout.folder)
        runner.values["github.token"] = "secret"
        runner.values["matrix.prefix"] = prefix
        // An expression in a value is text.
        let runs = try await runner.perform([install(into: "${{ matrix.prefix }}")])
        #expect(runs.map(\.status) == [0], "\(runs)")
        #expect(checkout.installed == "--prefix \(prefix)\n")
        #expect(runner.path == ["\(prefix)/bin"])
        #expect(runner.values["steps.there.outputs.prefix"] == prefix)
        #expect(!FileManager.default.fileExists(atPath: checkout.folder.file("x")))
    }

    @Test func `A relative folder is in the workspace`() async throws {
        var runner = try JobRunner(in: checkout.folder)
        _ = try await runner.perform([install(into: "tools/outlive")])
        #expect(runner.path == [checkout.folder.file("tools/outlive/bin")])
    }

    @Test func `Later steps find the command, by default in a folder that ends with the job`() async throws {
        var runner = try JobRunner(in: checkout.folder, isInContainer: true)
        let runs = try await runner.perform([
            Step(uses: "./outlive"), Step(run: "command -v outlive"), Step(run: "outlive --version"),
        ])
        try #require(runs.map(\.status) == [0, 0, 0], "\(runs)")
        #expect(runs[1].output == "\(runner.temporary)/outlive/bin/outlive\n")
        #expect(runs[2].output.contains(/^\d+\.\d+\.\d+/))
    }

    @Test func `An installation that fails adds nothing, and keeps its exit code`() async throws {
        try checkout.replaceInstaller(by: "echo 'swift is missing' >&2; exit 3")
        var runner = try JobRunner(in: checkout.folder)
        let runs = try await runner.perform([install(into: "/opt/x"), Step(run: "touch later")])
        #expect(runs.map(\.status) == [3] && runs.first?.errors == "swift is missing\n")
        #expect(runner.path.isEmpty && runner.values.isEmpty)
    }

    private func install(into prefix: String) -> Step {
        Step(id: "there", uses: "./outlive", with: ["prefix": prefix])
    }
}
