/**
 * Counters of an open store at one moment: {@link org.flashgrove.access.metrics.StoreMetrics} has
 * them all.
 */
package org.flashgrove.access.metrics;
