/**
 * The rectangles of a spatial index by id, which allow changes by id. Each change commits together
 * with the change of the spatial index.
 */
@NullMarked
package org.flashgrove.access.ids;

import org.jspecify.annotations.NullMarked;
