/**
 * Settings of what stands between an index and its files ({@link
 * org.flashgrove.access.settings.BufferConfig}), and the kinds of buffers by the names in their
 * specs.
 */
@NullMarked
package org.flashgrove.access.settings;

import org.jspecify.annotations.NullMarked;
