/**
 * Merges of components: sources of records, division of the records into regions, and the writer of
 * new components.
 */
package org.flashgrove.lsm.merge;
