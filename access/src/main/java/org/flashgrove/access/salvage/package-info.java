/** Rescues what can still be read of damaged stores into new ones. */
@NullMarked
package org.flashgrove.access.salvage;

import org.jspecify.annotations.NullMarked;
