// swift-tools-version: 6.2
import PackageDescription

// SwiftPM names a package after its folder. The targets use what Outlive declares `package`, so they have its name.
let outlive = String(
    (Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "").lowercased()
        .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-package-name", outlive]),
]

// A package of its own, so that users of Outlive do not fetch the dependencies of its benchmarks.
let package = Package(
    name: "Micro",
    platforms: [.macOS(.v15)],
    products: [
        // Loaded at run time, never linked, so it has to be a file of its own.
        .library(name: "GlibcUnwinder", type: .dynamic, targets: ["GlibcUnwinder"])
    ],
    dependencies: [
        .package(name: "Outlive", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // Without its default traits it needs no jemalloc.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // The measured code, shared by both programs below.
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveHarness", package: "Outlive"),
            ],
            packageAccess: false,
            swiftSettings: swift),

        // Glibc's `backtrace` in the place of libunwind, for comparison.
        .target(name: "GlibcUnwinder"),

        // The figures that the project promises: `scripts/figures`.
        .executableTarget(
            name: "figures",
            dependencies: [
                "Workloads",
                .product(name: "Outlive", package: "Outlive"),
                .product(name: "OutliveHarness", package: "Outlive"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Figures",
            packageAccess: false,
            swiftSettings: swift),

        // The program that the leak finders of `scripts/trial compare-peers` watch.
        .executableTarget(
            name: "churn",
            dependencies: ["Workloads", .product(name: "Outlive", package: "Outlive")],
            path: "Sources/Churn",
            packageAccess: false,
            swiftSettings: swift),

        // The program that the heap tier and its peers watch there. It does not use Outlive.
        .executableTarget(name: "loop", path: "Sources/Loop", packageAccess: false, swiftSettings: swift),

        // The program whose snapshots `figures pages` reads. It does not use Outlive either.
        .executableTarget(
            name: "warehouse", path: "Sources/Warehouse", packageAccess: false,
            // Symbols with lines, as in what is deployed with its debug information.
            swiftSettings: swift + [.unsafeFlags(["-g"])]),

        // For finding the cause of a change of a figure: `swift package benchmark`, which requires this folder.
        .executableTarget(
            name: "MicroBenchmarks",
            dependencies: [
                "Workloads",
                .product(name: "Outlive", package: "Outlive"),
                .product(name: "OutliveHarness", package: "Outlive"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/MicroBenchmarks",
            packageAccess: false,
            swiftSettings: swift,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ]
)
