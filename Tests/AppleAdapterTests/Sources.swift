import Foundation

/// The checked sources and the stubs that they are checked against.
enum Sources {
    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let stubs = root.appending(path: "Tests/AppleAdapterTests/Stubs")

    /// Returns the sources of a module.
    ///
    /// - Parameter withSelectors: `true` to leave out the sources that cannot be checked together with selectors.
    static func adapters(_ module: String, withSelectors: Bool = false) throws -> [URL] {
        let wing = module == "OutliveXCUITest" ? "TestKits" : "Application"
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Sources/\(wing)/\(module)"), includingPropertiesForKeys: nil)
        let all = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        guard !all.isEmpty else { throw Complaint(description: "there are no sources of \(module)") }
        return all.filter { !withSelectors || $0.lastPathComponent != "DarwinNotifier.swift" }
            .sorted { $0.path < $1.path }
    }
}
