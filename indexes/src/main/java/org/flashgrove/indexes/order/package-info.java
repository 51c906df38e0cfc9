/** Sorting without allocating objects, for splits and sweeps. */
package org.flashgrove.indexes.order;
