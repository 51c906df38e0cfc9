/**
 * Counters of an open store. {@link org.flashgrove.access.metrics.StoreStats} contains all of them.
 */
@NullMarked
package org.flashgrove.access.metrics;

import org.jspecify.annotations.NullMarked;
