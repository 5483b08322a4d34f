// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that adopters of Outlive do not fetch its dependencies: a service whose resident memory grows
// for one reason or another (`scripts/trial memory --services`).
let package = Package(
    name: "MemoryServices",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2")],
    targets: [
        .executableTarget(
            name: "report-server",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
