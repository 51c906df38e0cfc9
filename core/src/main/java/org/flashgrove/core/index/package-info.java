/**
 * Spatial indexes as applications use them: {@link org.flashgrove.core.index.SpatialIndex} with
 * queries ({@link org.flashgrove.core.index.EntryQuery}), cursors over results ({@link
 * org.flashgrove.core.index.EntryCursor}) and batches ({@link
 * org.flashgrove.core.index.SpatialBatch}).
 */
@NullMarked
package org.flashgrove.core.index;

import org.jspecify.annotations.NullMarked;
