/**
 * Queries of Grove over a view of the write buffer and the component blocks: windows, single\n *
 * entries, and nearest neighbours.
 */
package org.flashgrove.grove.query;
