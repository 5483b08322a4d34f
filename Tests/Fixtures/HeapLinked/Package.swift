// swift-tools-version: 6.2
import PackageDescription

// The programs of Tests/Fixtures/HeapFixture with the heap tier linked in, as a program needs it whose standard library
// is linked statically: see `scripts/trial heap-exact`.
let package = Package(
    name: "HeapLinked",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Outlive", path: "../../..")],
    targets: [
        .executableTarget(
            name: "heap-fixture",
            dependencies: [.product(name: "OutliveHeapCapture", package: "Outlive")],
            // The programs look the tier up by name, because they are also built without it.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])])
    ]
)
