// Not `canImport(XCTest)`, which is also true on Linux and in unit tests, where no application can be controlled.
#if canImport(XCUIAutomation)
// Re-exported, because UI tests use its settings and failures.
@_exported public import OutliveWire
#endif
