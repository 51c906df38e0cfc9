/**
 * Settings of the layers between an index and its files ({@link
 * org.flashgrove.access.settings.BufferConfig}), and the registry of these layers.
 */
@NullMarked
package org.flashgrove.access.settings;

import org.jspecify.annotations.NullMarked;
