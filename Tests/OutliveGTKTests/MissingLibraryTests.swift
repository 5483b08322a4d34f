internal import OutliveSupport
internal import Testing

@testable internal import OutliveGTK

/// A library that is there, and has nothing of GTK; the process itself may have come by GLib through other tests.
private func withoutGTK() throws -> DynamicLibrary { try DynamicLibrary(loading: "libm.so.6") }

struct MissingLibraryTests {
    @Test func `Without GLib, the missing library is reported with a remedy`() throws {
        let error = try #require(throws: GTKError.self) { try GLibLibrary(in: withoutGTK()) }
        #expect(error.code == .missing)
        #expect(
            error.description == "GLib cannot be used, as there is no function g_unix_fd_add_full in this process; "
                + "link GTK 3.20 or later (gtk+-3.0)")
    }

    @Test func `Without GObject or GTK, the missing library is reported with a remedy`() throws {
        let object = try #require(throws: GTKError.self) { try GObjectLibrary(in: withoutGTK()) }
        #expect(object.description.hasPrefix("GObject cannot be used"))
        let gtk = try #require(throws: GTKError.self) { try GTKLibrary(in: withoutGTK()) }
        #expect(gtk.code == .missing)
        #expect(gtk.description.hasPrefix("GTK cannot be used, as there is no function gtk_get_major_version"))
    }

    @Test func `GTK 4 is refused by its number, and GTK 3 is accepted`() throws {
        let error = try #require(throws: GTKError.self) { try GTKLibrary.require(version: 4) }
        #expect(error.code == .version)
        #expect(error.description.hasPrefix("the process runs GTK 4,"))
        try GTKLibrary.require(version: 3)
    }

    @Test func `A missing library is named`() throws {
        let error = try #require(throws: SystemError.self) { try DynamicLibrary(loading: "libnone.so.1") }
        #expect(error.description.contains("libnone.so.1"))
    }

    @Test func `A function is found by its name, in a library and in the process`() throws {
        let cosine: @convention(c) (Double) -> Double = try withoutGTK().function("cos")
        #expect(cosine(0) == 1)
        let length: @convention(c) (UnsafePointer<CChar>) -> Int = try DynamicLibrary.process.function("strlen")
        #expect(length("four") == 4)
    }
}
