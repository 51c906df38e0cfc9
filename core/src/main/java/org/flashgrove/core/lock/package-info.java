/** The locks of a store and the one order in which threads take them. */
@NullMarked
package org.flashgrove.core.lock;

import org.jspecify.annotations.NullMarked;
