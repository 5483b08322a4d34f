import OutliveModel
import Testing

@testable import OutliveSymbols

@Suite struct StateNamesTests {
    @Test(arguments: [
        ("closure #1 () async -> () in App.watch() async -> ()", "App", "task in closure in watch()"),
        ("App.watch() async -> ()", "App", "task in watch()"),
        ("(2) await resume partial function for App.Feed.next() async throws -> ()", "App", "task in Feed.next()"),
        // " async" and " : " within brackets end nothing.
        (
            "static App.Queue.each(_: (Swift.Int) async -> (), limit: Swift.Int) async -> ()", "App",
            "task in Queue.each(_:limit:)"
        ),
        (
            "App.Box.fill<A where A : Swift.Sendable>(from: [Swift.String : A]) async -> ()", "App",
            "task in Box.fill(from:)"
        ),
        (
            "closure #2 @Sendable () async -> () in closure #1 (Swift.Int) -> () in App.Feed.(run in _5A)"
                + "(with: (A) async -> ()) -> ()", "App", "task in closure in Feed.run(with:)"
        ),
        ("variable initialization expression of static App.Cache.shared : App.Cache", "App", "task in Cache.shared"),
        ("(extension in App):Lib.Feed.load() async -> ()", "App", "task in Feed.load()"),
        ("closure #1 @Sendable () async -> () in app", "", "task in closure in app"),
    ])
    func `A task is named by its function with labels, and no bracket is cut`(
        symbol: String, module: String, name: String
    ) {
        let task = StateVariable(kind: .task, symbol: symbol, path: "/app", offset: 0, size: 0, values: [])
        var state = ProgramState(key: 1, variables: [task])
        state.name()
        #expect(state.variables[0].name == name)
        #expect(state.variables[0].module == module)
    }
}
