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

// A package of its own, so that users of Outlive do not need GTK: an application with windows, its UI tests, and the
// program that compares resets with relaunches by these tests (`scripts/ui-bench`).
let package = Package(
    name: "DeskNotes",
    dependencies: [
        .package(name: "Outlive", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CGtk3", pkgConfig: "gtk+-3.0", providers: [.apt(["libgtk-3-dev"])]),
        // The settings of the application, which the tests pass to it.
        .target(
            name: "DeskNotesSettings",
            dependencies: [.product(name: "Outlive", package: "Outlive")],
            path: "Sources/DeskNotesSettings",
            packageAccess: false,
            swiftSettings: swift),
        .executableTarget(
            name: "desk-notes",
            dependencies: [
                "CGtk3", "DeskNotesSettings",
                .product(name: "Outlive", package: "Outlive"),
                .product(name: "OutliveGTK", package: "Outlive"),
                .product(name: "OutliveStubs", package: "Outlive"),
            ],
            path: "Sources/DeskNotes",
            packageAccess: false,
            swiftSettings: swift),
        // The result of a test run, which the tests write and the program below reads.
        .target(name: "SuiteResult", path: "Sources/SuiteResult", swiftSettings: swift),
        .executableTarget(
            name: "ui-bench",
            dependencies: [
                "DeskNotesSettings", "SuiteResult",
                .product(name: "OutliveHarness", package: "Outlive"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/UIBench",
            packageAccess: false,
            swiftSettings: swift),
        // The tests of OutliveGTK, in windows of their own.
        .testTarget(
            name: "OutliveGTKWindowTests",
            dependencies: [
                "CGtk3", "main-loop-fixture",
                .product(name: "Outlive", package: "Outlive"),
                .product(name: "OutliveGTK", package: "Outlive"),
            ],
            packageAccess: false,
            swiftSettings: swift),
        // A program that runs GLib's main loop, for tests that the test process cannot host.
        .executableTarget(
            name: "main-loop-fixture",
            dependencies: ["CGtk3", .product(name: "OutliveGTK", package: "Outlive")],
            path: "Tests/Fixtures/MainLoop",
            packageAccess: false,
            swiftSettings: swift),
        .testTarget(
            name: "DeskNotesTests",
            dependencies: [
                "DeskNotesSettings", "desk-notes",
                .product(name: "OutliveTesting", package: "Outlive"),
            ],
            packageAccess: false,
            swiftSettings: swift),
        .testTarget(
            name: "DeskNotesUITests",
            dependencies: [
                "DeskNotesSettings", "SuiteResult", "desk-notes",
                .product(name: "OutliveDriver", package: "Outlive"),
                .product(name: "OutliveTesting", package: "Outlive"),
                .product(name: "OutliveUITest", package: "Outlive"),
            ],
            exclude: ["Fixtures"],
            packageAccess: false,
            swiftSettings: swift),
        // The UI-test kit against a real window, of a program that does not use Outlive.
        .executableTarget(
            name: "window-fixture", dependencies: ["CGtk3"], path: "Tests/Fixtures/WindowFixture",
            packageAccess: false,
            swiftSettings: swift),
        .testTarget(
            name: "OutliveUITestWindowTests",
            dependencies: [
                "window-fixture", .product(name: "OutliveUITest", package: "Outlive"),
                .product(name: "OutliveDriver", package: "Outlive"),
            ],
            packageAccess: false,
            swiftSettings: swift),
    ]
)
