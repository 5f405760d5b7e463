#include "CEXIF.h"
