internal import OutliveSupport

/// The functions of SQLite's C library, which is looked up at run time, so that no build requires it.
///
/// Names and types as in <https://sqlite.org/c3ref/intro.html>, without the prefix.
struct SQLiteLibrary {
    typealias Text = UnsafePointer<CChar>?
    typealias Status = Int32

    #if canImport(Darwin)
    private static let file = "libsqlite3.dylib"
    private static let advice = "it is part of the system"
    #else
    private static let file = "libsqlite3.so.0"
    private static let advice = "install it: apt-get install libsqlite3-0"
    #endif

    let open: @convention(c) (Text, UnsafeMutablePointer<OpaquePointer?>?, Int32, Text) -> Status
    let close: @convention(c) (OpaquePointer?) -> Status
    let message: @convention(c) (OpaquePointer?) -> Text
    let execute:
        @convention(c) (OpaquePointer?, Text, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Status
    let prepare:
        @convention(c) (OpaquePointer?, Text, Int32, UnsafeMutablePointer<OpaquePointer?>?, UnsafeRawPointer?) -> Status
    let bindInteger: @convention(c) (OpaquePointer?, Int32, Int64) -> Status
    let bindReal: @convention(c) (OpaquePointer?, Int32, Double) -> Status
    let bindText: @convention(c) (OpaquePointer?, Int32, Text, UInt64, Int, UInt8) -> Status
    let bindNull: @convention(c) (OpaquePointer?, Int32) -> Status
    let step: @convention(c) (OpaquePointer?) -> Status
    let reset: @convention(c) (OpaquePointer?) -> Status
    let finalize: @convention(c) (OpaquePointer?) -> Status
    let serialize:
        @convention(c) (OpaquePointer?, Text, UnsafeMutablePointer<Int64>?, UInt32) -> UnsafeMutableRawPointer?
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Loads the library.
    ///
    /// - Throws: `SQLiteError` if it is not installed or older than version 3.36 of 2021.
    init() throws(SQLiteError) {
        let library: DynamicLibrary
        do {
            library = try DynamicLibrary(loading: Self.file)
        } catch {
            throw SQLiteError("\(error); \(Self.advice)")
        }
        do {
            open = try library.function("sqlite3_open_v2")
            close = try library.function("sqlite3_close")
            message = try library.function("sqlite3_errmsg")
            execute = try library.function("sqlite3_exec")
            prepare = try library.function("sqlite3_prepare_v2")
            bindInteger = try library.function("sqlite3_bind_int64")
            bindReal = try library.function("sqlite3_bind_double")
            bindText = try library.function("sqlite3_bind_text64")
            bindNull = try library.function("sqlite3_bind_null")
            step = try library.function("sqlite3_step")
            reset = try library.function("sqlite3_reset")
            finalize = try library.function("sqlite3_finalize")
            serialize = try library.function("sqlite3_serialize")
            free = try library.function("sqlite3_free")
        } catch {
            throw SQLiteError("\(Self.file) is older than SQLite 3.36: \(error); install a newer one")
        }
    }
}

/// The reason why a database cannot be made.
package struct SQLiteError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
