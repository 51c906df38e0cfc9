/**
 * Structures of a store on raw flash: the μ-tree, MicroHash and MicroGF. Their commits are written
 * to the store's log, and they provide snapshots.
 */
package org.flashgrove.rawflash.logged;
