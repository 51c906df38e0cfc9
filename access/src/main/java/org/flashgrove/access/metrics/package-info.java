/**
 * Counters of an open store at one moment: {@link org.flashgrove.access.metrics.StoreStats} has
 * them all.
 */
@NullMarked
package org.flashgrove.access.metrics;

import org.jspecify.annotations.NullMarked;
