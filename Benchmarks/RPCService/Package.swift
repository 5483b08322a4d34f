// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
// What every example links.
let lifecycle: [Target.Dependency] = [
    .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveLifecycle", package: "Outlive"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
]

// The gRPC example of OutliveLifecycle. A package of its own, because gRPC builds two copies of BoringSSL, which takes
// longer than all other examples together.
let package = Package(
    name: "RPCService",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Outlive", path: "../..", traits: [.defaults, "Lifecycle"]),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", exact: "2.9.2"),
    ],
    targets: [
        .executableTarget(
            name: "note-rpc",
            dependencies: lifecycle + [
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
            ],
            path: "Sources/NoteRPC", swiftSettings: swift),
        // The tests of all examples; those files are links into LifecycleServices.
        .testTarget(
            name: "RPCTests",
            dependencies: ["note-rpc", .product(name: "OutliveTesting", package: "Outlive")], swiftSettings: swift),
    ]
)
