/**
 * Rectangles, geometries, predicates and distances that all indexes share. Tests work on four
 * doubles per rectangle, without creating objects.
 */
@NullMarked
package org.flashgrove.core.geometry;

import org.jspecify.annotations.NullMarked;
