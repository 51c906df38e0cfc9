/** Structures of a store on raw flash: the μ-tree, MicroHash and MicroGF. */
package org.flashgrove.rawflash;
