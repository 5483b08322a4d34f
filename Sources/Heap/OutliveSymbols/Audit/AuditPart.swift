/// A part of Outlive for development only, which must not reach production.
package enum AuditPart: String, CaseIterable, Codable, Sendable {
    /// The registry that watches components.
    case registry
    /// The host that performs resets and exchanges files with a harness.
    case resetHost
    /// The notifier that listens for a signal.
    case signalNotifier
    /// The notifier that listens for HTTP requests.
    case httpNotifier
    /// The notifier for requests from inside the process.
    case inProcessNotifier
    /// The notifier for a button over a GTK window.
    case overlayButton
    /// The notifier for several presses in a GTK window.
    case multiPressGesture
    /// The tracking of GObjects as components.
    case gObjectTracking
    /// The stubs that answer requests in place of servers.
    case requestStubs
    /// The interposer of the memory allocator.
    case interposer

    /// The display name.
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

/// A piece of text by which a part is recognised in a file.
package struct AuditMarker: Hashable, Sendable {
    /// The kind of text that contains a marker.
    package enum Kind: String, Codable, Sendable {
        /// A symbol name, until it is stripped.
        case symbol
        /// A string literal of live code, which stripping keeps.
        case string
        /// The name of a needed library.
        case library
    }

    /// The kind of text that contains the marker.
    package var kind: Kind
    /// A substring of a symbol name or string, or a prefix of a library's name in lower case.
    package var text: String

    /// Creates a marker; bars in the text are removed.
    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text.filter { $0 != "|" }
    }
}

extension AuditPart {
    /// The markers of the part, of which any one is sufficient.
    ///
    /// `|` splits each marker so that the search does not find this list in the command itself; it is removed before
    /// the search.
    ///
    /// - A symbol must be absent from the part's shell, which replaces it without the trait `LiveReset`.
    /// - A string must be longer than 15 bytes, as shorter ones are stored in instructions, and must be used where the
    ///   part runs: in a message or a name.
    ///
    /// `scripts/audit-adopter` searches for each of them in a build that contains the parts.
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
                symbol("11OutliveHTTP|10HTTPServerC"),
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
