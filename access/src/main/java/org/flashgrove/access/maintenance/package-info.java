/** Maintenance of closed stores: upgrades, replacement, and new descriptions. */
@NullMarked
package org.flashgrove.access.maintenance;

import org.jspecify.annotations.NullMarked;
