/** Entries that the salvage of a spatial index found, each taken as often as the index held it. */
package org.flashgrove.salvage.entry;
