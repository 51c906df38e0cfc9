/** Arithmetic on rectangles and predicates on primitive numbers, which all indexes share. */
@NullMarked
package org.flashgrove.core.geometry;

import org.jspecify.annotations.NullMarked;
