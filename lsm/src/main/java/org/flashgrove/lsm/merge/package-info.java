/** Merges of components: their sources, their plan by regions, and the writer. */
package org.flashgrove.lsm.merge;
