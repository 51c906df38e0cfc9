/** Rectangles and predicates over primitives: the arithmetic every index shares. */
@NullMarked
package org.flashgrove.core.geometry;

import org.jspecify.annotations.NullMarked;
