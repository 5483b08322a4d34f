// swift-tools-version: 6.2
import PackageDescription

// A leak corpus in miniature, with truths that hold, truths that do not, and cases that do not end well.
let package = Package(
    name: "LeakCorpus",
    platforms: [.macOS(.v15)],
    products: [.library(name: "LeakCorpus", targets: ["LeakCorpus"])],
    targets: [.target(name: "LeakCorpus", swiftSettings: [.swiftLanguageMode(.v5)])]
)
