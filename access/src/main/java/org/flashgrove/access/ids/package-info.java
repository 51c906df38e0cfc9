/**
 * The id index of a spatial index: changes by id, which commit together with changes of the spatial
 * index.
 */
@NullMarked
package org.flashgrove.access.ids;

import org.jspecify.annotations.NullMarked;
