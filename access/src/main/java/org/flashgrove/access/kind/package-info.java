/**
 * Service interfaces by which modules add kinds of structures and of indexes to stores: {@link
 * org.flashgrove.access.kind.StructureKind} any structure, {@link
 * org.flashgrove.access.kind.IndexKind} a spatial tree over pages. {@link
 * org.flashgrove.access.kind.StructureSite} is what a store gives to a structure, {@link
 * org.flashgrove.access.kind.SalvageSite} what it gives to a rescue.
 */
@NullMarked
package org.flashgrove.access.kind;

import org.jspecify.annotations.NullMarked;
