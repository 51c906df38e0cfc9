/** Links from a node to its overflow nodes, stored in the nodes' headers. */
package org.flashgrove.indexes.chain;
