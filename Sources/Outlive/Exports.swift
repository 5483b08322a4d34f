// An application names the model's types (`Lifetime`, `ResetRequest`, `GenerationReport`) wherever it uses a registry
// or a host, so `import Outlive` brings them along.
@_exported public import OutliveModel
