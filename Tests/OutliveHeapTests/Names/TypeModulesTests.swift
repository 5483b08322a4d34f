import OutliveModel
import Testing

@testable import OutliveHeap

struct TypeModulesTests {
    @Test(arguments: [
        ("Swift.Int", ["Swift"]), ("NIOCore.Pool<App.Job>", ["NIOCore", "App"]),
        ("GRDB.Pool<GRDB.SerializedDatabase>.Content", ["GRDB", "GRDB"]),
        ("Swift.Dictionary<Swift.String, App.Net.Session>", ["Swift", "Swift", "App"]),
        ("(App.A, Swift.Int)", ["App", "Swift"]),
        ("", []),
    ])
    func `The modules of a type are those of each part, and no enclosing type is one`(type: String, modules: [String]) {
        #expect(TypeNames.modules(type) == modules)
    }
}
