/** Counters of device and log traffic, and the figures stores report. */
@NullMarked
package org.flashgrove.core.metrics;

import org.jspecify.annotations.NullMarked;
