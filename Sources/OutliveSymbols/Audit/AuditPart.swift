/// A part of Outlive that is of use in development only, and must not reach production.
package enum AuditPart: String, CaseIterable, Codable, Sendable {
    /// What watches components.
    case registry
    /// What carries out resets, and speaks with a harness in files.
    case resetHost
    /// What listens to a signal.
    case signalNotifier
    /// What listens for HTTP requests.
    case httpNotifier
    /// What hands on requests from inside the process.
    case inProcessNotifier
    /// What asks for a reset by a button over a window of GTK.
    case overlayButton
    /// What asks for a reset by several presses in a window of GTK.
    case multiPressGesture
    /// What watches GObjects as components.
    case gObjectTracking
    /// What answers requests in the place of servers.
    case requestStubs
    /// What stands between a program and its memory allocator.
    case interposer

    /// What people call it.
    package var title: String {
        switch self {
        case .registry: "leak registry"
        case .resetHost: "reset host"
        case .signalNotifier: "signal notifier"
        case .httpNotifier: "HTTP notifier"
        case .inProcessNotifier: "in-process notifier"
        case .overlayButton: "overlay button"
        case .multiPressGesture: "multi-press gesture"
        case .gObjectTracking: "GObject tracking"
        case .requestStubs: "request stubs"
        case .interposer: "malloc interposer"
        }
    }
}

/// Something by which a part is recognised in a file.
package struct AuditMarker: Hashable, Sendable {
    /// What a marker is a piece of.
    package enum Kind: String, Codable, Sendable {
        /// A symbol's name, as long as it is not stripped.
        case symbol
        /// A text of live code, which stays when symbols are stripped.
        case string
        /// The name of a library that is loaded with the file.
        case library
    }

    /// What it is a piece of.
    package var kind: Kind
    /// The piece: a part of a symbol's name or of a text; of a library the beginning of its name, in any case.
    package var text: String

    /// Makes a marker; bars in the text are left out.
    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text.filter { $0 != "|" }
    }
}

extension AuditPart {
    /// By what the part is recognised; any of it will do.
    ///
    /// `|` splits each marker so that this list is not found in the command itself; it is removed before the search.
    ///
    /// - A symbol is one that the part's shell, which stands in for it without the trait `LiveReset`, does not have.
    /// - A string has more than 15 bytes, as Swift keeps shorter ones in the instructions, and is used where the part
    ///   is: in what it says or names.
    ///
    /// `scripts/audit-adopter` looks for each of them in a build that has the parts.
    package var markers: [AuditMarker] {
        switch self {
        case .registry:
            [
                symbol("7Outlive|9SlotTableV"), symbol("outl|_stack_table_capture"),
                string("; the leak |registry of this process "),
            ]
        case .resetHost:
            [
                symbol("7Outlive|9ResetHostC5cycle"), symbol("7Outlive|16HarnessDirectoryV"),
                string("cannot be asked| for resets: "),
            ]
        case .signalNotifier:
            [
                symbol("7Outlive|13SignalArrivalV"), symbol("outl|_signal_listen"),
                string("outlive|.signal-notifier"),
            ]
        case .httpNotifier:
            [
                symbol("11OutliveHTTP|9HTTPGuardC"),
                string("the notifier listens already; |make another one for another host"),
                string("send Authorization: Bearer and |the OUTLIVE_TOKEN of this launch"),
            ]
        case .inProcessNotifier:
            [
                symbol("7Outlive|17InProcessNotifierC7handler"),
                string("no host has been started| with this notifier"),
            ]
        case .overlayButton:
            [
                symbol("10OutliveGTK|21OverlayButtonNotifierC5press"), string("handler of |GtkButton \""),
            ]
        case .multiPressGesture:
            [
                symbol("10OutliveGTK|18MultiPressNotifierC5press"), string("handler of |GtkGestureMultiPress \""),
            ]
        case .gObjectTracking:
            [
                symbol("10OutliveGTK|14GObjectWitnessC"), string("GObjects are |not watched: "),
            ]
        case .requestStubs:
            [
                symbol("12OutliveStubs|12StubProtocolC"),
                string("stubs answer data and |upload tasks only: "),
            ]
        case .interposer:
            [symbol("outl|_heap_"), library("liboutlive|heap")]
        }
    }

    private func symbol(_ text: String) -> AuditMarker { AuditMarker(.symbol, text) }
    private func string(_ text: String) -> AuditMarker { AuditMarker(.string, text) }
    private func library(_ text: String) -> AuditMarker { AuditMarker(.library, text) }
}
