/** Maintenance of stores that are closed, as directories. */
@NullMarked
package org.flashgrove.access.maintenance;

import org.jspecify.annotations.NullMarked;
