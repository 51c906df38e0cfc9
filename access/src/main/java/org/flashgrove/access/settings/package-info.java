/**
 * Settings of what stands between an index and its files, and of trees: {@link
 * org.flashgrove.access.settings.StoreForm} device, page size and sync mode, {@link
 * org.flashgrove.access.settings.FlashSpec} buffer and pool, {@link
 * org.flashgrove.access.kind.IndexKinds} the spatial trees by the names in their specs.
 */
@NullMarked
package org.flashgrove.access.settings;

import org.jspecify.annotations.NullMarked;
