package import Foundation

/// The library of the heap tier, which SwiftPM does not build. The tests must load one built from the present sources.
package enum HeapTierLibrary {
    /// Returns its path in a folder of build products.
    ///
    /// - Throws: An error if there is none, or if a source is newer.
    package static func path(in folder: URL) throws -> String {
        let library = folder.appendingPathComponent("liboutlive_heap.so")
        guard let built = changed(library) else {
            throw Complaint(description: "there is no \(library.path): run scripts/heap-library debug first")
        }
        if let newer = sources.first(where: { changed($0) ?? .distantPast > built }) {
            throw Complaint(
                description: "\(library.path) is older than \(newer.lastPathComponent): run scripts/heap-library debug")
        }
        return library.path
    }

    private struct Complaint: Error, CustomStringConvertible { var description: String }

    private static func changed(_ file: URL) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
    }

    private static let modules = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")

    /// The folders of the tier's sources, lowest first.
    package static let folders = ["COutliveObjects", "COutliveHeap"].map {
        modules.appendingPathComponent("Heap/\($0)")
    }

    /// The sources from which `scripts/heap-library` builds it.
    private static let sources: [URL] = {
        let own = folders.flatMap { folder in
            let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return (all?.allObjects as? [URL] ?? []).filter { ["c", "h"].contains($0.pathExtension) }
        }
        let shared = modules.appendingPathComponent("Application/COutlive")
        return own + ["image", "stack", "stack_table"].map { shared.appendingPathComponent("outl_\($0).c") }
    }()
}
