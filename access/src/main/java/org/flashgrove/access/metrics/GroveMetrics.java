package org.flashgrove.access.metrics;

import org.flashgrove.grove.GroveStats;
import org.flashgrove.storage.component.ComponentFigures;

/**
 * All counters of a grove of an open store.
 *
 * @param index its directory, its write buffer and its merges
 * @param blocks the blocks of its file
 */
public record GroveMetrics(GroveStats index, ComponentFigures blocks) {}
