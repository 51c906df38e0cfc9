/** Counters of device and log traffic, and the figures stores report. */
package org.flashgrove.core.metrics;
