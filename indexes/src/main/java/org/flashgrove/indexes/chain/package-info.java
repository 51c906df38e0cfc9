/** Links from a node to its overflow nodes, kept in the nodes' headers. */
package org.flashgrove.indexes.chain;
