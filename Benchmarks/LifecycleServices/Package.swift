// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

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
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "line-server",
            dependencies: [
                .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveLifecycle", package: "Outlive"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/LineServer", swiftSettings: swift),
        .testTarget(
            name: "LifecycleTests",
            dependencies: [
                .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveLifecycle", package: "Outlive"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: swift),
    ]
)
