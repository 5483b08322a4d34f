#include "COutlive.h"
