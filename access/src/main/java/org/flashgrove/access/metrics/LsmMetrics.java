package org.flashgrove.access.metrics;

import org.flashgrove.lsm.LsmStats;
import org.flashgrove.storage.component.ComponentFigures;

/**
 * All counters of an LSM R-tree of an open store.
 *
 * @param index its components, its memory component and its merges
 * @param blocks the blocks of its file
 */
public record LsmMetrics(LsmStats index, ComponentFigures blocks) {}
