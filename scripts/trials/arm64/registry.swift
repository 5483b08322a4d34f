// swift-tools-version: 6.2
import PackageDescription

// The library that applications link, and its tests, for scripts/trial arm64.
let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .define("LiveReset"),
]
let package = Package(
    name: "Registry",
    targets: [
        .target(name: "OutliveSupport", path: "Sources/Shared/OutliveSupport", swiftSettings: swift),
        .target(
            name: "OutliveWire", dependencies: ["OutliveSupport"], path: "Sources/Shared/OutliveWire",
            swiftSettings: swift),
        .target(name: "COutlive", path: "Sources/Application/COutlive"),
        .target(
            name: "Outlive", dependencies: ["COutlive", "OutliveWire", "OutliveSupport"],
            path: "Sources/Application/Outlive", swiftSettings: swift),
        .target(name: "OutliveTestSupport", path: "Tests/Support", swiftSettings: swift),
        .testTarget(
            name: "OutliveTests", dependencies: ["Outlive", "COutlive", "OutliveTestSupport"],
            path: "Tests/OutliveTests", swiftSettings: swift),
    ])
