#include "Freeze/subject.h"

struct outl_subject outl_subject;
