/**
 * Stores as applications open them: files, log and structures put together by specs. {@link
 * org.flashgrove.access.Store} is the one way in, {@link org.flashgrove.access.SpatialStore} a
 * store of one index.
 */
@NullMarked
package org.flashgrove.access;

import org.jspecify.annotations.NullMarked;
