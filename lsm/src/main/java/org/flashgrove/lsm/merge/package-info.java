/** Merges of components: sources, distribution by regions, and the writer. */
package org.flashgrove.lsm.merge;
