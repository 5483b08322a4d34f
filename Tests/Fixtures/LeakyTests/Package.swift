// swift-tools-version: 6.2
import PackageDescription

// A package as an adopter has it: a small library, and tests that know nothing of leaks. `scripts/trial test-scenarios`
// runs `outlive test` on it and compares the text with Golden.
let package = Package(
    name: "notebook",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Notebook", swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "NotebookTests", dependencies: ["Notebook"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "NotebookXCTests", dependencies: ["Notebook"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
