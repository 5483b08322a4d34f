// swift-tools-version: 6.2
import PackageDescription

// The fuzz targets under libFuzzer; `scripts/fuzz` builds and runs them. The code of the targets is that of the tests.

// SwiftPM names a package after its folder. The targets use what Outlive declares `package`, so they have its name.
let outlive = String(
    (Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "").lowercased()
        .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Outlive", path: "../..")
    ],
    targets: [
        // The counters of covered code, shared with forked processes.
        .target(name: "Counters"),
        // The readers of the kernel's texts, whose headers Swift does not see.
        .target(
            name: "ProcText",
            cSettings: [
                .define("_GNU_SOURCE"),
                .unsafeFlags(
                    ["COutliveObjects", "COutliveInspect"].map {
                        "-I\(Context.packageDirectory)/../../Sources/Heap/\($0)"
                    }),
            ]),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Counters", "ProcText",
                .product(name: "OutliveHarness", package: "Outlive"),
            ],
            packageAccess: false,
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
                .unsafeFlags(["-parse-as-library", "-package-name", outlive]),
            ]),
    ]
)
