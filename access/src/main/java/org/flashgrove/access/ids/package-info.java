/**
 * Rectangles by id beside the entries of a spatial index: changes by id alone, kept in step with
 * the index in the same commits.
 */
@NullMarked
package org.flashgrove.access.ids;

import org.jspecify.annotations.NullMarked;
