import OutliveModel
import Testing

@testable import OutliveHeap

struct ModuleTraceTests {
    @Test(arguments: [
        ("Metrics", "/src/App/Registry.swift", true),
        ("Metrics", "/src/.build/checkouts/metrics/Registry.swift", false),
        ("NIOCore", "/opt/app/checkouts/nio/Registry.swift", false), ("NIOChat", "/src/Chat.swift", true),
        ("Telemetry", "/opt/app/checkouts/telemetry/Registry.swift", false),
        ("Telemetry", "/srv/checkouts/app/Registry.swift", true),
    ])
    func `A module is the program's or a package's by the place of its source`(
        module: String, file: String, isProgram: Bool
    ) throws {
        let heap = HeapSketch(
            """
            global => registry
            registry = \(module).Registry
              onEvent: () -> () => closure by closure #1 () -> () in \(module).Registry.start() -> () at \(file):4
            closure = closure (App.Screen, Swift.Int) in \(module).Registry.start() -> () at \(file):4
              : App.Screen => screen
            screen = App.Screen
            """)
        let trace = try heap.trace(of: "screen")
        #expect((trace.culprit?.name == "Registry.onEvent") == isProgram)
    }

    @Test func `A module known only by its objects is located by their allocation sites`() throws {
        let heap = HeapSketch(
            """
            global => registry
            registry = Metrics.Registry in Metrics.Registry.__allocating_init() -> Metrics.Registry at Registry.swift:3
              screens: Swift.Array<App.Screen> => list
            list = array App.Screen count 1
              [0] => screen
            screen = App.Screen
            """)
        #expect(try heap.trace(of: "screen").culprit?.name == "Registry.screens")
    }

    @Test func `Without sources the whole name of a module decides`() {
        let modules = ModuleOrigins(seenIn: [Frame]())
        #expect(!modules.isProgram("NIOCore"))
        #expect(!modules.isProgram("Metrics"))
        #expect(modules.isProgram("NIOChat"))
        #expect(modules.isProgram("MetricsBoard"))
        #expect(!modules.isProgram("Foundation"))
    }
}
