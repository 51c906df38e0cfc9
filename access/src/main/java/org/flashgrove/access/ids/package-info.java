/**
 * Rectangles of a spatial index by id, and changes by id. Both commit together with changes of the
 * spatial index.
 */
@NullMarked
package org.flashgrove.access.ids;

import org.jspecify.annotations.NullMarked;
