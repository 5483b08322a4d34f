internal import OutliveSupport

/// A value of a column.
enum SQLiteValue {
    case integer(Int)
    case real(Double)
    case text(String)
    case null

    init(_ number: some BinaryInteger) { self = .integer(Int(clamping: number)) }
    init(_ number: Int?) { self = number.map(Self.integer) ?? .null }
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
    /// A text on one line: names come from the watched program, and tools print them to terminals.
    init(_ text: String?) { self = text.map { .text($0.isOnOneLine ? $0 : $0.onOneLine()) } ?? .null }
}

/// A new database in memory. Not safe to use from several threads at once.
final class SQLiteDatabase {
    private static let (ok, done): (Int32, Int32) = (0, 101)
    /// `SQLITE_OPEN_READWRITE`, `_CREATE`, `_MEMORY` and `_NOMUTEX`.
    private static let flags: Int32 = 0x2 | 0x4 | 0x80 | 0x8000
    /// `SQLITE_TRANSIENT`: the library copies a text.
    private static let copied = -1
    /// `SQLITE_UTF8`.
    private static let encoding: UInt8 = 1

    private let library: SQLiteLibrary
    private let connection: OpaquePointer?

    /// Creates an empty database.
    ///
    /// - Throws: `SQLiteError` if SQLite's library cannot be used.
    init() throws(SQLiteError) {
        library = try SQLiteLibrary()
        var connection: OpaquePointer?
        guard library.open(":memory:", &connection, Self.flags, nil) == Self.ok else {
            _ = library.close(connection)
            throw SQLiteError("SQLite cannot create a database in memory")
        }
        self.connection = connection
    }

    deinit { _ = library.close(connection) }

    private func check(_ isGood: Bool) throws(SQLiteError) {
        guard !isGood else { return }
        throw SQLiteError("SQLite: \(library.message(connection).map { String(cString: $0) } ?? "unknown error")")
    }

    /// Executes statements without results.
    func execute(_ statements: String) throws(SQLiteError) {
        try check(library.execute(connection, statements, nil, nil, nil) == Self.ok)
    }

    /// Inserts rows into a table. A row with the key of an earlier one is left out.
    ///
    /// - Parameters:
    ///   - columns: The number of columns.
    ///   - rows: Passes each row, with a value for each column, to its argument.
    func insert(
        into table: String, columns: Int,
        _ rows: (([SQLiteValue]) throws(SQLiteError) -> Void) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let places = Array(repeating: "?", count: columns).joined(separator: ",")
        var statement: OpaquePointer?
        try check(
            library.prepare(connection, "INSERT OR IGNORE INTO \(table) VALUES(\(places))", -1, &statement, nil)
                == Self.ok)
        defer { _ = library.finalize(statement) }
        try rows { values throws(SQLiteError) in
            for (index, value) in values.enumerated() {
                try check(bind(value, to: Int32(index + 1), of: statement) == Self.ok)
            }
            try check(library.step(statement) == Self.done)
            _ = library.reset(statement)
        }
    }

    private func bind(_ value: SQLiteValue, to place: Int32, of statement: OpaquePointer?) -> SQLiteLibrary.Status {
        switch value {
        case .integer(let number): library.bindInteger(statement, place, Int64(number))
        case .real(let number): library.bindReal(statement, place, number)
        case .null: library.bindNull(statement, place)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    library.bindText(
                        statement, place, characters.baseAddress, UInt64(characters.count), Self.copied, Self.encoding)
                }
            }
        }
    }

    /// Returns the file of the database.
    ///
    /// - Throws: `SQLiteError` if memory runs out.
    func file() throws(SQLiteError) -> SQLiteFile {
        var count: Int64 = 0
        guard let bytes = library.serialize(connection, "main", &count, 0) else {
            throw SQLiteError("there is no memory for a database of \(count) bytes")
        }
        return SQLiteFile(UnsafeRawBufferPointer(start: bytes, count: Int(count)), free: library.free)
    }
}

/// The bytes of a database file.
final class SQLiteFile {
    /// The size of the pieces that are written, in bytes.
    private static let pieceBytes = 1 << 20

    private let bytes: UnsafeRawBufferPointer
    private let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// - Parameter free: Releases the bytes.
    fileprivate init(
        _ bytes: UnsafeRawBufferPointer, free: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) {
        (self.bytes, self.free) = (bytes, free)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }

    /// Writes the file.
    ///
    /// - Parameter sink: Receives the pieces of at most 1 MiB in order.
    func write<Failure: Error>(to sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.pieceBytes, bytes.count)
            try sink(Array(bytes[start..<end]))
            start = end
        }
    }
}
