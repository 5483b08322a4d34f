import Testing

@testable import OutliveHeap

struct TypeOwnersTests {
    /// Returns `true` if a library has the properties of the innermost of types, each of which contains the next.
    private func isOfLibrary(_ types: String...) -> Bool {
        var owners = TypeOwners()
        for (index, type) in types.enumerated() {
            owners.add(type, below: index == 0 ? nil : index - 1)
        }
        return owners.areLibraries(above: types.count - 1)
    }

    @Test func `A pool of a library's own objects is the library's, also in its optionals and arrays`() {
        #expect(isOfLibrary("App.Service", "GRDB.DatabasePool", "GRDB.Pool<GRDB.SerializedDatabase>"))
        #expect(isOfLibrary("App.Service", "GRDB.DatabasePool", "Swift.Optional<Swift.Int>"))
    }

    @Test func `What a library's container holds of the program, and its parts, are the program's`() {
        #expect(!isOfLibrary("App.Service"))
        #expect(!isOfLibrary("App.Service", "Swift.Array<App.Job>"))
        #expect(!isOfLibrary("App.Service", "NIOConcurrencyHelpers.NIOLockedValueBox<Swift.Int>"))
        #expect(!isOfLibrary("App.Service", "DequeModule.Deque<App.Job>", "DequeModule._DequeBufferHeader"))
        #expect(!isOfLibrary("App.Service", "GRDB.DatabasePool", "App.Delegate"))
    }
}
