/**
 * Packed pages of entries (format FGP1, docs/packed-format.md): written column by column at the
 * page's own bit widths, and searched in place. {@link org.flashgrove.grove.packed.EntryColumns} is
 * what they are made from and decoded into.
 */
package org.flashgrove.grove.packed;
