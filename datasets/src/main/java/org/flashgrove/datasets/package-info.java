/** Common types of readers and generators: extents, sinks of rectangles, and input errors. */
package org.flashgrove.datasets;
