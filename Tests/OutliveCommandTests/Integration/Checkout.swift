import Foundation

/// The folder of a project that has a checkout of Outlive in `outlive`, with a script in the place of `scripts/install`.
struct Checkout {
    let folder: Scratch

    /// The root of this repository.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..")

    /// The arguments of the installation, or `nil` if there was none.
    var installed: String? { try? String(contentsOfFile: folder.file("outlive/installed"), encoding: .utf8) }

    init() throws {
        folder = try Scratch()
        try FileManager.default.createDirectory(
            atPath: folder.file("outlive/scripts"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Self.repository.appendingPathComponent("action.yml"),
            to: URL(fileURLWithPath: folder.file("outlive/action.yml")))
        try replaceInstaller(
            by: """
                echo "$@" >'\(folder.file("outlive/installed"))'
                [ "$1" = --prefix ] && mkdir -p "$2/bin" && ln -sf '\(Built.outlive)' "$2/bin/outlive"
                """)
    }

    func replaceInstaller(by script: String) throws {
        try writeProgram("outlive/scripts/install", script)
    }

    /// Writes an executable script of `sh`.
    func writeProgram(_ name: String, _ script: String) throws {
        try write(name, "#!/bin/sh -e\n\(script)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file(name))
    }

    func write(_ name: String, _ text: String) throws {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
}
