/** Nodes: their layout on a page, the changes a tree makes, and the port trees are written on. */
package org.flashgrove.core.node;
