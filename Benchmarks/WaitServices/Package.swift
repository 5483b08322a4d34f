// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that adopters of Outlive do not fetch its dependencies: services with tasks that wait for
// what never comes, and the truth about them (`scripts/trial wait-services`).
let package = Package(
    name: "WaitServices",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "ticket-desk", dependencies: [.product(name: "Hummingbird", package: "hummingbird")]),
        .executableTarget(
            name: "relay", dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    ]
)
