/**
 * Nodes: their layout on a page, the changes that a tree makes, and the port that connects trees to
 * stores.
 */
package org.flashgrove.core.node;
