/**
 * Structures of a store: spatial trees, groves, key trees, records, and rectangles by id. A {@link
 * org.flashgrove.access.Store} opens and closes them. {@link
 * org.flashgrove.access.structure.StructureKinds} creates a structure's settings from its spec.
 */
@NullMarked
package org.flashgrove.access.structure;

import org.jspecify.annotations.NullMarked;
