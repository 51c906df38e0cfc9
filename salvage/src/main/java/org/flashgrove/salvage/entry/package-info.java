/**
 * Inserts the entries that the salvage of a spatial index found, each as often as the damaged index
 * contained it.
 */
package org.flashgrove.salvage.entry;
