/** Seeded generators of points, rectangles, shapes, and query windows. */
package org.flashgrove.datasets.generate;
