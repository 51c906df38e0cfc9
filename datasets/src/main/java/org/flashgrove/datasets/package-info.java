/** The words that readers and generators share: extents, sinks of rectangles, and bad input. */
package org.flashgrove.datasets;
