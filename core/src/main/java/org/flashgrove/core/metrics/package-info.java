/** Counters of device and log traffic. */
@NullMarked
package org.flashgrove.core.metrics;

import org.jspecify.annotations.NullMarked;
