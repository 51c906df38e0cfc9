/** Records as scans and sorts return them, their order, and the statistics of a scan. */
@NullMarked
package org.flashgrove.access.record;

import org.jspecify.annotations.NullMarked;
