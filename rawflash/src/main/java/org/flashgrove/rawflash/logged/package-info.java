/**
 * The μ-tree, MicroHash and MicroGF on raw flash as structures of a store: commits in its log,
 * snapshots.
 */
package org.flashgrove.rawflash.logged;
