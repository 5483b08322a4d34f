#include "Objects/subject.h"

struct outl_subject outl_subject;
