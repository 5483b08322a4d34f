#include "outl_build.h"

const char *outl_build_commit(void) { return OUTLIVE_COMMIT; }
