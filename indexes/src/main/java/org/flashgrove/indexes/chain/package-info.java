/** Nodes that go on in overflow nodes: how a node's header says where, for whoever reads trees. */
package org.flashgrove.indexes.chain;
