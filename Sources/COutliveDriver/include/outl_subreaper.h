// Adoption of orphans, as prctl(2) cannot be called from Swift: it takes a variable number of arguments.
#ifndef OUTL_SUBREAPER_H
#define OUTL_SUBREAPER_H

/// Makes this process the parent of every descendant whose own parent ends, instead of init.
///
/// From any thread, at any time; children do not inherit it. Returns 0, or an error number of errno(3): ENOSYS where
/// the system has nothing of the kind.
int outl_become_subreaper(void);

#endif
