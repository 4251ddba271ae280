#include "CLuaGuard.h"
