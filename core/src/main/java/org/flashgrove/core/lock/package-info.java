/** The locks of a store and the order in which threads acquire them. */
@NullMarked
package org.flashgrove.core.lock;

import org.jspecify.annotations.NullMarked;
