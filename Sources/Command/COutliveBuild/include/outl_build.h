#ifndef OUTL_BUILD_H
#define OUTL_BUILD_H

/// Returns the commit that the command was built from, or an empty text if it is unknown.
///
/// `scripts/install` names it to the manifest in the variable OUTLIVE_COMMIT. A plain build does not: naming each commit would
/// rebuild what depends on this module.
///
/// - Thread-safety: any thread may call it at any time.
const char *outl_build_commit(void);

#endif
