/** LSM R-trees as structures of stores, which find them by the name in their specs. */
package org.flashgrove.lsm.store;
