import Foundation
import OutliveModel
import Testing

@testable import OutliveDriver

@Suite struct SnapshotFolderTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "snapshots-\(UUID().uuidString)").path

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    private func removeFolder() { try? FileManager.default.removeItem(atPath: path) }

    private func keep(_ stamp: String, in folder: SnapshotFolder) throws {
        for ending in [SnapshotFolder.snapshotEnding, ".txt"] {
            _ = try folder.store([1, 2, 3], at: stamp, ending: ending)
        }
    }

    @Test func `The folder is made for this user alone, and so are its files`() throws {
        defer { removeFolder() }
        let folder = try SnapshotFolder(path: path, program: "app")
        let file = try folder.store([7], at: "2026-11-29T214500Z", ending: ".olheap")
        #expect(file == "\(path)/app-2026-11-29T214500Z.olheap")
        let attributes = [path, file].map { try? FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] }
        #expect(attributes.map { $0 as? Int } == [0o700, 0o600])
    }

    @Test func `The oldest snapshots go with their reports, and nothing else does`() throws {
        defer { removeFolder() }
        let folder = try SnapshotFolder(path: path, program: "app")
        let other = try SnapshotFolder(path: path, program: "app-worker")
        for day in ["27", "28", "29"] { try keep("2026-11-\(day)T000000Z", in: folder) }
        try keep("2026-11-01T000000Z", in: other)
        for name in ["app-2026.olheap", "app-note.txt", "notes"] {
            try Data().write(to: URL(filePath: "\(path)/\(name)"))
        }
        folder.makeRoom(keeping: 2)
        #expect(
            names == [
                "app-2026-11-29T000000Z.olheap", "app-2026-11-29T000000Z.txt", "app-2026.olheap", "app-note.txt",
                "app_worker-2026-11-01T000000Z.olheap", "app_worker-2026-11-01T000000Z.txt", "notes",
            ])
    }

    @Test func `Snapshots of the last day are counted by their names, also those of an earlier guard`() throws {
        defer { removeFolder() }
        let earlier = try SnapshotFolder(path: path, program: "app")
        for hour in ["00", "11", "13"] { try keep("2026-11-29T\(hour)0000Z", in: earlier) }
        let folder = try SnapshotFolder(path: path, program: "app")
        #expect(folder.count(since: "2026-11-29T120000Z") == 1)
        #expect(folder.count(since: SnapshotFolder.stamp(secondsSince1970: 0)) == 3)
    }

    @Test func `A time has a name that sorts`() {
        #expect(SnapshotFolder.stamp(secondsSince1970: 1_795_988_700) == "2026-11-29T214500Z")
        #expect(SnapshotFolder.stamp(secondsSince1970: 0) == "1970-01-01T000000Z")
    }

    @Test func `The name of a program cannot lead out of the folder`() throws {
        defer { removeFolder() }
        let folder = try SnapshotFolder(path: path, program: "../a b\u{1B}é")
        let file = try folder.store([], at: "2026-11-29T214500Z", ending: ".txt")
        #expect(file == "\(path)/___a_b__-2026-11-29T214500Z.txt")
    }

    @Test func `A folder that others can enter, a link and a file are refused`() throws {
        let folder = URL(filePath: path)
        defer { removeFolder() }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        chmod(path, 0o755)
        #expect(throws: Failure.self) { try SnapshotFolder(path: path, program: "app") }
        chmod(path, 0o700)
        _ = try SnapshotFolder(path: path, program: "app")
        let link = path + "-link"
        symlink(path, link)
        defer { unlink(link) }
        #expect(throws: Failure.self) { try SnapshotFolder(path: link, program: "app") }
        try Data().write(to: folder.appending(path: "file"))
        #expect(throws: Failure.self) { try SnapshotFolder(path: path + "/file", program: "app") }
    }
}
