/** Rectangles and predicates over primitives: the arithmetic every index shares. */
package org.flashgrove.core.geometry;
