/** Structures of a store on raw flash: the μ-tree, MicroHash and MicroGF, found by their names. */
package org.flashgrove.rawflash;
