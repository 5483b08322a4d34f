#pragma once

/// Shares libFuzzer's counters of covered code with processes that are forked from now on.
///
/// Inspections are done in a forked process, whose coverage would otherwise be lost.
void outl_fuzz_share_counters(void);
