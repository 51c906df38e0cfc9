/** The μ-tree on raw flash as a structure of a store: commits in its log, snapshots. */
package org.flashgrove.access.mutree;
