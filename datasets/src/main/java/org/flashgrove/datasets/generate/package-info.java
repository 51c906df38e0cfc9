/** Seeded generators of points, rectangles and query windows. */
package org.flashgrove.datasets.generate;
