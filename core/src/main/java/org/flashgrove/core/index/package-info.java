/** The spatial index as applications see it. */
@NullMarked
package org.flashgrove.core.index;

import org.jspecify.annotations.NullMarked;
