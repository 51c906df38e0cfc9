/** Salvages readable content of damaged stores into new stores. */
@NullMarked
package org.flashgrove.access.salvage;

import org.jspecify.annotations.NullMarked;
