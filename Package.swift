// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
let c: [CSetting] = [
    .enableWarning("all"),
    .enableWarning("extra"),
    .treatAllWarnings(as: .error),
]
// What is linked only into builds that can be reset.
let liveReset: TargetDependencyCondition? = .when(traits: ["LiveReset"])
// What is linked only into applications of swift-service-lifecycle.
let lifecycle: TargetDependencyCondition? = .when(traits: ["Lifecycle"])

extension Target {
    /// A Swift module of a wing: its folder is `Sources/WING/NAME`.
    ///
    /// - Parameter files: The files in it that its code contains as bytes, so that no bundle is needed at run time.
    static func wing(_ wing: String, _ name: String, _ dependencies: [Dependency] = [], files: [String] = []) -> Target
    {
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(wing)/\(name)",
            resources: files.map { .embedInCode($0) }, swiftSettings: swift)
    }
}

let package = Package(
    name: "Outlive",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Outlive", targets: ["Outlive"]),
        .library(name: "OutliveHTTP", targets: ["OutliveHTTP"]),
        // With the trait Lifecycle: the host in an application of swift-service-lifecycle.
        .library(name: "OutliveLifecycle", targets: ["OutliveLifecycle"]),
        .library(name: "OutliveDriver", targets: ["OutliveDriver"]),
        .library(name: "OutliveTesting", targets: ["OutliveTesting"]),
        .library(name: "OutliveStubs", targets: ["OutliveStubs"]),
        // Applications with windows: notifiers for GTK 3 and UIKit, and the kits for tests that use the windows.
        .library(name: "OutliveGTK", targets: ["OutliveGTK"]),
        .library(name: "OutliveUITest", targets: ["OutliveUITest"]),
        .library(name: "OutliveUIKit", targets: ["OutliveUIKit"]),
        .library(name: "OutliveXCUITest", targets: ["OutliveXCUITest"]),
        // The heap tier to link: a debug build reports its leaks at its end. Also where the tier cannot be preloaded.
        .library(name: "OutliveHeapCapture", targets: ["COutliveHeap", "OutliveExitReport"]),
        .executable(name: "outlive", targets: ["outlive-cli"]),
        // `swift package outlive`, which builds an executable of the adopter and runs the command on it.
        .plugin(name: "OutliveCommand", targets: ["OutliveCommand"]),
        // For the packages of this repository only: nothing in it is public API.
        .library(
            name: "OutliveHarness",
            targets: [
                "OutliveBenchmark", "OutliveDriver", "OutliveHeap", "OutliveHTTPRoutes", "OutliveHTTPServer",
                "OutliveInspect", "OutliveJudgement", "OutliveKnown", "OutliveLogs", "OutliveModel",
                "OutliveReport", "OutliveSupport", "OutliveSymbols", "OutliveWire",
            ]),
    ],
    traits: [
        .default(enabledTraits: ["LiveReset"]),
        // On by default, so that a first try needs no flags; what is shipped is built without. See the article
        // ShippingWithoutOutlive.
        .trait(
            name: "LiveReset",
            description: "Resets in place and the leak registry; without it `track` and notifiers compile to nothing."),
        // Off by default, so that its dependencies are resolved only by packages that use them.
        .trait(
            name: "Lifecycle",
            description: "The product OutliveLifecycle, for swift-service-lifecycle, -log and -metrics."),
    ],
    dependencies: [
        // The `Outlive` library needs the toolchain alone. The command line and the samples:
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // The server of the sample:
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
        // OutliveKnown:
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        // OutliveLifecycle, with the trait Lifecycle alone:
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
    ],
    targets: [
        // Shared: what every wing may use.
        .wing("Shared", "OutliveSupport"),
        // What an application and the tools exchange.
        .wing("Shared", "OutliveWire", ["OutliveSupport"]),

        // Application: what an application links.
        .target(name: "COutlive", path: "Sources/Application/COutlive", cSettings: c),
        .wing(
            "Application", "Outlive",
            [.target(name: "COutlive", condition: liveReset), "OutliveWire", "OutliveSupport"]),
        .wing("Application", "OutliveHTTPServer", ["OutliveWire", "OutliveSupport"]),
        .wing(
            "Application", "OutliveHTTPRoutes", ["Outlive", "OutliveHTTPServer", "OutliveWire", "OutliveSupport"],
            files: ["Debug/debug.css", "Debug/debug.html", "Debug/debug.js"]),
        .wing(
            "Application", "OutliveHTTP",
            [
                .target(name: "OutliveHTTPRoutes", condition: liveReset),
                .target(name: "OutliveHTTPServer", condition: liveReset), "Outlive", "OutliveWire", "OutliveSupport",
            ]),
        .wing("Application", "OutliveStubs", ["OutliveWire", "OutliveSupport"]),
        // Empty without the trait Lifecycle; Benchmarks/LifecycleServices has its tests.
        .wing(
            "Application", "OutliveLifecycle",
            [
                "Outlive",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: lifecycle),
                .product(name: "Logging", package: "swift-log", condition: lifecycle),
                .product(name: "Metrics", package: "swift-metrics", condition: lifecycle),
            ]),
        // GTK is found in the process at run time: nothing of it is needed to build.
        .wing("Application", "OutliveGTK", ["Outlive", "OutliveWire", "OutliveSupport"]),
        // Empty where there is no UIKit.
        .wing("Application", "OutliveUIKit", ["Outlive", "OutliveWire", "OutliveSupport"]),

        // Analysis: the measured report and its formats.
        .wing("Analysis", "OutliveModel", ["OutliveWire", "OutliveSupport"]),
        .wing(
            "Analysis", "OutliveReport", ["OutliveModel", "OutliveSupport"],
            files: [
                "HTML/Document/report.css", "HTML/Document/report.js", "HTML/Explorer/explorer.css",
                "HTML/Explorer/explorer.js", "HTML/Explorer/tree.js", "HTML/Explorer/types.js",
                "HTML/Explorer/map.js", "HTML/Explorer/calls.js", "HTML/Explorer/inspect.js", "Profile/flamegraph.css",
                "Profile/flamegraph.js",
            ]),
        // Reads what test runs print.
        .wing("Analysis", "OutliveLogs", ["OutliveModel", "OutliveSupport", "OutliveWire"]),
        // Known leaks: reads and edits their list, and other YAML that people write.
        .wing("Analysis", "OutliveKnown", ["OutliveModel", "OutliveSupport", .product(name: "Yams", package: "Yams")]),

        // Heap: captures, reads and explains the objects of a process.
        // `scripts/heap-library` builds the capture alone, to be preloaded.
        .target(
            name: "COutliveObjects", path: "Sources/Heap/COutliveObjects",
            cSettings: c + [.headerSearchPath("."), .define("_GNU_SOURCE")]),
        .target(
            name: "COutliveHeap", dependencies: ["COutlive", "COutliveObjects"], path: "Sources/Heap/COutliveHeap",
            cSettings: c + [
                .headerSearchPath("."), .headerSearchPath("../COutliveObjects"), .define("_GNU_SOURCE"),
                .define("OUTL_EXIT_REPORT", .when(configuration: .debug)),
            ]),
        // Reads a process that was started without the tier.
        .target(
            name: "COutliveInspect", dependencies: ["COutliveObjects"], path: "Sources/Heap/COutliveInspect",
            cSettings: c + [
                .headerSearchPath("."), .headerSearchPath("../COutliveObjects"), .define("_GNU_SOURCE"),
            ]),
        .wing("Heap", "OutliveSymbols", ["OutliveModel", "OutliveSupport"]),
        .wing("Heap", "OutliveHeap", ["OutliveModel", "OutliveSupport"]),
        .wing("Heap", "OutliveJudgement", ["OutliveHeap", "OutliveModel", "OutliveSupport", "OutliveSymbols"]),
        // The report at the end of a debug build, called by the tier. It is empty in builds that are not for debugging.
        .target(
            name: "OutliveExitReport",
            dependencies: ["OutliveHeap", "OutliveJudgement", "OutliveModel", "OutliveReport", "OutliveSymbols"]
                .map { .target(name: $0, condition: liveReset) } + ["OutliveSupport"],
            path: "Sources/Heap/OutliveExitReport",
            swiftSettings: swift + [.define("OUTLIVE_EXIT_REPORT", .when(configuration: .debug))]),
        .wing("Heap", "OutliveInspect", ["COutliveInspect", "OutliveModel", "OutliveSupport"]),

        // Harness: drives and measures an application from outside.
        .wing(
            "Harness", "OutliveDriver",
            [
                "OutliveInspect", "OutliveLogs", "OutliveModel", "OutliveWire", "OutliveSupport", "OutliveSymbols",
            ]),
        .wing(
            "Harness", "OutliveBenchmark",
            [
                "OutliveDriver", "OutliveHeap", "OutliveJudgement", "OutliveModel", "OutliveSupport", "OutliveSymbols",
            ]),

        // Test kits: what tests of an application link.
        .wing(
            "TestKits", "OutliveTesting",
            [
                "Outlive", "OutliveDriver", "OutliveHeap", "OutliveJudgement", "OutliveKnown", "OutliveModel",
                "OutliveSymbols", "OutliveSupport",
            ]),
        // Uses windows as a person does; the accessibility library is loaded at run time.
        .wing("TestKits", "OutliveUITest", ["OutliveTesting", "OutliveDriver", "OutliveWire", "OutliveSupport"]),
        // Empty where there is no XCUIAutomation.
        .wing("TestKits", "OutliveXCUITest", ["OutliveWire", "OutliveSupport"]),

        // The command.
        .target(
            name: "COutliveBuild", path: "Sources/Command/COutliveBuild",
            cSettings: c + [.define("OUTLIVE_COMMIT", to: "\"\(Context.environment["OUTLIVE_COMMIT"] ?? "")\"")]),
        .executableTarget(
            name: "outlive-cli",
            dependencies: [
                "COutliveBuild", "OutliveBenchmark", "OutliveDriver", "OutliveHeap", "OutliveHTTPServer",
                "OutliveInspect", "OutliveJudgement", "OutliveKnown", "OutliveLogs", "OutliveModel", "OutliveReport",
                "OutliveSymbols", "OutliveSupport", "OutliveWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Command/outlive",
            swiftSettings: swift),

        .plugin(
            name: "OutliveCommand",
            capability: .command(
                intent: .custom(
                    verb: "outlive", description: "Runs outlive on an executable product of the package, or its tests."),
                permissions: [
                    .writeToPackageDirectory(reason: "Reports are written where --report names a file."),
                    .allowNetworkConnections(
                        scope: .local(), reason: "The harness asks the program on this machine whether it is ready."),
                ]), dependencies: ["outlive-cli"]),

        // The sample that `scripts/bench` measures.
        .executableTarget(
            name: "note-service",
            dependencies: [
                "Outlive", "OutliveHTTP", "OutliveStubs",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Benchmarks/NoteService",
            swiftSettings: swift),

        // A program that the driver's tests launch: it is ready, resets, crashes or hangs as it is told.
        .executableTarget(
            name: "outlive-fixture", dependencies: ["OutliveModel", "Outlive", "OutliveHTTP"],
            path: "Tests/Fixtures/OutliveFixture", swiftSettings: swift),
        // What several test targets need.
        .target(name: "OutliveTestSupport", path: "Tests/Support", swiftSettings: swift),
        // Which module and which folder may use which; the READMEs of the wings state it.
        .testTarget(name: "ArchitectureTests", swiftSettings: swift),
        .testTarget(
            name: "OutliveModelTests", dependencies: ["OutliveModel", "OutliveTestSupport"], swiftSettings: swift),
        .testTarget(
            name: "OutliveTests", dependencies: ["Outlive", "COutlive", "OutliveTestSupport"], swiftSettings: swift),
        .testTarget(
            name: "OutliveHTTPTests",
            dependencies: [
                "OutliveHTTP", "OutliveHTTPRoutes", "OutliveHTTPServer", "Outlive", "OutliveModel",
                "OutliveTestSupport",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveStubsTests", dependencies: ["OutliveStubs", "OutliveSupport", "OutliveTestSupport"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveTestingTests",
            dependencies: [
                "OutliveTesting", "Outlive", "OutliveDriver", "OutliveKnown", "OutliveModel", "OutliveSupport",
                "OutliveTestSupport", "outlive-fixture",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveUITestTests",
            dependencies: [
                "OutliveUITest", "OutliveTesting", "OutliveDriver", "OutliveModel", "OutliveTestSupport",
                "outlive-fixture",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveGTKTests",
            dependencies: ["OutliveGTK", "Outlive", "OutliveSupport", "OutliveTestSupport"],
            swiftSettings: swift),
        // Type-checks the adapters for Apple's platforms against stubs of the modules that they use.
        .testTarget(
            name: "AppleAdapterTests", dependencies: ["OutliveUIKit", "OutliveXCUITest", "OutliveHTTP"],
            exclude: ["Stubs"], swiftSettings: swift),
        .testTarget(
            name: "OutliveSymbolsTests",
            dependencies: ["OutliveSymbols", "Outlive", "OutliveJudgement", "OutliveModel", "OutliveTestSupport"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveDriverTests",
            dependencies: ["OutliveDriver", "OutliveModel", "OutliveTestSupport", "outlive-fixture"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveHeapTests",
            dependencies: ["OutliveHeap", "OutliveJudgement", "OutliveModel", "OutliveTestSupport"],
            swiftSettings: swift),
        // The interposer, in processes of its own: it cannot live beside the tests.
        .testTarget(
            name: "OutliveCaptureTests",
            dependencies: [
                "OutliveExitReport", "OutliveHeap", "OutliveModel", "OutliveSymbols", "OutliveTestSupport",
                "heap-fixture",
            ],
            swiftSettings: swift),
        // The inspection of programs that know nothing of it.
        .testTarget(
            name: "OutliveInspectTests",
            dependencies: [
                "COutliveInspect", "OutliveHeap", "OutliveInspect", "OutliveModel", "OutliveTestSupport",
                "heap-fixture", "reader-fixture",
            ],
            swiftSettings: swift),
        // A program that compares the reader of metadata with the Swift runtime.
        .executableTarget(
            name: "reader-fixture", dependencies: ["ReaderOracle"], path: "Tests/Fixtures/ReaderFixture",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "ReaderOracle", dependencies: ["COutliveObjects"], path: "Tests/Fixtures/ReaderOracle",
            cSettings: c + [
                .headerSearchPath("../../../Sources/Heap/COutliveObjects"), .define("_GNU_SOURCE"),
            ]),
        // Programs that know nothing of Outlive: they make, drop and leak objects of known kinds.
        .executableTarget(name: "heap-fixture", path: "Tests/Fixtures/HeapFixture", swiftSettings: swift),
        // A program that links the heap tier, and leaks objects in known ways. No test depends on it: the tests would link
        // the tier, too.
        .executableTarget(
            name: "exit-fixture", dependencies: ["COutliveHeap", "OutliveExitReport"],
            path: "Tests/Fixtures/ExitFixture", swiftSettings: swift),
        // A program with variables of many kinds, which it changes on request.
        .target(name: "CStateGlobals", path: "Tests/Fixtures/StateFixture/CGlobals"),
        .executableTarget(
            name: "state-fixture", dependencies: ["CStateGlobals"], path: "Tests/Fixtures/StateFixture/Program",
            swiftSettings: swift),
        // A program whose tasks wait in known ways.
        .executableTarget(name: "task-fixture", path: "Tests/Fixtures/TaskFixture", swiftSettings: swift),
        .testTarget(
            name: "OutliveBenchmarkTests",
            dependencies: ["OutliveBenchmark", "OutliveDriver", "OutliveModel", "OutliveSupport", "OutliveTestSupport"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveKnownTests",
            dependencies: ["OutliveKnown", "OutliveModel"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveLogsTests", dependencies: ["OutliveLogs", "OutliveModel", "OutliveTestSupport"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveReportTests", dependencies: ["OutliveReport", "OutliveTestSupport"], exclude: ["Golden"],
            swiftSettings: swift),
        .testTarget(
            name: "OutliveCommandTests",
            dependencies: [
                "outlive-cli", "note-service", "outlive-fixture", "heap-fixture", "state-fixture",
                "task-fixture", "corpus-runner",
                "OutliveModel", "OutliveSupport",
                "OutliveTestSupport", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: swift),
        // `scripts/trial corpus` with a corpus in miniature, built once for its tests.
        .executableTarget(
            name: "corpus-runner",
            dependencies: [
                "LeakCorpus", "Outlive", "OutliveDriver", "OutliveHeap", "OutliveJudgement", "OutliveModel",
                "OutliveSymbols",
            ],
            path: "Benchmarks/CorpusRunner", swiftSettings: swift),
        .target(
            name: "LeakCorpus", path: "Tests/Fixtures/LeakCorpus/Sources/LeakCorpus",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // The inputs that `scripts/fuzz` begins with and has found.
        .testTarget(
            name: "OutliveFuzzTests",
            dependencies: [
                "OutliveBenchmark", "OutliveDriver", "OutliveHTTPRoutes", "OutliveHTTPServer", "OutliveHeap",
                "OutliveInspect", "OutliveKnown", "OutliveLogs", "OutliveModel", "OutliveReport", "OutliveSymbols",
                "ProcText",
            ],
            swiftSettings: swift),
        // The readers of the kernel's texts, whose headers Swift does not see.
        .target(
            name: "ProcText", dependencies: ["COutliveInspect"], path: "Tests/Fixtures/ProcText",
            cSettings: c + [
                .headerSearchPath("../../../Sources/Heap/COutliveObjects"),
                .headerSearchPath("../../../Sources/Heap/COutliveInspect"), .define("_GNU_SOURCE"),
            ]),
        .testTarget(
            name: "NoteServiceTests",
            dependencies: [
                "note-service", "Outlive", "OutliveStubs", .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            swiftSettings: swift),
        .testTarget(
            name: "NoteServiceLiveTests",
            dependencies: [
                "note-service", "Outlive", "OutliveDriver", "OutliveModel", "OutliveStubs", "OutliveTesting",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            swiftSettings: swift),
    ]
)

// The test targets to keep, separated by commas. `scripts/test` builds two of them with a sanitizer.
if let chosen = Context.environment["OUTLIVE_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.isTest && !chosen.contains($0.name) }
}
