/**
 * Structures of a store: spatial trees, groves, key trees, records, rectangles by id. A {@link
 * org.flashgrove.access.Store} opens and closes them. {@link
 * org.flashgrove.access.structure.StructureKinds} finds the kind of a spec.
 */
@NullMarked
package org.flashgrove.access.structure;

import org.jspecify.annotations.NullMarked;
