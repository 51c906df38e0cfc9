/**
 * Packed pages of entries (format FGP1, docs/format/packed.md). Each page stores its entries column
 * by column, with the narrowest bit widths. Queries scan a page in place, without unpacking it.
 */
package org.flashgrove.grove.packed;
