/** LSM R-trees as structures of stores. */
package org.flashgrove.lsm.store;
