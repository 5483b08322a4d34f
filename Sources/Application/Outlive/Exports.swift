// An application uses the model's types (`Lifetime`, `ResetRequest`, `GenerationReport`) with a registry or a host, so
// `import Outlive` re-exports them.
@_exported public import OutliveWire
