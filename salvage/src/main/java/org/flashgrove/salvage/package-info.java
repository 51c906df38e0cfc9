/**
 * Copies the readable content of damaged stores into new stores. Begin with {@link
 * org.flashgrove.salvage.Salvage}.
 */
@NullMarked
package org.flashgrove.salvage;

import org.jspecify.annotations.NullMarked;
