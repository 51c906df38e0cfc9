/** Cursors over records, orders of records, and the cost of a scan. */
@NullMarked
package org.flashgrove.access.record;

import org.jspecify.annotations.NullMarked;
