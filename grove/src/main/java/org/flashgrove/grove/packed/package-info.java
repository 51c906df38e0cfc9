/**
 * Packed pages of entries (format FGP1, docs/format/packed.md): written column by column at the\n *
 * bit widths that a page needs, and searched in place.
 */
package org.flashgrove.grove.packed;
