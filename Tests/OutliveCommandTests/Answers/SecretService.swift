import Foundation
import OutliveTestSupport

/// The fixture that is full of secrets, as a launch and work of `outlive soak`.
final class SecretService: Sendable {
    /// A part of every secret.
    static let token = "S3CR3T"

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        _ = try HeapTierLibrary.path(in: Built.folder)
        try isLeaking(true)
    }

    func file(_ name: String) -> String { scratch.file(name) }

    private var flag: String { file("leak") }

    /// Begins or ends the leak of each request that follows.
    func isLeaking(_ isLeaking: Bool) throws {
        if isLeaking {
            try Data().write(to: URL(fileURLWithPath: flag))
        } else {
            try FileManager.default.removeItem(atPath: flag)
        }
    }

    /// The options of a soak of the service, with secrets in its arguments and environment and in those of its work.
    var options: [String] {
        let (program, token) = (Built.heapFixture, Self.token)
        return [
            "--heap", "--launch", "env KEY=\(token)-environment '\(program)' secrets {dir} \(token) '\(flag)'",
            "--ready", "line:^ready", "--work", "exec:sh -c 'echo \(token) >{dir}/in; cat {dir}/out' \(token)",
            "--cycles", "8", "--settle", "100ms",
        ]
    }

    /// The arguments of the fixture in a folder of this test.
    func arguments(folder: String) -> String { "secrets \(folder) \(Self.token) \(flag)" }
}
