import Foundation
import OutliveModel
import Testing

@testable import OutliveDriver

/// Builds that are compared, and the placeholder for their path.
struct BuildOptionTests {
    /// A folder for builds, with a blank in its path.
    private final class Folder {
        let path = NSTemporaryDirectory() + "outlive builds \(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, mode) in [("old", 0o755), ("new", 0o755), ("data", 0o644)] {
                let file = "\(path)/\(name)"
                try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: file))
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            }
            try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "old")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func refusal(_ option: String) -> String {
        let error = #expect(throws: UsageError.self) { try BuildOption(parsing: option) }
        return error?.message ?? ""
    }

    @Test func `A build is an executable or a folder, by its absolute path`() throws {
        let folder = try Folder()
        #expect(try BuildOption(parsing: "old=\(folder.path)/old").path == "\(folder.path)/old")
        #expect(try BuildOption(parsing: "v1.2=\(folder.path)").name.rawValue == "v1.2")
        #expect(try BuildOption(parsing: "here=.").path == "\(FileManager.default.currentDirectoryPath)/.")
    }

    @Test func `A build that is missing, no program or wrongly named is refused with the remedy`() throws {
        let folder = try Folder()
        #expect(refusal("old").contains("write NAME=PATH"))
        #expect(refusal("a b=/tmp").contains("'a b' is not the name of a build"))
        #expect(refusal("control=\(folder.path)").contains("cannot be called 'control'"))
        #expect(refusal("old=\(folder.path)/none").contains("there is no build 'old'"))
        #expect(refusal("old=\(folder.path)/data").contains("is not executable"))
        #expect(refusal("old=/tmp/\u{1B}[31m").contains("control characters"))
        #expect(refusal("old=/dev/null").contains("is not executable"))
    }

    @Test func `Two builds have two names, and may be one file`() throws {
        let folder = try Folder()
        let old = try BuildOption(parsing: "old=\(folder.path)/old")
        let new = try BuildOption(parsing: "new=\(folder.path)/new")
        let link = try BuildOption(parsing: "link=\(folder.path)/link")
        #expect(try !BuildPair([old, new]).areOneFile)
        #expect(try BuildPair([old, link]).areOneFile)
        func refusal(_ builds: [BuildOption]) -> String {
            let error = #expect(throws: UsageError.self) { try BuildPair(builds) }
            return error?.message ?? ""
        }
        #expect(refusal([old]).contains("there is only the build 'old'"))
        #expect(refusal([old, new, link]).contains("there are 3 builds"))
        #expect(refusal([old, old]).contains("two builds are called 'old'"))
    }

    @Test func `The path of a build is one word, whatever blanks it has, and instances of all runs differ`() throws {
        let folder = try Folder()
        let pair = try BuildPair([
            BuildOption(parsing: "old=\(folder.path)"), BuildOption(parsing: "new=\(folder.path)/new"),
        ])
        let configuration = try ApplicationConfiguration(
            launch: Template("{build}/old --port {port}"), ready: Template("notify"), reset: nil, build: pair.old.path)
        #expect(configuration.executable == "\(folder.path)/old")
        let launched = configuration.launching(pair.new, place: 1)
        let command = launched.launch.filled(
            Placeholders(port: 7, directory: "/d", instance: 0, build: launched.build))
        #expect(command == Command(program: "\(folder.path)/new/old", arguments: ["--port", "7"]))
        #expect(launched.firstInstance == 2)
    }

    @Test func `A launch without the placeholder, and the placeholder without builds, are refused`() throws {
        let unused = #expect(throws: UsageError.self) {
            try ApplicationConfiguration(
                launch: Template("./app {port}"), ready: Template("notify"), reset: nil, build: "/tmp")
        }
        #expect(unused?.message.contains("write {build} in place of the program in './app {port}'") == true)
        let unknown = #expect(throws: UsageError.self) {
            try ApplicationConfiguration(launch: "./app", ready: "notify", reset: "exec:{build}/reset")
        }
        #expect(unknown?.message.contains("--reset uses {build}, and there are no builds: add --build") == true)
    }
}
