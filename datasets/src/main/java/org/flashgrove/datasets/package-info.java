/** Common types of readers and generators: extents, sinks of rectangles, and errors of input. */
package org.flashgrove.datasets;
