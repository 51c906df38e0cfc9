/**
 * Rectangles of a spatial index, stored by id. With them, an entry can be changed by its id alone.
 * Each change commits together with the change of the spatial index.
 */
@NullMarked
package org.flashgrove.access.ids;

import org.jspecify.annotations.NullMarked;
