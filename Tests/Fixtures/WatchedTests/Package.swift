// swift-tools-version: 6.2
import PackageDescription

// A package whose tests have `.failOnLeaks`. `scripts/trial test-trait` runs `outlive test` on it.
let package = Package(
    name: "basket",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Outlive", path: "../../..")],
    targets: [
        .target(name: "Basket", swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "BasketTests",
            dependencies: [
                "Basket", .product(name: "Outlive", package: "Outlive"),
                .product(name: "OutliveTesting", package: "Outlive"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "BasketXCTests", dependencies: ["Basket", .product(name: "OutliveTesting", package: "Outlive")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
