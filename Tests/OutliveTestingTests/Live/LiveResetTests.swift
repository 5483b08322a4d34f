import OutliveDriver
import OutliveModel
import OutliveTesting
import Testing

struct LiveResetTests {
    static let pool = HostSettings.pool(of: 2)

    @Test(arguments: ["one", "two", "three", "four"])
    func `Each case of a test has settings of its own`(label: String) async throws {
        try await withLiveReset(Self.pool, settings: HostSettings(label: label)) { live in
            try await live.app.prints("built \(label) 1 nothing")
        }
    }

    @Test(.liveReset(pool, settings: HostSettings(label: "by trait")))
    func `A test that has an application gets the same one for other settings`() async throws {
        let outer = try LiveApp<HostSettings>.current
        try await outer.app.prints("built by trait")
        try await withLiveReset(Self.pool, settings: HostSettings(label: "within")) { live in
            #expect(live.app === outer.app)
            let inner = try LiveApp<HostSettings>.current
            #expect(inner.app === outer.app)
            try await live.app.prints("built within")
        }
    }

    @Test func `The generation of a cancelled test is ended nevertheless`() async throws {
        let app = try AppUnderTest(HostSettings.configuration(), settings: HostSettings.self)
        let test = Task {
            try await withLiveReset(app) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        try await test.value
        #expect(await app.resets == 1)
        try await app.stop()
    }

    @Test func `Outside of a test with an application there is no current one`() {
        #expect(throws: LiveResetError.self) { _ = try LiveApp<HostSettings>.current }
    }

    @Test func `An exclusive application is lent to one test at a time`() async throws {
        let app = try AppUnderTest(HostSettings.configuration(), settings: HostSettings.self)
        let order = Order()
        try await withThrowingTaskGroup { group in
            for number in 1...3 {
                group.addTask {
                    try await withLiveReset(app, settings: HostSettings(label: "label \(number)")) { live in
                        await order.enter()
                        await Task.yield()
                        try await live.app.prints("built label \(number)")
                        await order.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await order.most == 1)
        #expect(await app.launches == 1)
        try await app.stop()
    }
}

/// Counts the simultaneous users of a resource.
private actor Order {
    private var present = 0
    private(set) var most = 0

    func enter() {
        present += 1
        most = max(most, present)
    }

    func leave() { present -= 1 }
}
