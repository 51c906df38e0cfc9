/**
 * Nodes: their layout on a page, the changes that a tree makes, and the interfaces that connect
 * trees to stores.
 */
package org.flashgrove.core.node;
