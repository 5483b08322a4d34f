// swift-tools-version: 6.2
import PackageDescription

// An application as an adopter would write it. `scripts/trial audit-adopter` builds and tests it with and without its trait.
let package = Package(
    name: "Adopter",
    platforms: [.macOS(.v15)],
    traits: [
        // Off by default: `swift build --traits LiveReset` in development, `swift build -c release` for what is
        // shipped.
        .trait(name: "LiveReset", description: "Can be reset in place, and is watched for leaks.")
    ],
    dependencies: [
        .package(
            name: "Outlive", path: "../../..",
            traits: [.trait(name: "LiveReset", condition: .when(traits: ["LiveReset"]))])
    ],
    targets: [
        .executableTarget(
            name: "adopter",
            dependencies: [
                .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveHTTP", package: "Outlive"),
                .product(name: "OutliveStubs", package: "Outlive"), .product(name: "OutliveGTK", package: "Outlive"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "AdopterTests",
            dependencies: ["adopter", .product(name: "OutliveTesting", package: "Outlive")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
