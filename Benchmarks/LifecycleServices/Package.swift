// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
// What every example links.
let lifecycle: [Target.Dependency] = [
    .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveLifecycle", package: "Outlive"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
]

// Services of swift-service-lifecycle as steps of a reset host, and the tests of OutliveLifecycle, whose dependencies
// the main package does not resolve.
let package = Package(
    name: "LifecycleServices",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Outlive", path: "../..", traits: [.defaults, "Lifecycle"]),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "line-server",
            dependencies: lifecycle + [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Sources/LineServer", swiftSettings: swift),
        .executableTarget(
            name: "note-web",
            dependencies: lifecycle + [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Sources/NoteWeb", swiftSettings: swift),
        .testTarget(
            name: "LifecycleTests",
            dependencies: lifecycle + [
                "line-server", "note-web", .product(name: "OutliveTesting", package: "Outlive"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ], swiftSettings: swift),
    ]
)
