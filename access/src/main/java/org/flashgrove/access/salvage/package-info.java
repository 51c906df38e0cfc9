/**
 * Copies the readable content of damaged stores into new stores. Begin with {@link
 * org.flashgrove.access.salvage.Salvage}.
 */
@NullMarked
package org.flashgrove.access.salvage;

import org.jspecify.annotations.NullMarked;
