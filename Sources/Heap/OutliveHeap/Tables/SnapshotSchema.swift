/// The tables and views of an exported snapshot; `docs/heap-database.md` describes them.
///
/// Tables have names in the singular and contain numbers; views have names in the plural and contain names.
enum SnapshotSchema {
    /// The version of the tables and views, in `PRAGMA user_version`.
    static let version = 1

    /// What is executed before rows are inserted.
    static let tables = """
        PRAGMA user_version = \(version);
        BEGIN;
        CREATE TABLE snapshot(
            tool TEXT NOT NULL, file TEXT NOT NULL, process_id INTEGER NOT NULL, executable TEXT NOT NULL,
            time REAL NOT NULL, cycle INTEGER NOT NULL, has_stacks INTEGER NOT NULL, is_incomplete INTEGER NOT NULL);
        CREATE TABLE type(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, module TEXT, is_program INTEGER NOT NULL);
        CREATE TABLE stack(id INTEGER PRIMARY KEY, site TEXT);
        CREATE TABLE function(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, file TEXT, line INTEGER, module TEXT, origin TEXT NOT NULL);
        CREATE TABLE frame(
            stack INTEGER, depth INTEGER, function INTEGER NOT NULL, PRIMARY KEY(stack, depth)) WITHOUT ROWID;
        CREATE TABLE cause(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, location TEXT, pattern TEXT, fix TEXT NOT NULL, doubt TEXT,
            leak_trace TEXT, fingerprint TEXT NOT NULL);
        CREATE TABLE object(
            address INTEGER PRIMARY KEY, type INTEGER NOT NULL, bytes INTEGER NOT NULL, retained INTEGER NOT NULL,
            dominator INTEGER, holder INTEGER, holder_offset INTEGER, origin INTEGER NOT NULL, stack INTEGER,
            birth INTEGER NOT NULL, elements INTEGER, cause INTEGER, is_deinitialised INTEGER NOT NULL);
        CREATE TABLE place(
            id INTEGER PRIMARY KEY, source_type INTEGER NOT NULL, property TEXT, declared_type TEXT,
            target_type INTEGER NOT NULL);
        CREATE TABLE reference(
            source INTEGER, source_offset INTEGER, place INTEGER NOT NULL, element INTEGER, target INTEGER NOT NULL,
            strength INTEGER NOT NULL, PRIMARY KEY(source, source_offset)) WITHOUT ROWID;
        CREATE TABLE root(
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, target INTEGER NOT NULL);
        CREATE TABLE task(
            address INTEGER PRIMARY KEY, id INTEGER NOT NULL, name TEXT, priority INTEGER, state TEXT NOT NULL,
            waits_for TEXT, resumed_by TEXT, verdict TEXT, function TEXT, location TEXT, created_by TEXT,
            parent INTEGER, is_cancelled INTEGER NOT NULL);
        CREATE TABLE saving(
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, type INTEGER NOT NULL, stack INTEGER, blocks INTEGER NOT NULL,
            different INTEGER, bytes INTEGER NOT NULL, saved INTEGER NOT NULL);
        CREATE TABLE note(id INTEGER PRIMARY KEY, note TEXT NOT NULL);
        """

    /// What is executed after rows were inserted.
    static let views = """
        CREATE INDEX reference_target ON reference(target);
        CREATE VIEW objects AS
            SELECT o.address, t.name AS type, t.kind, t.module, t.is_program, o.bytes, o.retained, o.elements, o.birth,
                CASE o.origin \(cases(SnapshotOrigin.allCases)) END AS origin,
                o.holder, o.holder_offset, o.dominator, o.stack, s.site, o.cause, o.is_deinitialised
            FROM object o JOIN type t ON t.id = o.type LEFT JOIN stack s ON s.id = o.stack;
        CREATE VIEW refs AS
            SELECT r.source, s.name AS source_type, p.property, r.element, r.target, t.name AS target_type,
                p.declared_type, CASE r.strength \(cases(SnapshotStrength.allCases)) END AS strength,
                r.strength < \(SnapshotStrength.weak.rawValue) AS holds, r.source_offset
            FROM reference r JOIN place p ON p.id = r.place JOIN type s ON s.id = p.source_type
                JOIN type t ON t.id = p.target_type;
        CREATE VIEW types AS
            SELECT t.name AS type, t.kind, t.module, t.is_program, count(*) AS objects, sum(o.bytes) AS bytes
            FROM object o JOIN type t ON t.id = o.type WHERE NOT o.is_deinitialised GROUP BY t.id;
        CREATE VIEW stacks AS
            SELECT s.id AS stack, s.site, count(*) AS objects, sum(o.bytes) AS bytes
            FROM object o JOIN stack s ON s.id = o.stack GROUP BY s.id;
        CREATE VIEW frames AS
            SELECT f.stack, f.depth, n.name AS function, n.file, n.line, n.module, n.origin
            FROM frame f JOIN function n ON n.id = f.function;
        CREATE VIEW roots AS
            SELECT r.kind, r.name, r.target, t.name AS target_type, o.retained
            FROM root r JOIN object o ON o.address = r.target JOIN type t ON t.id = o.type;
        CREATE VIEW causes AS
            SELECT c.id AS cause, c.name, c.location, c.pattern, c.fix, c.doubt, c.leak_trace, c.fingerprint,
                (SELECT count(*) FROM object o WHERE o.cause = c.id) AS objects,
                (SELECT sum(bytes) FROM object o WHERE o.cause = c.id) AS bytes
            FROM cause c;
        CREATE VIEW tasks AS
            SELECT t.*, o.bytes, o.retained FROM task t LEFT JOIN object o ON o.address = t.address;
        CREATE VIEW notes AS SELECT note FROM note ORDER BY id;
        CREATE VIEW savings AS
            SELECT v.kind, t.name AS type, s.site, v.blocks, v.different, v.bytes, v.saved, v.stack
            FROM saving v JOIN type t ON t.id = v.type LEFT JOIN stack s ON s.id = v.stack;
        COMMIT;
        ANALYZE;
        """

    /// The branches of a `CASE` that turns numbers into names.
    private static func cases(_ all: [some NamedNumber]) -> String {
        all.map { "WHEN \($0.rawValue) THEN '\($0.name)'" }.joined(separator: " ")
    }
}

/// A number of a table that a view shows as a name.
protocol NamedNumber: RawRepresentable<Int> {
    var name: String { get }
}

/// What the best path to an object begins with.
enum SnapshotOrigin: Int, CaseIterable, NamedNumber {
    case global, threadLocal, stack, memory, task, cycle, none

    var name: String {
        switch self {
        case .global: "global"
        case .threadLocal: "thread-local"
        case .stack: "stack"
        case .memory: "memory"
        case .task: "task"
        case .cycle: "cycle"
        case .none: "none"
        }
    }

    init(_ kind: HeapSnapshot.Root.Kind) {
        self =
            switch kind {
            case .global: .global
            case .stack: .stack
            case .threadLocal: .threadLocal
            case .mapping: .memory
            }
    }
}

/// The strength of a reference: the first four keep their target alive.
enum SnapshotStrength: Int, CaseIterable, NamedNumber {
    /// A strong property, capture or element.
    case strong
    /// A word of a task.
    case task
    /// A word of an object that no known field covers.
    case word
    /// A word of a block that is no Swift object.
    case raw
    case weak, unowned, unmanaged
    /// A word that is left over, or of an object that is deinitialised.
    case stale

    var name: String { "\(self)" }
}
