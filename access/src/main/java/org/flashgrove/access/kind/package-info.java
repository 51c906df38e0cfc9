/**
 * Service interfaces for modules that add kinds of structures. {@link
 * org.flashgrove.access.kind.StructureKind} is for any structure, {@link
 * org.flashgrove.access.kind.IndexKind} for a spatial tree over pages. A store passes a {@link
 * org.flashgrove.access.kind.StructureContext} to each new structure, and a {@link
 * org.flashgrove.access.kind.SalvageContext} to each salvage.
 */
@NullMarked
package org.flashgrove.access.kind;

import org.jspecify.annotations.NullMarked;
