/** Comparison of the two objects of a pair, for joins. */
@NullMarked
package org.flashgrove.core.pair;

import org.jspecify.annotations.NullMarked;
