/**
 * The μ-tree, MicroHash and MicroGF as structures of a store, with commits in its log and
 * snapshots.
 */
package org.flashgrove.rawflash.logged;
